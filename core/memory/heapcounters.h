// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace limno {

/// Who looks at some of the heap's blocks. Both are called on the thread that allocates or frees, at any time, and may
/// themselves allocate. `caller` is the address to which malloc returns; `freed` gets every block, just before it is freed.
struct HeapSampling {
    int64_t meanBytes = 0; ///< mean distance of samples (Poisson)
    void (*allocated)(void *block, int64_t bytes, void *caller) noexcept = nullptr;
    void (*freed)(void *block) noexcept = nullptr;
};

} // namespace limno

// Defined by the malloc interposer of an executable (limno_interposer), and by nothing else.
extern "C" int64_t limnoHeapInUseBytes() noexcept;
extern "C" int64_t limnoThreadHeapBytes() noexcept;
extern "C" void limnoSampleHeap(const limno::HeapSampling *sampling) noexcept;

namespace limno {

/// Usable bytes of all blocks that malloc and its family have handed out and that nobody has freed yet, whoever asked
/// for them: exact while no other thread allocates. Some tens of nanoseconds, no lock. Absent in an executable without
/// the interposer and under sanitizers.
std::optional<int64_t> heapInUseBytes();

/// What the calling thread has allocated minus what it has freed since it began, blocks of other threads included.
/// Absent as above.
std::optional<int64_t> threadHeapBytes();

/// Starts to sample, or with null stops; `sampling` stays alive until the process ends. False where there is no
/// interposer.
bool sampleHeap(const HeapSampling *sampling);

} // namespace limno
