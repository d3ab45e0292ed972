// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/modulehost.h"

#include <atomic>
#include <memory>

namespace limno {

/// What fake models do, changed by a test while they run.
struct FakeBehaviour {
    std::atomic<int> words = 8;
    std::atomic<int> wordMs = 0; ///< pause before each word; a pause sees a cancel
    std::atomic<bool> isDeaf = false; ///< ignores cancel, as an opaque computation would
    std::atomic<int> loadSteps = 1;
    std::atomic<int> loadStepMs = 0;
    std::atomic<int> runs = 0;
    std::atomic<bool> hasCard = false; ///< offload takes effect; else it stays none
    std::atomic<bool> refusesOffload = false;
};

/// Opens "*.fake" as models that answer with numbered words. A prompt that contains "fail" fails.
std::unique_ptr<ModelFactory> makeFakeFactory(std::shared_ptr<FakeBehaviour> behaviour);

} // namespace limno
