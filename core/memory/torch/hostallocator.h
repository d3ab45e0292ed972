// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace limno {

/// Makes every CPU tensor of LibTorch (and oneDNN's scratch) come from our allocator, which counts live, peak and
/// per-owner bytes in hostCounters(). Must run before the first tensor is made; later calls do nothing.
/// Blocks are 64-byte aligned, may be freed from any thread, and honour LibTorch's raw_allocate contract (the context
/// is the data pointer). Out of memory throws c10's OutOfMemoryError and leaves the counters as they were.
void installHostAllocator();

} // namespace limno
