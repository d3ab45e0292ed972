// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/labmodel.h"
#include "core/memory/clearladder.h"
#include "core/memory/devices.h"

#include <QtTest>

#include <set>

using namespace limno;

class TestScenario : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areCompleteAndDiffer()
    {
        std::set<std::string_view> names;
        QVERIFY(scenarios().size() >= 14);
        for (const Scenario &scenario : scenarios()) {
            QVERIFY2(names.insert(scenario.name).second, std::string(scenario.name).c_str());
            QVERIFY(scenario.about.size() > 80);
            QVERIFY(scenario.loop.requests >= 67); // enough for a verdict, with its confirmation
            QVERIFY(!scenario.series.empty());
            QVERIFY(scenario.makeFault || scenario.model.starts_with("torch:") || scenario.name == "no-gate");
        }
        for (const char *name : {"caption-keeps-results", "history-grows", "no-gate", "pipeline-kept", "thread-per-request", "varying-shapes",
                                 "grad-mode-on", "kv-not-released", "cancel-residue", "error-keeps-tensors", "allocator-retention",
                                 "mapped-growth", "bounded-cache", "sawtooth-collector", "warm-up-only", "fragmentation"})
            QVERIFY2(scenarioByName(name).has_value(), name);
    }

    void unknownNamesListTheKnownOnes()
    {
        const auto none = scenarioByName("histery-grows");
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::InputInvalid);
        QVERIFY(none.error().message.find("history-grows") != std::string::npos);
    }

    void modelsAreFoundByName()
    {
        Devices devices;
        ClearLadder ladder{&devices};
        ModuleHost modules{ladder, devices};
        std::string asked;
        const LabModelFactory factory(modules, [&](const std::string &name) -> Result<std::string> {
            asked = name;
            return std::string("null"); // stands in for the language model
        });
        QVERIFY(factory.accepts("lab:history-grows"));
        QVERIFY(!factory.accepts("history-grows"));
        QVERIFY(!factory.load({.name = "m", .path = "lab:none"}, {}));

        const Scenario &scenario = **scenarioByName("kv-not-released");
        auto model = factory.load({.name = "m", .path = labPath(scenario, Variant::Faulty)}, {});
        QVERIFY(model.has_value());
        QCOMPARE(asked, std::string("smollm2"));
        QCOMPARE((*model)->info().name, std::string("m"));
        QCOMPARE((*model)->info().path, std::string("lab:kv-not-released"));
        Request request;
        request.prompt = "one two";
        const auto prepared = (*model)->prepare(request, {});
        QVERIFY(prepared.has_value());
        QCOMPARE((*model)->openSession({})->run(request, **prepared, {}).kind, OutcomeKind::Ok);
        QCOMPARE(factory.keptBytes(), int64_t(0)); // the null model has no cache to keep

        const auto twin = factory.load({.name = "m", .path = labPath(scenario, Variant::Fixed)}, {});
        QVERIFY(twin.has_value());
        QCOMPARE((*twin)->info().path, std::string("lab:kv-not-released:fixed"));
    }

    void whatIsMissingIsSaid()
    {
        Devices devices;
        ClearLadder ladder{&devices};
        ModuleHost modules{ladder, devices};
        const LabModelFactory factory(modules, [](const std::string &name) -> Result<std::string> {
            return failure(ErrorCode::ModelMissing, name + ": not here");
        });
        const auto model = factory.load({.name = "m", .path = "lab:history-grows"}, {});
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::ModelMissing);
    }
};

QTEST_GUILESS_MAIN(TestScenario)
#include "tst_scenario.moc"
