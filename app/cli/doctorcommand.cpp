// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/doctormemory.h"

#include "core/base/bytesize.h"
#include "core/io/builtinmodels.h"
#include "core/memory/hostcounters.h"
#include "core/memory/memoryreader.h"

#include <array>
#include <iomanip>
#include <iostream>
#include <thread>
#include <utility>

namespace limno::cli {

namespace {

double readingCostUs(ReadDepth depth)
{
    constexpr int kReadings = 200;
    const MemoryReader reader;
    const int64_t start = Clock::steady().nowNs();
    for (int i = 0; i < kReadings; ++i)
        (void)reader.read(depth);
    return static_cast<double>(Clock::steady().nowNs() - start) / 1000.0 / kReadings;
}

std::string cudaDetail(Devices &devices)
{
    const auto selected = devices.select({.kind = DeviceSpec::Kind::Cuda});
    return selected ? devices.current()->name() : selected.error().message;
}

std::string microseconds(double value)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << value << " µs";
    return text.str();
}

struct Doctor {
    bool memory = false;

    int run(OutputMode mode) const
    {
        std::vector<DoctorCheck> checks;
        checks.push_back({"cores", true, std::to_string(std::thread::hardware_concurrency())});
        const Sample sample = MemoryReader().read(ReadDepth::Full);
        const auto heap = sample.value(Metric::HeapInUse);
        checks.push_back({"heap counters", heap.has_value(), heap ? formatByteSize(*heap) + " in use" : "malloc is not interposed"});
        const auto anonymous = sample.value(Metric::RssAnon);
        checks.push_back({"process readings", anonymous.has_value(), anonymous ? formatByteSize(*anonymous) + " anonymous" : "/proc/self/status can't be read"});
        const auto limit = sample.value(Metric::CgroupLimit);
        checks.push_back({"memory limit", true, limit ? formatByteSize(*limit) + " (cgroup)" : "no cgroup limit"});
        checks.push_back({"sample cost", true, microseconds(readingCostUs(ReadDepth::Process)) + " each, counters alone "
                                                   + microseconds(readingCostUs(ReadDepth::Counters))});
        for (const BuiltinModel &model : builtinModels())
            checks.push_back({"model " + model.name, true, model.path});

        Services services{Runtime::Options{}};
        const std::pair<const char *, const char *> modules[]{{"limnograph-images", "opencv"}, {"limnograph-tensors", "libtorch"}};
        for (const auto &[module, library] : modules) {
            if (const auto opened = services.modules.open(module); !opened)
                checks.push_back({library, false, opened.error().message});
        }
        for (const DoctorCheck &check : services.modules.doctorChecks())
            checks.push_back(check);
        checks.push_back({"device", true, "cpu, emulated:SIZE; " + cudaDetail(services.devices)});
        const HostCounters &host = hostCounters();
        checks.push_back({"tensor allocator", host.installed.load(), host.installed.load() ? "every tensor is counted by owner, site and request" : "not installed"});
        return report(mode, checks);
    }

private:
    int report(OutputMode mode, const std::vector<DoctorCheck> &checks) const
    {
        const Json reports = memory ? memoryReportsJson() : Json();
        if (mode == OutputMode::People) {
            for (const DoctorCheck &check : checks)
                std::cout << (check.ok ? "ok   " : "BAD  ") << std::left << std::setw(20) << check.name << check.detail << '\n';
            if (memory)
                printMemoryReports(reports);
            return kExitDone;
        }
        Json document = newDocument();
        document["checks"] = Json::array();
        for (const DoctorCheck &check : checks)
            document["checks"].push_back({{"name", check.name}, {"ok", check.ok}, {"detail", check.detail}});
        if (memory)
            document["memory"] = reports;
        printDocument(document);
        return kExitDone;
    }
};

} // namespace

void declareDoctor(CLI::App &root, Invocation &invocation)
{
    CLI::App *command = nullptr;
    const auto state = declareCommand<Doctor>(root, invocation, "doctor", "What was found on this machine", command);
    command->add_flag("--memory", state->memory, "Show this process's heap by arena and its mappings, too");
}

} // namespace limno::cli
