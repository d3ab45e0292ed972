// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the runtime itself costs: requests a second with the model `null`, and the time a request spends outside of its
// computation. bench_gate [REQUESTS], by default 20000.
#include "core/base/clock.h"
#include "core/runtime/runtime.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

using namespace limno;

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

void measure(const Case &c, const Request &request, int requests, double bareUs)
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
    std::printf("%-34s %8.0f requests/s  %6.1f us each, %6.1f of it the runtime's; waits before its turn: p50 %6.1f "
                "us, p99 %7.1f us\n",
                c.name, 1e6 / perRequestUs, perRequestUs, perRequestUs - bareUs, all[all.size() / 2],
                all[all.size() * 99 / 100]);
}

} // namespace

int main(int argc, char **argv)
{
    const int requests = std::max(argc > 1 ? std::atoi(argv[1]) : 20'000, 100);
    Request request;
    request.model = "null";
    request.prompt = "one two three four five six seven eight";
    const double bareUs = bareRunUs(request, requests);
    std::printf("the model alone: %.2f us a request\n", bareUs);
    for (const Case &each :
         {Case{"one by one, 1 worker", 1, 1, 1, 1}, Case{"64 in flight, 1 worker, 1 permit", 1, 1, 1, 64},
          Case{"64 in flight, 2 workers, 2 permits", 2, 2, 1, 64},
          Case{"4 submitters, 2 workers, 2 permits", 2, 2, 4, 16},
          Case{"64 in flight, 2 workers, gate off", 2, kUnlimitedPermits, 1, 64}})
        measure(each, request, requests, bareUs);
    return 0;
}
