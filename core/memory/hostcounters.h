// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/allocationtag.h"

#include <atomic>
#include <cstdint>

namespace limno {

/// What the host allocator of the tensors module has handed out. Lives in core, so that readers need no LibTorch;
/// written by the allocator with relaxed atomics from any thread. All values are bytes. Who holds how much is in
/// tally() and births(), which are counted along.
struct HostCounters {
    std::atomic<bool> installed = false; ///< false until the tensors module is open: the metrics are absent
    std::atomic<int64_t> live = 0;
    std::atomic<int64_t> peak = 0;

    void allocated(AllocationTag tag, int64_t bytes);
    void freed(AllocationTag tag, int64_t bytes);
    /// Makes the present level the peak and returns the old one.
    int64_t resetPeak();
};

HostCounters &hostCounters();

} // namespace limno
