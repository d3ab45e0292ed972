// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <thread>

using namespace limno;

class TestLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keepsLinesInOrder();
    void keepsNoDebugLines();
    void keepsTheLatest();
    void writesTheFile();
    void saysWhenTheFileCannotBeOpened();
    void takesLinesFromManyThreads();

private:
    static int64_t lastIndex()
    {
        const auto lines = logSince(0);
        return lines.empty() ? 0 : lines.back().index;
    }
};

void TestLog::initTestCase()
{
    setConsoleLogLevel(LogLevel::Error);
}

void TestLog::keepsLinesInOrder()
{
    const int64_t before = lastIndex();
    logInfo("gate", "first");
    logWarning("queue", "second");
    const auto lines = logSince(before);
    QCOMPARE(lines.size(), size_t(2));
    QCOMPARE(lines[0].index, before + 1);
    QCOMPARE(lines[0].component, std::string("gate"));
    QCOMPARE(lines[0].text, std::string("first"));
    QCOMPARE(lines[0].level, LogLevel::Info);
    QVERIFY(lines[0].wallMs > 1'600'000'000'000);
    QCOMPARE(lines[1].index, before + 2);
    QCOMPARE(lines[1].level, LogLevel::Warning);
    QVERIFY(logSince(before + 2).empty());
}

void TestLog::keepsNoDebugLines()
{
    const int64_t before = lastIndex();
    logDebug("gate", "a prompt may be in here");
    QVERIFY(logSince(before).empty());
}

void TestLog::keepsTheLatest()
{
    const int64_t before = lastIndex();
    for (int i = 0; i < 6000; ++i)
        logInfo("test", std::to_string(i));
    const auto lines = logSince(before);
    QCOMPARE(lines.size(), size_t(5000));
    QCOMPARE(lines.front().text, std::string("1000"));
    QCOMPARE(lines.back().index, before + 6000);
}

void TestLog::writesTheFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("limnograph.log");
    QVERIFY(openLogFile(path.toStdString()));
    logInfo("gate", "into the file");
    logWarning("gate", "50 % {} of it"); // format characters are text here
    closeLogFile();
    logInfo("gate", "after closing");

    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QVERIFY(text.contains("gate: into the file"));
    QVERIFY(text.contains("gate: 50 % {} of it"));
    QVERIFY(!text.contains("after closing"));
}

void TestLog::saysWhenTheFileCannotBeOpened()
{
    const QTemporaryDir folder;
    const int64_t before = lastIndex();
    QVERIFY(!openLogFile(folder.path().toStdString())); // a folder
    logInfo("gate", "goes on");
    QCOMPARE(logSince(before).size(), size_t(1));
}

void TestLog::takesLinesFromManyThreads()
{
    const int64_t before = lastIndex();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([] {
            for (int i = 0; i < 500; ++i) {
                logInfo("thread", "line");
                logSince(1'000'000'000);
            }
        });
    }
    for (auto &thread : threads)
        thread.join();
    const auto lines = logSince(before);
    QCOMPARE(lines.size(), size_t(2000));
    for (size_t i = 0; i < lines.size(); ++i)
        QCOMPARE(lines[i].index, before + 1 + int64_t(i));
}

QTEST_APPLESS_MAIN(TestLog)
#include "tst_log.moc"
