// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/scenario.h"

#include "core/lab/faults.h"

#include <algorithm>
#include <array>

namespace limno {

namespace {

constexpr ScenarioLoop kLoop{};
constexpr ScenarioLoop kLogits{.keepsLogits = true};
constexpr ScenarioLoop kManyLogits{.requests = 400, .keepsLogits = true};
constexpr ScenarioLoop kMany{.requests = 400};
constexpr ScenarioLoop kManyUsual{.requests = 400, .allocatorIsQuiet = false};
constexpr ScenarioLoop kUsualAllocator{.allocatorIsQuiet = false};
constexpr ScenarioLoop kTwoTokens{.maxTokens = 2};
constexpr ScenarioLoop kOnCard{.requests = 240, .device = "emulated:2GiB"};
constexpr ScenarioLoop kFew{.requests = 100};
constexpr ScenarioLoop kQuick{.requests = 2000};
constexpr ScenarioLoop kUngated{.requests = 240, .concurrency = 8, .workers = 8, .gateIsOff = true};
constexpr ScenarioLoop kGated{.requests = 240, .concurrency = 8, .workers = 8};
constexpr ScenarioLoop kSamePrompt{.variesPrompt = false};

constexpr std::array kScenarios{
    Scenario{"caption-keeps-results",
             "A service collects every result in a list and never empties it. Memory grows by one result a request, on and on, "
             "and neither idle time nor clearing caches brings it back. Repair: hand results out and forget them. "
             "(Runs on the language model until captioning is there.)",
             "smollm2", LeakClass::Linear, "heapInUse", kLogits, kLogits, keepOutcomes},
    Scenario{"history-grows",
             "A chat service keeps each finished conversation: its outputs, cut off from the computation but whole, and the keys "
             "and values of its prompt. The prompt itself stays capped, so that replies are as fast as ever while memory grows. "
             "Repair: keep the last turns only.",
             "smollm2", LeakClass::Linear, "heapInUse", kLogits, kLogits, keepConversations},
    Scenario{"no-gate",
             "Eight requests compute at once because nothing holds them back: the peak is eight times as high, but nothing is "
             "kept. Not a leak. Repair: permits.",
             "smollm2", LeakClass::WarmUp, "heapInUse", kUngated, kGated, nullptr},
    Scenario{"pipeline-kept",
             "A cache that never forgets holds the whole state of each request, because the object is part of its key. Grows "
             "by one state a request. Repair: leave the object out of the key. (Runs on the language model until pipelines are there.)",
             "smollm2", LeakClass::Linear, "hostTensors", kLoop, kLoop, keepSessions},
    Scenario{"thread-per-request",
             "Each request is computed on a thread of its own, which ends with it. What a thread leaves behind decides; with the "
             "present LibTorch nothing was measured to stay. Repair: a fixed team of workers.",
             "smollm2", LeakClass::Flat, "heapInUse", kFew, kFew, threadPerRequest},
    Scenario{"varying-shapes",
             "Pictures of all sizes go through convolutions on the processor. The library compiles and caches a primitive for each "
             "shape, up to a bound: the heap levels off, while what the allocator holds goes on growing. Not a leak. "
             "Repair: few sizes, or the bound of the cache in the environment.",
             "torch:convolution", LeakClass::Retention, "rssAnon", kManyUsual, kManyUsual, nullptr},
    Scenario{"grad-mode-on",
             "A running sum of outputs, computed with gradients on, keeps the whole history of all requests alive. Grows by what "
             "one request computes. Repair: inference mode in every thread.",
             "torch:autograd", LeakClass::Linear, "hostTensors", kQuick, kQuick, keptByAutograd},
    Scenario{"kv-not-released",
             "Sessions of finished conversations are not closed: their keys and values stay. Repair: close the session when the "
             "conversation ends.",
             "smollm2", LeakClass::Linear, "hostTensors", kSamePrompt, kSamePrompt, keepSessions},
    Scenario{"cancel-residue",
             "The client goes away at the first token, and nobody closes the session that was begun for it. Grows with "
             "cancelled requests. Repair: tidy up on every way out.",
             "smollm2", LeakClass::Linear, "hostTensors", kTwoTokens, kTwoTokens, keepCancelled},
    Scenario{"error-keeps-tensors",
             "Every third request fails, and the stored error holds the tensors of the failed call. Memory follows errors, not "
             "requests. Repair: keep the text of an error only.",
             "smollm2", LeakClass::Linear, "hostTensors", kLogits, kLogits, keepFailed},
    Scenario{"allocator-retention",
             "Many small blocks come and go with each request, and the last one holds the end of the heap in its place: the "
             "process stays as large as its largest moment, though nothing is in use. Not a leak. Repair: trim, or the quiet allocator.",
             "smollm2", LeakClass::Retention, "rssAnon", kUsualAllocator, kUsualAllocator, burstOfSmallBlocks},
    Scenario{"mapped-growth",
             "Each request maps pages that nobody unmaps. The heap is flat and the process grows. Repair: unmap.",
             "smollm2", LeakClass::Linear, "rssAnon", kLoop, kLoop, keepMappings},
    Scenario{"bounded-cache",
             "A cache keeps the latest 128 results: memory grows, and then no more. Not a leak. Repair: none, or a smaller bound.",
             "smollm2", LeakClass::Bounded, "heapInUse", kManyLogits, kManyLogits, keepLatest},
    Scenario{"sawtooth-collector",
             "A collector comes round every 30 requests and frees all at once: memory rises and falls over a level floor. Not a leak.",
             "smollm2", LeakClass::Sawtooth, "heapInUse", kManyLogits, kManyLogits, collectNowAndThen},
    Scenario{"warm-up-only",
             "Tables are built when they are first needed, with requests 1, 2, 3 and 8; then nothing more. Not a leak.",
             "smollm2", LeakClass::WarmUp, "heapInUse", kLoop, kLoop, buildTables},
    Scenario{"fragmentation",
             "Every eighth request needs 3 % more of the card than the last ones, so that no free segment fits, and a small block that "
             "lives on keeps the old ones from going back. Reserved grows while allocated does not. Not a leak. "
             "Repair: few sizes, or empty the cache between them.",
             "smollm2", LeakClass::Fragmentation, "deviceReserved", kOnCard, kOnCard, growingBlocks},
};

} // namespace

std::span<const Scenario> scenarios()
{
    return kScenarios;
}

Result<const Scenario *> scenarioByName(std::string_view name)
{
    const auto found = std::ranges::find(kScenarios, name, &Scenario::name);
    if (found != kScenarios.end())
        return &*found;
    std::string names;
    for (const Scenario &scenario : kScenarios)
        names += (names.empty() ? "" : ", ") + std::string(scenario.name);
    return failure(ErrorCode::InputInvalid, "no scenario \"" + std::string(name) + "\"; there are " + names);
}

} // namespace limno
