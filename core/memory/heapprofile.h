// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace limno {

/// What one place in the program holds in the heap: an estimate from samples.
struct HeapSite {
    std::string function; ///< the first that is no part of an allocator or a container; "library+0x12ab" when it has no name
    std::vector<std::string> stack; ///< from that one outwards, of the stack that holds most
    int64_t bytes = 0;
    int64_t count = 0; ///< blocks
};

/// Sampled call stacks of the C heap, so that what grows there has a name. A block of s bytes is seen with probability
/// 1 - exp(-s / kMeanBytes) and stands for s divided by that, which makes the sums unbiased. Tensors are left out: the
/// tally has them exactly. Off until started; costs nothing but a comparison then. Thread-safe. What it stores is kept
/// outside of the heap.
class HeapProfile
{
public:
    static constexpr int64_t kMeanBytes = 512 * 1024;

    /// Blocks allocated from now on are sampled. False where malloc is not interposed (HeapCounters).
    static bool start();
    /// No more samples; those of blocks that are still alive are forgotten.
    static void stop();
    static bool isOn();
    /// The largest first; milliseconds, since names are looked up.
    static std::vector<HeapSite> sites();

    /// The calling thread's allocations are tensors until this goes out of scope.
    class TensorScope
    {
    public:
        TensorScope();
        ~TensorScope();
        TensorScope(const TensorScope &) = delete;
        TensorScope &operator=(const TensorScope &) = delete;
    };
};

} // namespace limno
