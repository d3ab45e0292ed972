// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace limno {

/// Makes every CPU tensor of LibTorch (and oneDNN's scratch) come from our allocator. Each block carries the
/// currentTag() of the thread that asked for it and is counted in hostCounters(), tally() and births(); inside of a
/// DeviceScope it comes from that card's arena. Must run before the first tensor is made; later calls do nothing.
/// Blocks are 64-byte aligned, may be freed from any thread, and honour LibTorch's raw_allocate contract (the context
/// is the data pointer). Out of memory throws c10's OutOfMemoryError and leaves the counters as they were.
void installHostAllocator();

/// Operators of LibTorch name themselves as the site of what they allocate, unless a SiteScope is open. Calls nest;
/// costs some hundred nanoseconds an operator.
void trackOperatorSites();

} // namespace limno
