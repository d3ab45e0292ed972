// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace limno {

/// Whom a tensor's bytes belong to. Set by the worker for the request it runs, and by loaders explicitly.
enum class Owner : uint8_t { Untagged, Weights, KvCache, Activations, Result, Cache, Scenario };
inline constexpr size_t kOwnerCount = static_cast<size_t>(Owner::Scenario) + 1;

std::string_view ownerName(Owner owner);

/// What the host allocator of the tensors module has handed out. Lives in core, so that readers need no LibTorch;
/// written by the allocator with relaxed atomics from any thread. All values are bytes.
struct HostCounters {
    std::atomic<bool> installed = false; ///< false until the tensors module is open: the metrics are absent
    std::atomic<int64_t> live = 0;
    std::atomic<int64_t> peak = 0;
    std::atomic<int64_t> cached = 0;
    std::array<std::atomic<int64_t>, kOwnerCount> byOwner{};

    void allocated(Owner owner, int64_t bytes);
    void freed(Owner owner, int64_t bytes);
    /// Makes the present level the peak and returns the old one.
    int64_t resetPeak();
};

HostCounters &hostCounters();

/// Tags the allocations of the present thread until it goes out of scope; scopes nest.
class OwnerScope
{
public:
    explicit OwnerScope(Owner owner);
    ~OwnerScope();
    OwnerScope(const OwnerScope &) = delete;
    OwnerScope &operator=(const OwnerScope &) = delete;

    /// The present thread's tag; Untagged outside of every scope.
    static Owner current();

private:
    Owner m_previous;
};

} // namespace limno
