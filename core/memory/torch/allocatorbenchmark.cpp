// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/torch/allocatorbenchmark.h"

#include "core/base/clock.h"
#include "core/memory/births.h"
#include "core/memory/devicescope.h"
#include "core/memory/emulatedcard.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>

#include <algorithm>

namespace limno {

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

std::vector<Benchmark::Row> run(int rounds)
{
    c10::Allocator &theirs = *c10::GetDefaultCPUAllocator();
    c10::Allocator &ours = *c10::GetAllocator(c10::DeviceType::CPU);
    const auto card = EmulatedCard::create(*parseDeviceSpec("emulated:256MiB"));
    const OwnerScope owner(OwnerTag::of(Owner::Activations, "bench"));
    const uint32_t request = births().begin(1);
    const BirthScope birth(request);
    std::vector<Benchmark::Row> rows;
    for (const size_t bytes : {size_t{64}, size_t{512}, size_t{4096}, size_t{65536}, size_t{1} << 20, size_t{8} << 20}) {
        const int pairs = bytes <= 65536 ? 20'000 : 500;
        std::vector<double> theirNs;
        std::vector<double> ourNs;
        std::vector<double> ratios;
        std::vector<double> cardNs;
        for (int round = 0; round < rounds; ++round) {
            theirNs.push_back(pairNs(theirs, bytes, pairs));
            ourNs.push_back(pairNs(ours, bytes, pairs));
            ratios.push_back(ourNs.back() / theirNs.back());
            if (card) {
                const DeviceScope scope(card->get());
                cardNs.push_back(pairNs(ours, bytes, pairs));
            }
        }
        Benchmark::Row row{std::to_string(bytes) + " bytes", {{"libtorchNs", median(theirNs)}, {"oursNs", median(ourNs)}, {"ratio", median(ratios)}}};
        if (!cardNs.empty())
            row.values.emplace_back("cardNs", median(cardNs));
        rows.push_back(std::move(row));
    }
    births().end(request);
    return rows;
}

} // namespace

Benchmark allocatorBenchmark()
{
    return {"allocator", "A pair of allocate and free beside LibTorch's allocator", run};
}

} // namespace limno
