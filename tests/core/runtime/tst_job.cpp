// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/jobcore.h"

#include <QTest>

#include <thread>

using namespace limno;
using namespace std::chrono_literals;

namespace {

QString written(const std::vector<JobEvent> &events)
{
    QStringList all;
    for (const JobEvent &event : events) {
        all += event.kind == JobEvent::Kind::Text ? "text " + QString::fromStdString(event.text)
                                                  : "progress " + QString::number(event.fraction);
    }
    return all.join(", ");
}

JobResult ended(OutcomeKind kind)
{
    JobResult result;
    result.outcome.kind = kind;
    return result;
}

} // namespace

class TestJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void events_data()
    {
        QTest::addColumn<QString>("sent"); // t TEXT or a number, one a word
        QTest::addColumn<QString>("fetched");
        QTest::newRow("none") << ""
                              << "";
        QTest::newRow("text is merged") << "a b c"
                                        << "text abc";
        QTest::newRow("only the latest progress") << "0.1 0.2 0.3"
                                                  << "progress 0.3";
        QTest::newRow("order is kept") << "a 0.5 b"
                                       << "text a, progress 0.5, text b";
        QTest::newRow("texts around an old progress join") << "a 0.1 b 0.2 c 0.3 d"
                                                           << "text abc, progress 0.3, text d";
    }

    void events()
    {
        QFETCH(QString, sent);
        const auto core = std::make_shared<JobCore>(1, JobKind::Request);
        const JobHandle handle(core);
        for (const QString &word : sent.split(' ', Qt::SkipEmptyParts)) {
            bool isNumber = false;
            const double fraction = word.toDouble(&isNumber);
            if (isNumber)
                core->setProgress(fraction);
            else
                core->addText(word.toStdString());
        }
        QCOMPARE(handle.waitForEvents(0ms), !sent.isEmpty());
        QTEST(written(handle.takeEvents()), "fetched");
        QVERIFY(handle.takeEvents().empty());
        QVERIFY(!handle.waitForEvents(0ms));
    }

    void channelIsBounded()
    {
        JobCore core(1, JobKind::Request);
        for (int i = 0; i < 10'000; ++i) {
            core.addText("x");
            core.setProgress(i);
        }
        core.addText("y");
        const auto events = core.takeEvents();
        QCOMPARE(events.size(), size_t(3));
        QCOMPARE(events.front().text, std::string(10'000, 'x'));
    }

    void waitersWake()
    {
        const auto core = std::make_shared<JobCore>(7, JobKind::Load);
        const JobHandle handle(core);
        QCOMPARE(handle.id(), int64_t(7));
        QCOMPARE(handle.kind(), JobKind::Load);
        QVERIFY(!handle.waitForFinished(0ms));
        QVERIFY(!handle.result());
        std::thread events([&] { QVERIFY(handle.waitForEvents(1h)); });
        core->addText("a");
        events.join();
        handle.takeEvents();
        std::thread end([&] { QVERIFY(handle.waitForFinished(std::chrono::milliseconds::max())); });
        std::thread both([&] { QVERIFY(handle.waitForEvents(1h)); });
        core->finish(ended(OutcomeKind::Ok));
        end.join();
        both.join();
        QCOMPARE(handle.state(), JobState::Finished);
        QCOMPARE(handle.wait().outcome.kind, OutcomeKind::Ok);
        QCOMPARE(handle.result(), &handle.wait());
    }

    void stateStaysFinished()
    {
        JobCore core(1, JobKind::Request);
        QCOMPARE(core.state(), JobState::Preparing);
        core.setState(JobState::Running);
        core.finish(ended(OutcomeKind::Cancelled));
        core.setState(JobState::Waiting);
        QCOMPARE(core.state(), JobState::Finished);
    }

    void cancelCallsTheHookUntilTheEnd()
    {
        JobCore core(1, JobKind::Request);
        int calls = 0;
        core.setCancelHook([&calls] { ++calls; });
        core.cancel();
        QVERIFY(core.cancelToken().isCancelled());
        core.finish(ended(OutcomeKind::Cancelled));
        core.cancel();
        QCOMPARE(calls, 1);
    }
};

QTEST_GUILESS_MAIN(TestJob)
#include "tst_job.moc"
