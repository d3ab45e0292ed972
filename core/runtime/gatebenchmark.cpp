// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/gatebenchmark.h"

#include "core/base/clock.h"
#include "core/runtime/runtime.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <thread>

namespace limno {

namespace {

/// Mean time of a bare run of the model, without the runtime.
double bareRunUs(const Request &request, int turns)
{
    ClearLadder ladder;
    Devices devices;
    const ModuleHost host(ladder, devices);
    const auto model = host.factoryFor("null")->load({.name = "null", .path = "null"}, {});
    const int64_t begin = Clock::steady().nowNs();
    for (int i = 0; i < turns; ++i) {
        const auto prepared = (*model)->prepare(request, {});
        (*model)->openSession({})->run(request, **prepared, {});
    }
    return static_cast<double>(Clock::steady().nowNs() - begin) / turns / 1000;
}

struct Case {
    const char *name;
    int workers;
    int permits;
    int submitters;
    size_t inFlight; ///< of each submitter
};

Benchmark::Row measure(const Case &c, const Request &request, int requests, double bareUs)
{
    ClearLadder ladder;
    Devices devices;
    ModuleHost host(ladder, devices);
    Runtime runtime(host, {.workers = c.workers, .textPermits = c.permits, .queueLimit = 100'000});
    runtime.load({.name = "null", .path = "null"}).wait();

    std::vector<std::vector<double>> outsideUs(static_cast<size_t>(c.submitters));
    const auto submit = [&](std::vector<double> &outside) {
        std::deque<JobHandle> open;
        const auto take = [&] {
            const RequestTimes &times = open.front().wait().outcome.times;
            const int64_t computedNs = *times.finishedNs - *times.startedNs;
            outside.push_back(static_cast<double>(*times.finishedNs - times.submittedNs - computedNs) / 1000);
            open.pop_front();
        };
        for (int i = 0; i < requests / c.submitters; ++i) {
            open.push_back(runtime.submit(request));
            if (open.size() >= c.inFlight)
                take();
        }
        while (!open.empty())
            take();
    };
    const int64_t begin = Clock::steady().nowNs();
    std::vector<std::thread> threads;
    for (auto &outside : outsideUs)
        threads.emplace_back(submit, std::ref(outside));
    for (std::thread &thread : threads)
        thread.join();
    const double seconds = static_cast<double>(Clock::steady().nowNs() - begin) / kNsPerSecond;

    std::vector<double> all;
    for (const auto &outside : outsideUs)
        all.insert(all.end(), outside.begin(), outside.end());
    std::sort(all.begin(), all.end());
    const double perRequestUs = seconds * 1e6 / static_cast<double>(all.size());
    return {c.name,
            {{"requestsPerSecond", 1e6 / perRequestUs},
             {"perRequestUs", perRequestUs},
             {"runtimeUs", perRequestUs - bareUs},
             {"waitP50Us", all[all.size() / 2]},
             {"waitP99Us", all[all.size() * 99 / 100]}}};
}

std::vector<Benchmark::Row> run(int rounds)
{
    const int requests = rounds * 1000;
    Request request;
    request.model = "null";
    request.prompt = "one two three four five six seven eight";
    const double bareUs = bareRunUs(request, requests);
    std::vector<Benchmark::Row> rows{{"the model alone", {{"perRequestUs", bareUs}}}};
    for (const Case &each :
         {Case{"one by one, 1 worker", 1, 1, 1, 1}, Case{"64 in flight, 1 worker, 1 permit", 1, 1, 1, 64},
          Case{"64 in flight, 2 workers, 2 permits", 2, 2, 1, 64}, Case{"4 submitters, 2 workers, 2 permits", 2, 2, 4, 16},
          Case{"64 in flight, 2 workers, gate off", 2, kUnlimitedPermits, 1, 64}})
        rows.push_back(measure(each, request, requests, bareUs));
    return rows;
}

} // namespace

Benchmark gateBenchmark()
{
    return {"gate", "Requests a second through queue, gate and workers with the model null", run};
}

} // namespace limno
