// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/leakclass.h"
#include "core/lab/fault.h"
#include "core/runtime/request.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace limno {

/// The loop that shows a scenario: what is sent and how often.
struct ScenarioLoop {
    std::string_view prompt = "Lakes are";
    int maxTokens = 1;
    int64_t requests = 240; ///< and 60 % more, which confirm
    int concurrency = 1;
    int workers = 1;
    bool gateIsOff = false;
    bool keepsLogits = false; ///< results hold the logits of their tokens
    bool allocatorIsQuiet = true; ///< the heap gives back at once what is freed, so that the fault alone is seen
    bool variesPrompt = true;
    std::string_view device = "cpu";
};

/// A deliberate fault of known size and its repaired twin, on a real model. What it keeps are the task's own outcomes and
/// sessions, or what its paragraph says; it counts them itself.
struct Scenario {
    std::string_view name;
    std::string_view about; ///< symptom, cause, repair
    std::string_view model; ///< a built-in model's name, or "torch:convolution", "torch:autograd"
    LeakClass leakClass = LeakClass::Flat; ///< the verdict to be expected
    std::string_view series; ///< of the curve that shows it
    ScenarioLoop loop = {};
    ScenarioLoop fixedLoop = {}; ///< of the twin
    /// A fault for one load of the model; null: the model itself or the loop is at fault.
    std::unique_ptr<Fault> (*makeFault)() = nullptr;
};

std::span<const Scenario> scenarios();
/// InputInvalid lists the names that there are.
Result<const Scenario *> scenarioByName(std::string_view name);

} // namespace limno
