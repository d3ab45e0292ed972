// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chatview.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QTextBlock>
#include <QtTest>

#include <ctime>
#include <limits>

using namespace limno;

namespace {

qint64 threadCpuNs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

class TestChatView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<Theme>();
        m_view = std::make_unique<ChatView>(*m_theme);
        m_view->resize(600, 400);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup()
    {
        m_view.reset();
        m_theme.reset();
    }

    /// Field case E2: one long paragraph must not make each further piece dearer.
    void costDoesNotGrowWithLength()
    {
        m_view->addAnswer([] { return QStringLiteral("model"); });
        int written = 0;
        // Processor time of the quickest of several batches: what other programs do does not count.
        const auto cheapest = [&](int batches) {
            qint64 least = std::numeric_limits<qint64>::max();
            for (int batch = 0; batch < batches; ++batch) {
                const qint64 before = threadCpuNs();
                for (int i = 0; i < 50; ++i) {
                    m_view->addText(QStringLiteral("token%1 more words ").arg(++written));
                    QCoreApplication::processEvents();
                }
                least = std::min(least, threadCpuNs() - before);
            }
            return least / 50;
        };
        const qint64 early = cheapest(8);
        cheapest(30);
        const qint64 late = cheapest(8);
        qInfo("%lld ns a piece early, %lld ns late", early, late);
        QVERIFY2(late < early * 2, qPrintable(QStringLiteral("%1 ns a piece early, %2 ns late").arg(early).arg(late)));
    }

    void seamsAreNotCopied()
    {
        m_view->addAnswer([] { return QStringLiteral("model"); });
        QString whole;
        for (int i = 0; i < 3000; ++i) {
            const QString piece = QStringLiteral("w%1 ").arg(i);
            whole += piece;
            m_view->addText(piece);
        }
        m_view->addText(QStringLiteral("\nsecond paragraph"));
        whole += QStringLiteral("\nsecond paragraph");
        QVERIFY(m_view->blockCount() > 4);
        m_view->selectAll();
        m_view->copy();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("model\n") + whole);
    }

    void scrolledUpStaysThere()
    {
        for (int i = 0; i < 200; ++i)
            m_view->addText(QStringLiteral("line\n"));
        auto *bar = m_view->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(3);
        m_view->addText(QStringLiteral("more\n"));
        QCOMPARE(bar->value(), 3);
    }

    void themeRecolorsWhatIsThere()
    {
        m_theme->setChoice(ThemeChoice::Light);
        m_view->addAnswer([] { return QStringLiteral("model"); });
        m_view->addText(QStringLiteral("text"));
        m_view->addError([] { return QStringLiteral("error"); });
        m_theme->setChoice(ThemeChoice::Dark);
        const auto colorOf = [this](int block) {
            const QTextBlock at = m_view->document()->findBlockByNumber(block);
            return at.begin().fragment().charFormat().foreground().color();
        };
        const ThemeColors &c = themeColors(Scheme::Dark);
        QCOMPARE(colorOf(0), c.accent);
        QCOMPARE(colorOf(1), c.text);
        QCOMPARE(colorOf(2), c.bad);
    }

private:
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<ChatView> m_view;
};

QTEST_MAIN(TestChatView)
#include "tst_chatview.moc"
