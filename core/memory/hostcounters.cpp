// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/hostcounters.h"

namespace limno {

namespace {

thread_local Owner currentOwner = Owner::Untagged;

} // namespace

std::string_view ownerName(Owner owner)
{
    switch (owner) {
    case Owner::Untagged:
        break;
    case Owner::Weights:
        return "weights";
    case Owner::KvCache:
        return "KV cache";
    case Owner::Activations:
        return "activations";
    case Owner::Result:
        return "result";
    case Owner::Cache:
        return "cache";
    case Owner::Scenario:
        return "scenario";
    }
    return "untagged";
}

void HostCounters::allocated(Owner owner, int64_t bytes)
{
    byOwner[static_cast<size_t>(owner)].fetch_add(bytes, std::memory_order_relaxed);
    const int64_t level = live.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    int64_t highest = peak.load(std::memory_order_relaxed);
    while (level > highest && !peak.compare_exchange_weak(highest, level, std::memory_order_relaxed)) {
    }
}

void HostCounters::freed(Owner owner, int64_t bytes)
{
    byOwner[static_cast<size_t>(owner)].fetch_sub(bytes, std::memory_order_relaxed);
    live.fetch_sub(bytes, std::memory_order_relaxed);
}

int64_t HostCounters::resetPeak()
{
    return peak.exchange(live.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

HostCounters &hostCounters()
{
    static constinit HostCounters counters;
    return counters;
}

OwnerScope::OwnerScope(Owner owner)
    : m_previous(currentOwner)
{
    currentOwner = owner;
}

OwnerScope::~OwnerScope()
{
    currentOwner = m_previous;
}

Owner OwnerScope::current()
{
    return currentOwner;
}

} // namespace limno
