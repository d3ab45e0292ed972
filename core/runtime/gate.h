// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace limno {

/// Models of a class share a number of permits.
enum class PermitClass { Text, Vision, Image };
inline constexpr int kUnlimitedPermits = -1; ///< the gate is off: everybody enters, everything is still measured

class Gate;

/// The right to compute. Returned to the gate when destroyed, on every path.
class Permit
{
public:
    Permit() = default;
    Permit(Permit &&other) noexcept;
    Permit &operator=(Permit &&other) noexcept;
    ~Permit();

    bool isHeld() const { return m_gate != nullptr; }
    void release();
    int64_t waitedNs() const { return m_waitedNs; }

private:
    friend class Gate;
    struct Shared;
    std::shared_ptr<Shared> m_gate;
    int64_t m_ticket = 0;
    int64_t m_waitedNs = 0;
};

/// First come, first served admission. A ticket is passed only by those that can go while it cannot: its class has no
/// permit left, another permit of its `serial` is out, or it is not ready. An exclusive ticket (load, unload, clear,
/// policy change) waits until no permit is held and lets nobody past it while it waits or runs. Limits may change at
/// any time: a lower one takes effect as permits come back, a higher one at once; every class starts with one permit.
/// Thread-safe. Callbacks run without any lock on a thread that called the gate or returned a permit; grants are told
/// one at a time, in the order in which they were made. A callback must be quick, must not throw and must not wait for
/// the gate.
class Gate
{
public:
    struct Ticket {
        PermitClass permitClass = PermitClass::Text;
        bool exclusive = false;
        bool ready = true; ///< false: keeps its place in the line, is granted after makeReady()
        std::string serial = {}; ///< at most one permit is out for each non-empty value
        std::optional<int64_t> deadlineNs = {}; ///< clock time after which expire() refuses it
        std::string label = {}; ///< for the snapshot and the log
    };
    /// Called exactly once per enter(): with a Permit, or with Cancelled, Timeout, Busy (closed) or leave()'s error.
    using Granted = std::function<void(Result<Permit>)>;

    struct Waiting {
        int64_t ticket = 0;
        std::string label;
        bool exclusive = false;
        bool ready = true;
        int64_t sinceNs = 0;
    };
    struct Snapshot {
        std::map<PermitClass, int> limits;
        std::map<PermitClass, int> held;
        bool exclusiveHeld = false;
        std::vector<Waiting> waiting; ///< in the order in which they will be served
    };

    explicit Gate(const Clock &clock = Clock::steady());
    /// Refuses those that wait (Cancelled). Permits still out stay valid and return into nothing.
    ~Gate();

    /// Asks for admission; may call `granted` before it returns. Returns the ticket's number, above all earlier ones.
    int64_t enter(Ticket ticket, Granted granted);
    /// False when it no longer waits.
    bool makeReady(int64_t ticket);
    /// Takes a waiting ticket out of the line; it is told `why` before this returns. False when it no longer waits.
    bool leave(int64_t ticket, Error why = {ErrorCode::Cancelled, "cancelled while it waited"});
    void setLimit(PermitClass permitClass, int limit);
    /// Refuses every waiting ticket whose deadline has passed with Timeout; returns the earliest deadline left.
    std::optional<int64_t> expire();
    /// From now on enter() is refused with Busy; those that wait are told Cancelled.
    void close();

    Snapshot snapshot() const;

private:
    std::shared_ptr<Permit::Shared> m_shared;
};

} // namespace limno
