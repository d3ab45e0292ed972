// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/gate.h"

#include <deque>
#include <mutex>
#include <set>
#include <utility>

namespace limno {

struct Permit::Shared : std::enable_shared_from_this<Permit::Shared> {
    struct Waiter {
        Gate::Ticket ticket;
        Gate::Granted granted;
        int64_t sinceNs = 0;
    };
    struct Holder {
        PermitClass permitClass = PermitClass::Text;
        bool exclusive = false;
        std::string serial;
    };
    struct Grant {
        int64_t ticket = 0;
        int64_t waitedNs = 0;
        Gate::Granted granted;
    };

    explicit Shared(const Clock &c)
        : clock(c)
    {
        for (const PermitClass each : {PermitClass::Text, PermitClass::Vision, PermitClass::Image}) {
            limits[each] = 1;
            held[each] = 0;
        }
    }

    void admit(std::unique_lock<std::mutex> lock);
    void tell(std::unique_lock<std::mutex> lock);
    void giveBack(int64_t ticket);
    void refuseAll(const Error &why);

    const Clock &clock;
    mutable std::mutex mutex; ///< guards everything below
    std::map<PermitClass, int> limits;
    std::map<PermitClass, int> held;
    std::map<int64_t, Waiter> waiting; ///< by ticket, which is the order of arrival
    std::map<int64_t, Holder> holders;
    std::set<std::string> busySerials;
    std::deque<Grant> grants; ///< made, not told yet
    bool telling = false;
    bool exclusiveHeld = false;
    bool closed = false;
    int64_t lastTicket = 0;

private:
    bool canGo(const Waiter &waiter, bool isFirst) const;
    void grant(std::map<int64_t, Waiter>::iterator waiter, int64_t nowNs);
};

bool Permit::Shared::canGo(const Waiter &waiter, bool isFirst) const
{
    const Gate::Ticket &ticket = waiter.ticket;
    if (!ticket.ready)
        return false;
    if (ticket.exclusive)
        return isFirst && holders.empty();
    const int limit = limits.at(ticket.permitClass);
    return (limit < 0 || held.at(ticket.permitClass) < limit) && !busySerials.contains(ticket.serial);
}

void Permit::Shared::grant(std::map<int64_t, Waiter>::iterator waiter, int64_t nowNs)
{
    auto &[number, entry] = *waiter;
    const Gate::Ticket &ticket = entry.ticket;
    if (ticket.exclusive)
        exclusiveHeld = true;
    else
        ++held[ticket.permitClass];
    if (!ticket.serial.empty())
        busySerials.insert(ticket.serial);
    holders[number] = {ticket.permitClass, ticket.exclusive, ticket.serial};
    grants.push_back({number, nowNs - entry.sinceNs, std::move(entry.granted)});
    waiting.erase(waiter);
}

/// Grants what can be granted now, then tells.
void Permit::Shared::admit(std::unique_lock<std::mutex> lock)
{
    const int64_t nowNs = clock.nowNs();
    for (auto each = waiting.begin(); each != waiting.end() && !exclusiveHeld;) {
        const auto waiter = each++;
        const bool exclusive = waiter->second.ticket.exclusive;
        if (canGo(waiter->second, waiter == waiting.begin()))
            grant(waiter, nowNs);
        if (exclusive)
            break;
    }
    tell(std::move(lock));
}

/// One thread tells at a time, so that two permits that come back at once cannot swap the order of the grants, and a
/// callback that gives its permit back does not recurse.
void Permit::Shared::tell(std::unique_lock<std::mutex> lock)
{
    if (telling)
        return;
    telling = true;
    while (!grants.empty()) {
        Grant next = std::move(grants.front());
        grants.pop_front();
        lock.unlock();
        Permit permit;
        permit.m_gate = shared_from_this();
        permit.m_ticket = next.ticket;
        permit.m_waitedNs = next.waitedNs;
        next.granted(std::move(permit));
        next = {};
        lock.lock();
    }
    telling = false;
}

void Permit::Shared::giveBack(int64_t ticket)
{
    std::unique_lock lock(mutex);
    const auto holder = holders.find(ticket);
    if (holder->second.exclusive)
        exclusiveHeld = false;
    else
        --held[holder->second.permitClass];
    busySerials.erase(holder->second.serial);
    holders.erase(holder);
    admit(std::move(lock));
}

void Permit::Shared::refuseAll(const Error &why)
{
    std::unique_lock lock(mutex);
    closed = true;
    const auto refused = std::exchange(waiting, {});
    lock.unlock();
    for (const auto &[number, waiter] : refused)
        waiter.granted(failure(why));
}

Permit::Permit(Permit &&other) noexcept
    : m_gate(std::exchange(other.m_gate, nullptr))
    , m_ticket(other.m_ticket)
    , m_waitedNs(other.m_waitedNs)
{
}

Permit &Permit::operator=(Permit &&other) noexcept
{
    if (this != &other) {
        release();
        m_gate = std::exchange(other.m_gate, nullptr);
        m_ticket = other.m_ticket;
        m_waitedNs = other.m_waitedNs;
    }
    return *this;
}

Permit::~Permit()
{
    release();
}

void Permit::release()
{
    if (const auto gate = std::exchange(m_gate, nullptr))
        gate->giveBack(m_ticket);
}

Gate::Gate(const Clock &clock)
    : m_shared(std::make_shared<Permit::Shared>(clock))
{
}

Gate::~Gate()
{
    close();
}

int64_t Gate::enter(Ticket ticket, Granted granted)
{
    std::unique_lock lock(m_shared->mutex);
    const int64_t number = ++m_shared->lastTicket;
    if (m_shared->closed) {
        lock.unlock();
        granted(failure(ErrorCode::Busy, ticket.label + ": no more work is accepted"));
        return number;
    }
    m_shared->waiting[number] = {std::move(ticket), std::move(granted), m_shared->clock.nowNs()};
    m_shared->admit(std::move(lock));
    return number;
}

bool Gate::makeReady(int64_t ticket)
{
    std::unique_lock lock(m_shared->mutex);
    const auto waiter = m_shared->waiting.find(ticket);
    if (waiter == m_shared->waiting.end())
        return false;
    waiter->second.ticket.ready = true;
    m_shared->admit(std::move(lock));
    return true;
}

bool Gate::leave(int64_t ticket, Error why)
{
    std::unique_lock lock(m_shared->mutex);
    auto waiter = m_shared->waiting.extract(ticket);
    if (waiter.empty())
        return false;
    m_shared->admit(std::move(lock));
    waiter.mapped().granted(failure(std::move(why)));
    return true;
}

void Gate::setLimit(PermitClass permitClass, int limit)
{
    std::unique_lock lock(m_shared->mutex);
    m_shared->limits[permitClass] = limit < 0 ? kUnlimitedPermits : limit;
    m_shared->admit(std::move(lock));
}

std::optional<int64_t> Gate::expire()
{
    std::unique_lock lock(m_shared->mutex);
    const int64_t nowNs = m_shared->clock.nowNs();
    std::vector<Permit::Shared::Waiter> late;
    std::optional<int64_t> next;
    for (auto each = m_shared->waiting.begin(); each != m_shared->waiting.end();) {
        const auto waiter = each++;
        const std::optional<int64_t> deadlineNs = waiter->second.ticket.deadlineNs;
        if (!deadlineNs)
            continue;
        if (*deadlineNs <= nowNs) {
            late.push_back(std::move(waiter->second));
            m_shared->waiting.erase(waiter);
        } else if (!next || *deadlineNs < *next) {
            next = deadlineNs;
        }
    }
    m_shared->admit(std::move(lock));
    for (const auto &waiter : late) {
        const int64_t waitedMs = (nowNs - waiter.sinceNs) / kNsPerMs;
        waiter.granted(failure(ErrorCode::Timeout,
                               waiter.ticket.label + ": no permit within " + std::to_string(waitedMs) + " ms"));
    }
    return next;
}

void Gate::close()
{
    m_shared->refuseAll({ErrorCode::Cancelled, "cancelled while it waited"});
}

Gate::Snapshot Gate::snapshot() const
{
    const std::lock_guard lock(m_shared->mutex);
    Snapshot snapshot{m_shared->limits, m_shared->held, m_shared->exclusiveHeld, {}};
    snapshot.waiting.reserve(m_shared->waiting.size());
    for (const auto &[number, waiter] : m_shared->waiting) {
        const Ticket &ticket = waiter.ticket;
        snapshot.waiting.push_back({number, ticket.label, ticket.exclusive, ticket.ready, waiter.sinceNs});
    }
    return snapshot;
}

} // namespace limno
