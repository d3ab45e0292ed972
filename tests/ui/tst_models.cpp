// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/logmodel.h"
#include "ui/models/queuemodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace limno;

namespace {

Runtime::JobView job(int64_t id, JobState state, int position = 0)
{
    Runtime::JobView view;
    view.id = id;
    view.state = state;
    view.position = position;
    view.label = "chat";
    view.model = "smollm2";
    view.times.submittedNs = 1;
    return view;
}

QStringList ids(const QueueModel &model)
{
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row)
        list += model.index(row, QueueModel::Id).data().toString();
    return list;
}

} // namespace

class TestModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void queueFollowsSnapshots()
    {
        QueueModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setJobs({job(1, JobState::Running), job(2, JobState::Waiting, 1)}, 100);
        QCOMPARE(ids(model), QStringList({"1", "2"}));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QPersistentModelIndex second(model.index(1, 0));
        model.setJobs({job(2, JobState::Running), job(3, JobState::Waiting, 1), job(1, JobState::Finished)}, 200);
        QCOMPARE(ids(model), QStringList({"2", "3", "1"}));
        QCOMPARE(second.row(), 0); // selections survive
        model.setJobs({job(9, JobState::Preparing), job(3, JobState::Finished)}, 300);
        QCOMPARE(ids(model), QStringList({"9", "3"}));
        model.setJobs({}, 400);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(resets.size(), 0);
    }

    void queueSaysOnlyWhatChanged()
    {
        QueueModel model;
        std::vector<Runtime::JobView> jobs{job(1, JobState::Running)};
        for (int64_t id = 2; id < 500; ++id)
            jobs.push_back(job(id, JobState::Finished));
        model.setJobs(jobs, 100);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setJobs(jobs, 200);
        QCOMPARE(changed.size(), 1); // the running one's clock
    }

    void queueWordsItsStates()
    {
        QueueModel model;
        auto failed = job(4, JobState::Finished);
        failed.kindOfEnd = OutcomeKind::Failed;
        auto running = job(5, JobState::Running);
        running.progress = 0.42;
        model.setJobs({job(3, JobState::Waiting, 2), running, failed}, 5'000'000'001);
        const auto state = [&](int row) { return model.index(row, QueueModel::State).data().toString(); };
        QCOMPARE(state(0), QStringLiteral("waiting, number 2"));
        QCOMPARE(state(1), QStringLiteral("running, 42 %"));
        QCOMPARE(state(2), QStringLiteral("failed"));
        QCOMPARE(model.index(0, QueueModel::Waited).data().toString(), QStringLiteral("5.00 s"));
        QVERIFY(!model.headerData(QueueModel::Ran, Qt::Horizontal).toString().isEmpty());
    }

    void logIsCapped()
    {
        LogModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        int64_t index = 0;
        const auto lines = [&](int count) {
            std::vector<LogLine> list;
            for (int i = 0; i < count; ++i)
                list.push_back({++index, 0, LogLevel::Info, "test", "line " + std::to_string(index)});
            return list;
        };
        model.append(lines(3));
        QCOMPARE(model.rowCount(), 3);
        for (int i = 0; i < 5; ++i)
            model.append(lines(1500));
        model.append(lines(LogModel::kCapacity + 7));
        QCOMPARE(model.rowCount(), LogModel::kCapacity);
        QCOMPARE(model.lastIndex(), index);
        QCOMPARE(model.index(model.rowCount() - 1, LogModel::Text).data().toString(),
                 QStringLiteral("line %1").arg(index));
        model.append({});
        QCOMPARE(model.lastIndex(), index);
    }
};

QTEST_GUILESS_MAIN(TestModels)
#include "tst_models.moc"
