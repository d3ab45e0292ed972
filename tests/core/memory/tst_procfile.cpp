// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/procfile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace limno;

class TestProcFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parsesStatus();
    void leavesWhatIsMissing_data();
    void leavesWhatIsMissing();
    void readsSmallFiles();
    void counts();
};

void TestProcFile::parsesStatus()
{
    Sample sample;
    parseProcStatus("Name:\tRssAnon: 5 kB\nVmRSS:\t  999 kB\nRssAnon:\t   12345 kB\nRssFile:\t       7 kB\nRssShmem:\t       0 kB\n"
                    "VmSwap:\t      64 kB\nThreads:\t17\n",
                    sample);
    QCOMPARE(*sample.value(Metric::RssAnon), int64_t(12345) * 1024);
    QCOMPARE(*sample.value(Metric::RssFile), int64_t(7) * 1024);
    QCOMPARE(*sample.value(Metric::RssShmem), int64_t(0));
    QCOMPARE(*sample.value(Metric::Swap), int64_t(64) * 1024);
    QCOMPARE(*sample.value(Metric::Threads), int64_t(17));
    QVERIFY(!sample.value(Metric::Fds));
}

void TestProcFile::leavesWhatIsMissing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("a kernel thread has none") << QByteArray("Name:\tkthreadd\nState:\tS (sleeping)\n");
    QTest::newRow("no number") << QByteArray("RssAnon:\t kB\nRssAnon:\nRssAnon");
    QTest::newRow("another key") << QByteArray("XRssAnon:\t5 kB\nRssAnonX:\t5 kB\n");
}

void TestProcFile::leavesWhatIsMissing()
{
    QFETCH(QByteArray, text);
    Sample sample;
    parseProcStatus({text.constData(), size_t(text.size())}, sample);
    QVERIFY(!sample.value(Metric::RssAnon));
    QVERIFY(!sample.value(Metric::Threads));
}

void TestProcFile::readsSmallFiles()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("max");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("123456\n");
    file.close();
    std::array<char, 4> tooSmall{};
    std::array<char, 64> enough{};
    QVERIFY(readSmallFile(path.toUtf8(), tooSmall) == "1234");
    QVERIFY(readSmallFile(path.toUtf8(), enough) == "123456\n");
    QVERIFY(readSmallFile(folder.filePath("missing").toUtf8(), enough).empty());
    QVERIFY(readSmallFile(folder.path().toUtf8(), enough).empty()); // a folder opens, but cannot be read

    QVERIFY(leadingNumber("  42 kB") == 42);
    QVERIFY(!leadingNumber("max\n"));
    QVERIFY(!leadingNumber(""));
}

void TestProcFile::counts()
{
    const QTemporaryDir folder;
    QVERIFY(countEntries(folder.path().toUtf8()) == 0);
    QFile file(folder.filePath("lines"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 10'000; ++i)
        file.write("one line of several\n");
    file.close();
    QVERIFY(countEntries(folder.path().toUtf8()) == 1);
    QVERIFY(countLines(file.fileName().toUtf8()) == 10'000);
    QVERIFY(!countEntries(folder.filePath("missing").toUtf8()));
    QVERIFY(!countLines(folder.filePath("missing").toUtf8()));
    QVERIFY(!countLines(folder.path().toUtf8()));
}

QTEST_APPLESS_MAIN(TestProcFile)
#include "tst_procfile.moc"
