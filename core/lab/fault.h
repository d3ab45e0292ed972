// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/model.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace limno {

/// One request as a fault sees it. The session belongs to the request; a fault may take it.
struct FaultyRun {
    const Request &request;
    const Prepared &prepared;
    const RunContext &context;
    std::unique_ptr<Session> &session;
    Device *device = nullptr; ///< null: host memory
    int64_t number = 0; ///< of the request since the model was loaded, from 0

    Outcome compute() const { return session->run(request, prepared, context); }
};

/// What a program does wrong with each request. Called on workers, several at once; what it keeps goes with it, when the
/// model is unloaded.
class Fault
{
public:
    virtual ~Fault() = default;
    /// In place of the session's run; in the twin it is not called.
    virtual Outcome run(FaultyRun &run) = 0;
    /// The truth, counted by the scenario: bytes that requests have left behind.
    int64_t keptBytes() const { return m_keptBytes.load(std::memory_order_relaxed); }

protected:
    void kept(int64_t bytes) { m_keptBytes.fetch_add(bytes, std::memory_order_relaxed); }

private:
    std::atomic<int64_t> m_keptBytes = 0;
};

/// Bytes of an outcome's own values: texts, ids, tensors.
int64_t outcomeBytes(const Outcome &outcome);

} // namespace limno
