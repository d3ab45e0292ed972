// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/clearladder.h"
#include "core/runtime/model.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace limno {

enum class JobKind { Request, Load, Unload, Clear, Policy, Device };
enum class JobState { Preparing, Waiting, Running, Finished };

/// What a job says while it runs. Text pieces that nobody has fetched yet are merged, so the channel stays bounded and
/// no text is lost.
struct JobEvent {
    enum class Kind { Text, Progress };
    Kind kind = Kind::Text;
    std::string text; ///< new text since the last event
    double fraction = 0; ///< Progress, 0..1
    int64_t pieces = 0; ///< Text: how many pieces were merged, about one a token
};

/// How a job ended, whatever its kind.
struct JobResult {
    Outcome outcome; ///< kind, error and times for every job; the rest for requests
    std::vector<ClearStepResult> clearSteps; ///< Clear
    std::optional<ModelInfo> model; ///< Load
};

class JobCore;

/// A view on a submitted job; copies share it. Thread-safe, waitable from any thread, needs no event loop. Outlives the
/// runtime. Everything but isValid() needs a valid handle.
class JobHandle
{
public:
    JobHandle() = default;
    explicit JobHandle(std::shared_ptr<JobCore> core);

    bool isValid() const { return m_core != nullptr; }
    int64_t id() const;
    JobKind kind() const;
    JobState state() const;

    /// Asks it to end: at once while it waits, at the next token, layer or tensor while it runs.
    void cancel() const;

    /// The events since the last call, oldest first; never blocks.
    std::vector<JobEvent> takeEvents() const;
    /// Waits until there are events or the job has finished; false on timeout.
    bool waitForEvents(std::chrono::milliseconds timeout) const;
    /// Waits for the end; false on timeout.
    bool waitForFinished(std::chrono::milliseconds timeout) const;
    /// Waits for the end without limit and returns the result, which stays valid as long as a handle lives.
    const JobResult &wait() const &;
    JobResult wait() const && { return static_cast<const JobHandle &>(*this).wait(); } ///< of a handle about to die: a copy
    /// Null until the job has finished.
    const JobResult *result() const &;
    const JobResult *result() const && = delete;

private:
    std::shared_ptr<JobCore> m_core;
};

} // namespace limno
