// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a pair of allocate and free costs in our allocator beside LibTorch's own, turn by turn, and on an emulated card.
// Prints the median ratio for each size. bench_allocator [ROUNDS], by default 41.
#include "core/base/clock.h"
#include "core/memory/births.h"
#include "core/memory/devicescope.h"
#include "core/memory/emulatedcard.h"
#include "core/memory/torch/hostallocator.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace limno;

namespace {

double pairNs(c10::Allocator &allocator, size_t bytes, int pairs)
{
    const int64_t begin = Clock::steady().nowNs();
    for (int i = 0; i < pairs; ++i) {
        const c10::DataPtr block = allocator.allocate(bytes);
        *static_cast<volatile char *>(block.get()) = 1;
    }
    return static_cast<double>(Clock::steady().nowNs() - begin) / pairs;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 41;
    c10::Allocator &theirs = *c10::GetDefaultCPUAllocator();
    installHostAllocator();
    c10::Allocator &ours = *c10::GetAllocator(c10::DeviceType::CPU);
    const auto card = EmulatedCard::create(*parseDeviceSpec("emulated:256MiB"));
    const OwnerScope owner(OwnerTag::of(Owner::Activations, "bench"));
    const BirthScope birth(births().begin(1));
    std::printf("%10s %10s %10s %8s %10s\n", "bytes", "LibTorch", "ours", "ratio", "card");
    for (const size_t bytes : {size_t{64}, size_t{512}, size_t{4096}, size_t{65536}, size_t{1} << 20, size_t{8} << 20}) {
        const int pairs = bytes <= 65536 ? 20'000 : 500;
        std::vector<double> theirNs, ourNs, ratios, cardNs;
        for (int round = 0; round < rounds; ++round) {
            theirNs.push_back(pairNs(theirs, bytes, pairs));
            ourNs.push_back(pairNs(ours, bytes, pairs));
            ratios.push_back(ourNs.back() / theirNs.back());
            if (card) {
                const DeviceScope scope(card->get());
                cardNs.push_back(pairNs(ours, bytes, pairs));
            }
        }
        std::printf("%10zu %7.1f ns %7.1f ns %8.2f %7.1f ns\n", bytes, median(theirNs), median(ourNs), median(ratios),
                    cardNs.empty() ? 0 : median(cardNs));
    }
    return 0;
}
