// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/callguard.h"
#include "core/memory/metric.h"
#include "core/memory/scopedregistration.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace limno {

class Devices;

/// The rungs of *clear caches*, in the order in which they run.
enum class ClearStep {
    Results = 1,
    KvCaches = 2,
    TextCaches = 3,
    PrimitiveCaches = 4,
    Workspaces = 5,
    BlockCache = 6,
    DeviceCache = 7,
    HeapTrim = 8,
    OffloadWeights = 9,
    UnloadModel = 10,
};

struct ClearStepInfo {
    ClearStep step;
    std::string_view name; ///< "KV caches", English, for JSON and log; the window translates it
    std::string_view destroys; ///< what the user loses by it; empty when only speed
};
const ClearStepInfo &clearStepInfo(ClearStep step);

struct ClearStepResult {
    ClearStep step = ClearStep::Results;
    int64_t bytes = 0; ///< bytes given back to the system: the fall of anonymous + shared memory, never below 0
    std::map<Metric, int64_t> curves; ///< before minus after for every metric that both readings have
    std::string note; ///< why nothing came back, and who still holds the rest; empty otherwise
};

/// The steps that exist in this process. A part that owns a cache registers how to empty it; running a step calls all
/// that are registered for it and measures around them. Call run() between jobs only (an exclusive ticket).
/// Registering and running are thread-safe.
class ClearLadder
{
public:
    using Action = std::function<void()>;

    /// Destroying it waits for a call in progress, except from within an action (unloading a model takes its caches along).
    using Registration = ScopedRegistration<ClearLadder>;

    /// Knows HeapTrim from the start. `devices`, which has to live longer, adds DeviceCache and the
    /// device's curves.
    explicit ClearLadder(Devices *devices = nullptr);

    [[nodiscard]] Registration add(ClearStep step, Action action);
    /// `action` is called at the beginning of each run, on its thread, before anything is measured or cleared.
    [[nodiscard]] Registration addBefore(Action action);
    /// Steps that would do something here, ascending.
    std::vector<ClearStep> available() const;
    /// Runs the given steps in ascending order, each once, and BlockCache, DeviceCache and HeapTrim again after each of
    /// OffloadWeights and UnloadModel; a step without an action is reported with a note. Waits for a
    /// run in progress; not to be called from an action.
    std::vector<ClearStepResult> run(const std::vector<ClearStep> &steps);

    /// Steps 1 to 8, what one press of the button runs.
    static std::vector<ClearStep> all();

private:
    friend Registration;
    struct Row {
        ClearStep step = ClearStep::Results;
        Action action;
        CallGuard guard;
    };
    void remove(int64_t id);
    int64_t insert(ClearStep step, Action action);
    /// Calls the step's actions; false when there is none.
    bool perform(ClearStep step);

    Devices *const m_devices;
    mutable std::mutex m_mutex; ///< guards m_rows and m_lastId
    std::mutex m_runMutex; ///< one run at a time
    std::map<int64_t, std::shared_ptr<Row>> m_rows; ///< shared, so that actions run without the lock
    int64_t m_lastId = 0;
};

} // namespace limno
