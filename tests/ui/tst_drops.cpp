// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testbench.h"
#include "ui/chatview.h"
#include "ui/dropped.h"
#include "ui/levelpane.h"
#include "ui/modelspane.h"
#include "ui/noticebar.h"
#include "ui/promptedit.h"
#include "ui/workpane.h"

#include <QAbstractButton>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QMimeData>
#include <QUrl>
#include <QtTest>

using namespace limno;

namespace {

/// A drop as a desktop sends it: to whatever widget under the point takes drops. The data dies right afterwards.
void dropOn(QWidget *target, std::unique_ptr<QMimeData> data)
{
    while (target && !target->acceptDrops())
        target = target->parentWidget();
    QVERIFY(target);
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &drop);
}

std::unique_ptr<QMimeData> files(const QStringList &paths)
{
    auto data = std::make_unique<QMimeData>();
    QList<QUrl> urls;
    for (const QString &path : paths)
        urls += QUrl::fromLocalFile(path);
    data->setUrls(urls);
    return data;
}

std::unique_ptr<QMimeData> text(const QString &words)
{
    auto data = std::make_unique<QMimeData>();
    data->setText(words);
    return data;
}

QAbstractButton *runAll(const MainWindow &window)
{
    for (QAbstractButton *button : window.work()->findChildren<QAbstractButton *>()) {
        if (button->accessibleName() == QLatin1String("Run all prompts"))
            return button;
    }
    return nullptr;
}

} // namespace

/// Field case E5.
class TestDrops : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void targets_data()
    {
        QTest::addColumn<QString>("target");
        QTest::newRow("prompt field") << "prompt";
        QTest::newRow("conversation") << "view";
        QTest::newRow("model list") << "models";
        QTest::newRow("level") << "level";
    }

    void aTextFileBecomesThePrompt_data() { targets_data(); }
    void aTextFileBecomesThePrompt()
    {
        QFETCH(QString, target);
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QWidget *widget = target == QLatin1String("prompt")
            ? static_cast<QWidget *>(window.work()->prompt()->viewport())
            : target == QLatin1String("view")   ? window.work()->view()->viewport()
            : target == QLatin1String("models") ? static_cast<QWidget *>(window.models())
                                                : window.level();
        dropOn(widget, files({bench.writeFile(QStringLiteral("frage 1 %20.txt"), "Warum steigt der See?\n")}));
        QTRY_COMPARE(window.work()->prompt()->toPlainText(), QStringLiteral("Warum steigt der See?\n"));
    }

    void severalTextsWaitAndRun()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QVERIFY(bench.loadFake());
        dropOn(window.level(),
               files({bench.writeFile(QStringLiteral("a.txt"), "one"),
                      bench.writeFile(QStringLiteral("b.txt"), "please fail"),
                      bench.writeFile(QStringLiteral("c.md"), "three")}));
        QAbstractButton *run = runAll(window);
        QVERIFY(run);
        QTRY_VERIFY(run->isVisible());
        run->click();
        QTRY_COMPARE(bench.behaviour->runs.load(), 3);
        QTRY_VERIFY(!window.work()->controller()->isBusy());
        const QString shown = window.work()->view()->toPlainText();
        QVERIFY(shown.contains(QLatin1String("c.md")));
        QVERIFY2(shown.contains(QLatin1String("9000 tokens")), "the failure of the second one is missing");
    }

    void goodOnesProceedBesideRefusedOnes()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        dropOn(&window,
               files({bench.writeFile(QStringLiteral("good.txt"), "good"),
                      bench.writeFile(QStringLiteral("photo.bin"), QByteArray("\x89PNG\0\1\2", 7)),
                      bench.writeFile(QStringLiteral("empty.txt"), ""), bench.path(QStringLiteral("gone.txt")),
                      bench.writeFile(QStringLiteral("latin.txt"), "caf\xe9 au lait")}));
        QTRY_COMPARE(window.work()->prompt()->toPlainText(), QStringLiteral("good"));
        const QString notice = window.notice()->text();
        for (const char *name : {"photo.bin", "empty.txt", "gone.txt", "latin.txt"})
            QVERIFY2(notice.contains(QLatin1String(name)), name);
        QVERIFY(!notice.contains(QLatin1String("good.txt")));
    }

    void plainTextBecomesThePrompt()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        dropOn(&window, text(QStringLiteral("Why do lakes rise?")));
        QCOMPARE(window.work()->prompt()->toPlainText(), QStringLiteral("Why do lakes rise?"));
    }

    void textThatNamesFilesMeansTheFiles()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        dropOn(&window, text(bench.writeFile(QStringLiteral("p.txt"), "from a path") + QStringLiteral("\n")));
        QTRY_COMPARE(window.work()->prompt()->toPlainText(), QStringLiteral("from a path"));
    }

    void refusedWithAHint_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("expected");
        QTest::newRow("address as url") << "url"
                                        << "addresses are not fetched";
        QTest::newRow("address as text") << "text"
                                         << "addresses are not fetched";
        QTest::newRow("bare image") << "image"
                                    << "no model here takes images";
    }
    void refusedWithAHint()
    {
        QFETCH(QString, kind);
        QFETCH(QString, expected);
        TestBench bench;
        MainWindow &window = bench.openWindow();
        auto data = std::make_unique<QMimeData>();
        if (kind == QLatin1String("url"))
            data->setUrls({QUrl(QStringLiteral("https://example.org/cat.png"))});
        else if (kind == QLatin1String("text"))
            data->setText(QStringLiteral("https://example.org/cat.png"));
        else
            data->setImageData(QImage(4, 4, QImage::Format_RGB32));
        dropOn(&window, std::move(data));
        QTRY_VERIFY2(window.notice()->text().contains(expected), qPrintable(window.notice()->text()));
        QCOMPARE(window.work()->prompt()->toPlainText(), QString());
    }

    void emptyDropsDoNothing()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        auto none = std::make_unique<QMimeData>();
        none->setUrls({});
        dropOn(&window, std::move(none));
        dropOn(&window, text(QStringLiteral("  \n ")));
        QCOMPARE(window.notice()->text(), QString());
        QCOMPARE(window.work()->prompt()->toPlainText(), QString());
    }

    void foldersAreCountedFirst()
    {
        TestBench bench;
        MainWindow &window = bench.openWindow();
        QDir root(bench.folder.path());
        QVERIFY(root.mkpath(QStringLiteral("mixed/deep")));
        for (int i = 0; i < 12; ++i)
            bench.writeFile(QStringLiteral("mixed/t%1.txt").arg(i), "text");
        for (int i = 0; i < 488; ++i)
            bench.writeFile(QStringLiteral("mixed/deep/o%1.bin").arg(i), QByteArray("\0\1", 2));
        QVERIFY(QFile::link(root.filePath(QStringLiteral("mixed")), root.filePath(QStringLiteral("mixed/deep/loop"))));
        dropOn(&window, files({root.filePath(QStringLiteral("mixed"))}));
        QTRY_VERIFY(window.notice()->text().contains(QLatin1String("12 texts")));
        QVERIFY(window.notice()->text().contains(QLatin1String("488")));
        QCOMPARE(window.work()->prompt()->toPlainText(), QString());
        window.notice()->accept();
        QTRY_VERIFY(runAll(window)->isVisible());
    }

    void sortsWithoutAWindow()
    {
        TestBench bench;
        const SortedFiles sorted = SortedFiles::sort(
            {bench.writeFile(QStringLiteral("m.gguf"), "GGUF\3\0\0\0"),
             bench.writeFile(QStringLiteral("unnamed"), "GGUF....."),
             bench.writeFile(QStringLiteral("r.limno"), "SQLite format 3"), QStringLiteral("/dev/null"),
             bench.writeFile(QStringLiteral("big.txt"), QByteArray((1 << 20) + 1, 'x'))});
        QCOMPARE(sorted.models.size(), 2);
        QCOMPARE(sorted.recordings.size(), 1);
        QCOMPARE(sorted.refused.size(), size_t(2));
        QCOMPARE(sorted.refused[0].reason, Refusal::Unsupported);
        QCOMPARE(sorted.refused[1].reason, Refusal::TooLarge);
    }

    void aCharacterCutByTheProbeIsStillText()
    {
        TestBench bench;
        // 4 095 letters, so that the probe's 4 096 bytes end inside a three-byte character.
        const SortedFiles sorted =
            SortedFiles::sort({bench.writeFile(QStringLiteral("cut.txt"), QByteArray(4095, 'a') + "湖水")});
        QCOMPARE(sorted.texts.size(), size_t(1));
        QVERIFY(sorted.texts.front().text.endsWith(QStringLiteral("湖水")));
    }
};

QTEST_MAIN(TestDrops)
#include "tst_drops.moc"
