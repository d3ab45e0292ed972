// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordings.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <cstdio>
#include <thread>

using namespace limno;
using namespace limno::test;

#if defined(__SANITIZE_THREAD__)
/// QProcess starts its child in the parent's memory, after which the sanitizer takes the parent for a forked child too.
extern "C" const char *__tsan_default_options()
{
    return "die_after_fork=0";
}
#endif

namespace {

constexpr std::chrono::milliseconds kPeriod{20};

/// The other process: records until it is killed and says what it has handed over. It has no application object.
int record(const char *path)
{
    auto writer = RecordingWriter::create(path);
    if (!writer) {
        std::fprintf(stderr, "%s\n", writer.error().message.c_str());
        return 1;
    }
    const auto start = std::chrono::steady_clock::now();
    for (int64_t i = 0;; ++i) {
        std::this_thread::sleep_until(start + i * kPeriod);
        const int64_t nowNs = Clock::steady().nowNs();
        (*writer)->addSample(sampleAt(nowNs, i));
        auto [request, outcome] = fullRequest(nowNs);
        (*writer)->addRequest(i, request, outcome);
        std::printf("%lld %lld\n", static_cast<long long>(i), static_cast<long long>(nowNs - (*writer)->startNs()));
        std::fflush(stdout);
    }
}

} // namespace

class TestRecordingKilled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsEverythingUpToTheLastSecond();
};

void TestRecordingKilled::keepsEverythingUpToTheLastSecond()
{
    constexpr int64_t kLeastSamples = 150;
    constexpr int64_t kSecond = 1'000'000'000;
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("殺された run.limno")).toStdString();
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--record"), QString::fromStdString(path)});
    int64_t lastIndex = -1;
    int64_t lastNs = 0;
    const auto readLines = [&] {
        while (child.canReadLine()) {
            const QList<QByteArray> words = child.readLine().trimmed().split(' ');
            QCOMPARE(words.size(), 2);
            lastIndex = words.at(0).toLongLong();
            lastNs = words.at(1).toLongLong();
        }
    };
    bool wasReadAlive = false;
    while (lastIndex < kLeastSamples) {
        QVERIFY(child.waitForReadyRead(20'000));
        readLines();
        if (!wasReadAlive && lastIndex > kLeastSamples * 2 / 3) {
            const auto alive = Recording::open(path); // another process reads while that one records
            QVERIFY2(alive, alive ? "" : alive.error().message.c_str());
            QVERIFY(alive->isInterrupted);
            QVERIFY(alive->samples.size() > 1);
            wasReadAlive = true;
        }
    }
    QVERIFY(wasReadAlive);
    child.kill();
    QVERIFY(child.waitForFinished());
    QCOMPARE(child.exitStatus(), QProcess::CrashExit);
    readLines();

    for (int round = 0; round < 2; ++round) { // a reader leaves what it found to the next one
        const auto recording = Recording::open(path);
        QVERIFY2(recording, recording ? "" : recording.error().message.c_str());
        QVERIFY(recording->isInterrupted);
        QVERIFY(recording->meta.contains("startedAt"));
        QVERIFY(!recording->samples.empty());
        QVERIFY2(lastNs - recording->samples.back().timeNs <= kSecond,
                 qPrintable(QStringLiteral("%1 ns are missing").arg(lastNs - recording->samples.back().timeNs)));
        for (size_t i = 0; i < recording->samples.size(); ++i)
            QCOMPARE(recording->samples[i].value(Metric::RssAnon), std::optional(static_cast<int64_t>(i)));
        QCOMPARE(recording->requests.size(), recording->samples.size());
        QCOMPARE(recording->requests.back().id, static_cast<int64_t>(recording->samples.size()) - 1);
    }

    // It may be replaced, log and all.
    auto writer = RecordingWriter::create(path);
    QVERIFY2(writer, writer ? "" : writer.error().message.c_str());
    QVERIFY((*writer)->close());
    QVERIFY(Recording::open(path)->samples.empty());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
}

int main(int argc, char **argv)
{
    if (argc == 3 && std::string_view(argv[1]) == "--record")
        return record(argv[2]);
    const QCoreApplication app(argc, argv);
    TestRecordingKilled test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_recordingkilled.moc"
