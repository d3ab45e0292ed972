// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/emulatedcard.h"
#include "fakemodel.h"

#include <QTest>

using namespace limno;
using namespace std::chrono_literals;

namespace {

DeviceSpec specOf(const char *text)
{
    return *parseDeviceSpec(text);
}

} // namespace

/// Devices and offload as the runtime handles them.
class TestDeviceJobs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void requestsComputeOnTheDevice();
    void deviceChangeReloadsModels();
    void deviceThatCannotBeHadChangesNothing();
    void modelThatDoesNotFitIsTold();
    void outOfMemoryEmptiesTheDeviceCache();
    void offloadReachesTheModel();
    void refusedOffloadKeepsThePolicy();
    void toggleWaitsForWhatRuns();
    void slotsLimitWhoComputes();
    void ladderReachesModelsAndDevice();
};

void TestDeviceJobs::requestsComputeOnTheDevice()
{
    Bench bench;
    QCOMPARE(bench.ask("where").wait().outcome.text, std::string("host"));
    QCOMPARE(endOf(bench.runtime.setDevice(specOf("emulated:64MiB"))), std::string("Ok"));
    QCOMPARE(bench.ask("where").wait().outcome.text, std::string("card"));
    QCOMPARE(bench.runtime.snapshot().device, specOf("emulated:64MiB"));
    QCOMPARE(endOf(bench.runtime.setDevice({})), std::string("Ok"));
    QCOMPARE(bench.ask("where").wait().outcome.text, std::string("host"));
}

void TestDeviceJobs::deviceChangeReloadsModels()
{
    Bench bench;
    bench.runtime.setPolicy("m", {.kvCache = Toggle::Off}).wait();
    QCOMPARE(endOf(bench.runtime.setDevice(specOf("emulated:64MiB"))), std::string("Ok"));
    QCOMPARE(bench.stage->logLine(), std::string("freed fake:m"));
    const auto models = bench.runtime.snapshot().models;
    QCOMPARE(models.size(), size_t(1));
    QCOMPARE(models[0].policy.kvCache, Toggle::Off); // its switches stay
    QCOMPARE(endOf(bench.runtime.setDevice(specOf("emulated:64MiB"))), std::string("Ok"));
    QCOMPARE(bench.stage->logLine(), std::string("freed fake:m")); // the same device: nothing to do
}

void TestDeviceJobs::deviceThatCannotBeHadChangesNothing()
{
    Bench bench;
    const JobHandle tooLarge = bench.runtime.setDevice(specOf("emulated:100000GiB"));
    QCOMPARE(endOf(tooLarge), std::string("OutOfMemory"));
    QCOMPARE(bench.runtime.snapshot().device, DeviceSpec());
    QCOMPARE(bench.stage->logLine(), std::string());
    QCOMPARE(bench.ask("say hi").wait().outcome.text, std::string("hi"));
}

void TestDeviceJobs::modelThatDoesNotFitIsTold()
{
    Bench bench;
    bench.runtime.load({.name = "h", .path = "fake:hostonly"}).wait();
    const JobHandle change = bench.runtime.setDevice(specOf("emulated:64MiB"));
    QCOMPARE(endOf(change), std::string("OutOfMemory"));
    const QString message = QString::fromStdString(change.result()->outcome.error->message);
    QVERIFY2(message.contains("emulated 64 MiB") && message.contains("h could not be loaded"), qPrintable(message));
    QCOMPARE(bench.runtime.snapshot().models.size(), size_t(1)); // the other one is there
    QCOMPARE(bench.ask("where").wait().outcome.text, std::string("card"));
}

void TestDeviceJobs::outOfMemoryEmptiesTheDeviceCache()
{
    Bench bench;
    bench.runtime.setDevice(specOf("emulated:64MiB")).wait();
    EmulatedCard &card = *bench.devices.current()->emulatedCard();
    card.free(*card.allocate(5 << 20));
    QVERIFY(bench.ask("say hi").wait().outcome.kind == OutcomeKind::Ok);
    QCOMPARE(card.stats()->reservedBytes.all.current, 20 << 20);
    QCOMPARE(endOf(bench.ask("fail")), std::string("OutOfMemory"));
    QCOMPARE(card.stats()->reservedBytes.all.current, 0);
    card.free(*card.allocate(5 << 20));
    QCOMPARE(endOf(bench.ask("oom")), std::string("OutOfMemory")); // thrown, not returned
    QCOMPARE(card.stats()->reservedBytes.all.current, 0);
    QCOMPARE(endOf(bench.ask("say hi")), std::string("Ok"));
}

void TestDeviceJobs::offloadReachesTheModel()
{
    Bench bench;
    QCOMPARE(endOf(bench.runtime.setPolicy("m", {.offload = Offload::Model})), std::string("Ok"));
    QCOMPARE(bench.runtime.snapshot().models[0].offload.offload, Offload::Model);
    bench.runtime.setPolicy("m", {.kvCache = Toggle::Off, .offload = Offload::Model}).wait();
    QCOMPARE(bench.stage->logLine(), std::string("offload model")); // moved once
}

void TestDeviceJobs::refusedOffloadKeepsThePolicy()
{
    Bench bench;
    QCOMPARE(endOf(bench.runtime.setPolicy("m", {.kvCache = Toggle::Off, .offload = Offload::Layer})), std::string("OutOfMemory"));
    QCOMPARE(bench.runtime.snapshot().models[0].policy, ModelPolicy());
    QCOMPARE(endOf(bench.ask("say hi")), std::string("Ok"));
}

void TestDeviceJobs::toggleWaitsForWhatRuns()
{
    Bench bench;
    const JobHandle held = bench.ask("hold a");
    bench.stage->waitFor("at a");
    const JobHandle toggle = bench.runtime.setPolicy("m", {.offload = Offload::Model});
    QCOMPARE(toggle.state(), JobState::Waiting);
    QCOMPARE(bench.stage->logLine(), std::string("at a"));
    bench.stage->open("a");
    QCOMPARE(endOf(held), std::string("Ok"));
    QCOMPARE(endOf(toggle), std::string("Ok"));
    QCOMPARE(bench.stage->log().back(), std::string("offload model"));
}

void TestDeviceJobs::slotsLimitWhoComputes()
{
    for (const int expected : {1, 3}) {
        Bench bench({.workers = 3, .textPermits = 3});
        bench.runtime.setDevice(specOf(expected == 1 ? "emulated:64MiB,slots=1" : "emulated:64MiB")).wait();
        std::vector<JobHandle> jobs;
        for (int i = 0; i < 3; ++i)
            jobs.push_back(bench.ask("hold a" + std::to_string(i)));
        if (expected == 3) {
            for (int i = 0; i < 3; ++i)
                bench.stage->waitFor("at a" + std::to_string(i));
        }
        for (int i = 0; i < 3; ++i)
            bench.stage->open("a" + std::to_string(i));
        for (const JobHandle &job : jobs)
            QCOMPARE(endOf(job), std::string("Ok"));
        QCOMPARE(bench.stage->mostAtOnce(), expected);
    }
}

void TestDeviceJobs::ladderReachesModelsAndDevice()
{
    Bench bench;
    bench.runtime.setDevice(specOf("emulated:64MiB")).wait();
    EmulatedCard &card = *bench.devices.current()->emulatedCard();
    card.free(*card.allocate(5 << 20));
    const JobHandle clearing = bench.runtime.clear({ClearStep::OffloadWeights, ClearStep::UnloadModel});
    const JobResult &result = clearing.wait();
    std::vector<int> steps;
    int64_t deviceBytes = 0;
    for (const ClearStepResult &step : result.clearSteps) {
        steps.push_back(static_cast<int>(step.step));
        if (step.step == ClearStep::DeviceCache && deviceBytes == 0)
            deviceBytes = step.curves.at(Metric::DeviceReserved);
    }
    QCOMPARE(steps, (std::vector<int>{9, 6, 7, 8, 10, 6, 7, 8}));
    QCOMPARE(deviceBytes, 20 << 20);
    QCOMPARE(bench.stage->logLine(), std::string("freed fake:m, evicted fake:m, freed fake:m"));
    QVERIFY(bench.runtime.snapshot().models.empty());
}

QTEST_APPLESS_MAIN(TestDeviceJobs)
#include "tst_devicejobs.moc"
