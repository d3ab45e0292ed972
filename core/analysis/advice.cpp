// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice.h"

#include <algorithm>

namespace limno {

namespace {

Advice cause(std::string text)
{
    return {Advice::Kind::Cause, std::move(text), {}, {}};
}

Advice experiment(std::string option, std::string value, std::string text)
{
    return {Advice::Kind::Experiment, std::move(text), std::move(option), std::move(value)};
}

bool mayFollow(const Verdict &verdict, std::string_view what)
{
    return verdict.follows.what == what || std::ranges::find(verdict.follows.candidates, what) != verdict.follows.candidates.end();
}

/// Growth that goes with something other than the mere number of requests.
std::vector<Advice> forFactor(const Verdict &verdict)
{
    const std::string &what = verdict.follows.what;
    if (what == "threads")
        return {cause("Each new thread brings library state and an allocator arena that outlive its request."),
                experiment("--workers", "1", "Serve from a fixed pool of threads: growth that follows threads stops.")};
    if (what == "distinctInputs")
        return {cause("A cache keeps an entry for each different input and has no bound, or a bound that was not reached."),
                experiment("--distinct", "1", "Repeat one input: a cache by input stops growing, a leak goes on.")};
    if (what == "shapes")
        return {cause("Compiled primitives and scratch space are cached for each input shape."),
                experiment("--vary", "none", "Use one shape: a cache by shape stops growing.")};
    if (what == "tokens")
        return {cause("A KV cache, a conversation or its text is kept after its request."),
                experiment("--kv-cache", "off", "Run without a KV cache: if growth stops, the cache is kept too long.")};
    if (what == "payloadBytes")
        return {cause("A list, a log or a session keeps requests or replies with their bodies."),
                experiment("--body", "half the size", "Halve the payload: if the slope halves too, the payload is what is kept.")};
    if (what == "errors")
        return {cause("The path of an error keeps what the failed request held: a stored exception, a permit, a buffer."),
                experiment("--requests", "only valid inputs", "Send only requests that succeed: growth that follows errors stops.")};
    if (what == "loads")
        return {cause("Unloading a model leaves part of it behind."),
                experiment("--reload-every", "0", "Load once: growth that follows loads stops.")};
    return {};
}

/// Several counts moved together: the experiment that parts the most likely ones.
Advice separating(const Verdict &verdict)
{
    if (mayFollow(verdict, "distinctInputs"))
        return experiment("--distinct", "1", "Repeat one input: a cache by input stops growing, a leak goes on.");
    if (mayFollow(verdict, "errors"))
        return experiment("--requests", "only valid inputs", "Send only requests that succeed: growth that follows errors stops.");
    if (mayFollow(verdict, "payloadBytes"))
        return experiment("--body", "twice the size", "Double the payload: if the slope doubles, the payload is what is kept.");
    if (mayFollow(verdict, "tokens"))
        return experiment("--max-tokens", "half", "Halve the tokens a request: if the slope halves, it follows tokens, else requests.");
    return experiment("--snapshot-at", "50", "Compare two snapshots: the owner and site that grew is where the memory is kept.");
}

std::vector<Advice> forGrowth(const Verdict &verdict)
{
    if (auto advice = forFactor(verdict); !advice.empty())
        return advice;
    std::vector<Advice> advice;
    if (verdict.part == "host tensors" || verdict.part == "device tensors") {
        advice.push_back(cause("Results, caches or conversations keep tensors of past requests."));
        advice.push_back(cause("Gradient history: a worker runs without inference mode."));
    } else if (verdict.part == "device other") {
        advice.push_back(cause("Device memory outside the allocator: library workspaces, contexts, compiled kernels."));
    } else if (verdict.part == "mapped") {
        advice.push_back(cause("Mappings or a native library's own memory that does not come from the heap."));
        advice.push_back(cause("Freed heap that can't be returned because live blocks lie between."));
        advice.push_back(experiment("--quiet-allocator", "on", "Run with the quiet allocator: fragmentation stops, a leak goes on."));
        return advice;
    } else {
        advice.push_back(cause("Objects, text or results of past requests are kept by a list, a map, a log or a cache without bound."));
    }
    advice.push_back(separating(verdict));
    return advice;
}

} // namespace

std::vector<Advice> adviceFor(const Verdict &verdict)
{
    switch (verdict.leakClass) {
    case LeakClass::Linear:
    case LeakClass::Staircase:
        return forGrowth(verdict);
    case LeakClass::Growing: {
        std::vector<Advice> advice = forGrowth(verdict);
        advice.back() = experiment("--confirm", "on", "Go on for 60 % more requests: only growth that lasts is a leak.");
        return advice;
    }
    case LeakClass::TimeDriven:
        return {cause("A timer, a monitor or a log grows with time, not with requests."),
                experiment("--requests", "1", "Watch it idle: what grows without requests is not theirs.")};
    case LeakClass::Fragmentation:
        return {cause("Blocks of different sizes and lifetimes leave gaps that can be used again but not returned."),
                experiment("--quiet-allocator", "on", "Run with the quiet allocator, or fixed sizes: fragmentation stops growing.")};
    case LeakClass::Retention:
        return {cause("The allocator keeps what was freed, for the next time."),
                experiment("--clear", "6,7,8", "Empty the allocators' caches: what they kept comes back.")};
    case LeakClass::Bounded: {
        std::vector<Advice> advice = forFactor(verdict);
        if (!advice.empty())
            return {advice.front(), experiment("--clear", "2,3,4", "Empty the caches: the growth comes back and starts again from the same level.")};
        return {cause("A cache that has filled up, or is about to."),
                experiment("--requests", "twice as many", "Run longer: a cache that is full stays level.")};
    }
    case LeakClass::HeldThenReleased:
        return {cause("A queue, a session or a collector holds memory of finished requests until it is idle."),
                experiment("--rate", "half", "Send more slowly: what is released in time does not add up.")};
    case LeakClass::Sawtooth:
        return {cause("Memory is collected from time to time, by a garbage collector, a periodic clear or a reload.")};
    case LeakClass::Inconclusive:
        return {experiment("--until-sure", "on", "Run longer: there are too few requests, or too much noise, for a verdict.")};
    case LeakClass::Flat:
    case LeakClass::WarmUp:
        break;
    }
    return {};
}

} // namespace limno
