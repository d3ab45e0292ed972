// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/numbers.h"

#include "core/analysis/proportion.h"
#include "core/analysis/simulatedruns.h"
#include "core/analysis/verdict.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <unistd.h>

namespace limno::cli {

namespace {

/// How often each class was given to runs of one family.
struct FamilyCount {
    std::map<std::string, int64_t> classes;
    int64_t runs = 0;
    int64_t leaks = 0; ///< called one
    int64_t covered = 0; ///< called one, and the true slope lies in the interval
};

Json proportionJson(int64_t count, int64_t of)
{
    const Interval bounds = clopperPearson(count, of);
    return {{"count", count}, {"of", of}, {"low", bounds.low}, {"high", bounds.high}};
}

struct BenchVerdict {
    int64_t runs = 50;
    int64_t requests = 400;
    uint64_t seed = 1;
    double noise = 400'000;
    double leakOfNoise = 25;

    int run(OutputMode mode) const
    {
        const SimulatedShape shape{static_cast<size_t>(requests), static_cast<size_t>(requests) * 3 / 5, noise, leakOfNoise};
        Json families = Json::object();
        FamilyCount leakFree;
        FamilyCount leaking;
        double worst = 0;
        for (const SimulatedFamily &family : simulatedFamilies()) {
            const FamilyCount count = judgeFamily(family, shape);
            FamilyCount &sum = family.isLeak ? leaking : leakFree;
            sum.runs += count.runs;
            sum.leaks += count.leaks;
            sum.covered += count.covered;
            if (!family.isLeak && count.runs > 0)
                worst = std::max(worst, static_cast<double>(count.leaks) / static_cast<double>(count.runs));
            families[std::string(family.name)] = familyJson(family, count);
            if (mode == OutputMode::People)
                print(family, count);
        }
        Json document = newDocument();
        document["seed"] = seed;
        document["configured"] = {{"runs", runs}, {"requests", requests}, {"noise", noise}, {"leakOfNoise", leakOfNoise}};
        document["families"] = std::move(families);
        document["falseLeaks"] = proportionJson(leakFree.leaks, leakFree.runs);
        document["falseLeaks"]["worstFamily"] = worst;
        document["found"] = proportionJson(leaking.leaks, leaking.runs);
        if (interruptCode() != 0)
            document["interrupted"] = true;
        if (mode == OutputMode::Script)
            printDocument(document);
        else
            printSums(leakFree, leaking);
        return interruptCode();
    }

private:
    FamilyCount judgeFamily(const SimulatedFamily &family, const SimulatedShape &shape) const
    {
        FamilyCount count;
        for (int64_t i = 0; i < runs && interruptCode() == 0; ++i) {
            const SimulatedRun simulated = simulate(family, shape, seed * 1'000'003 + static_cast<uint64_t>(i));
            const Verdict verdict = judgeRun(simulated.run, {.seed = seed + static_cast<uint64_t>(i)});
            ++count.runs;
            ++count.classes[std::string(leakClassName(verdict.leakClass))];
            if (!isLeak(verdict.leakClass))
                continue;
            ++count.leaks;
            const Interval &interval = verdict.perRequest->interval;
            count.covered += interval.low <= simulated.slope && simulated.slope <= interval.high ? 1 : 0;
        }
        if (isatty(STDERR_FILENO) != 0)
            std::cerr << family.name << " done\n";
        return count;
    }

    static Json familyJson(const SimulatedFamily &family, const FamilyCount &count)
    {
        Json json{{"leaks", family.isLeak}, {"classes", count.classes}};
        json[family.isLeak ? "found" : "falseLeaks"] = proportionJson(count.leaks, count.runs);
        if (family.isLeak)
            json["intervalCovers"] = proportionJson(count.covered, count.leaks);
        return json;
    }

    static std::string rate(int64_t count, int64_t of)
    {
        const Interval bounds = clopperPearson(count, of);
        char text[96];
        std::snprintf(text, sizeof text, "%lld of %lld (%.2f %% to %.2f %%)", static_cast<long long>(count), static_cast<long long>(of),
                      100 * bounds.low, 100 * bounds.high);
        return text;
    }

    static void print(const SimulatedFamily &family, const FamilyCount &count)
    {
        std::cout << family.name << ':';
        for (const auto &[name, times] : count.classes)
            std::cout << ' ' << name << ' ' << times;
        std::cout << (family.isLeak ? "; found " : "; false leaks ") << rate(count.leaks, count.runs);
        if (family.isLeak)
            std::cout << "; interval covers " << rate(count.covered, count.leaks);
        std::cout << '\n';
    }

    static void printSums(const FamilyCount &leakFree, const FamilyCount &leaking)
    {
        std::cout << "leak-free runs called a leak: " << rate(leakFree.leaks, leakFree.runs) << "\nleaks found: " << rate(leaking.leaks, leaking.runs) << '\n';
    }
};

} // namespace

void declareBenchVerdict(CLI::App &bench, Invocation &invocation)
{
    CLI::App *command = nullptr;
    auto state = declareCommand<BenchVerdict>(bench, invocation, "verdict", "How often the verdict errs on simulated runs of known truth", command);
    command->add_option("--runs", state->runs, "Runs of each family")->check(wholeNumber(1, 1'000'000))->capture_default_str();
    command->add_option("--requests", state->requests, "Requests of a run, before 60 % more that confirm it")->check(wholeNumber(1, 100'000))->capture_default_str();
    command->add_option("--seed", state->seed, "Of the first run")->capture_default_str();
    command->add_option("--noise", state->noise, "Bytes, standard deviation of a request")->check(realNumber(0, 1e15))->capture_default_str();
    command->add_option("--leak", state->leakOfNoise, "Slope of leaking families in units of noise / requests")->check(realNumber(0.001, 1e9))->capture_default_str();
}

} // namespace limno::cli
