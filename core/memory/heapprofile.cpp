// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/heapprofile.h"

#include "core/memory/heapcounters.h"
#include "core/memory/mappedresource.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <unordered_map>

namespace limno {

namespace {

constexpr size_t kFrames = 32;
constexpr size_t kShownFrames = 12;

struct SampledBlock {
    std::array<void *, kFrames> frames{};
    size_t frameCount = 0;
    double bytes = 0; ///< for which it stands
    double count = 0;
};

/// Nonzero while this thread is inside the profile, or allocates a tensor: what it allocates then is not sampled.
constinit thread_local int notSampled = 0;

/// Lives as long as the process: blocks are freed until its last moment.
struct Samples {
    std::mutex mutex; ///< guards blocks
    MappedResource pages;
    std::pmr::unsynchronized_pool_resource pool{&pages};
    std::pmr::unordered_map<void *, SampledBlock> blocks{&pool};
    /// How many samples have this hash, so that freeing any other block costs one reading.
    std::array<std::atomic<uint16_t>, 1 << 16> known{};

    std::atomic<uint16_t> &filter(const void *block)
    {
        return known[(reinterpret_cast<uintptr_t>(block) * 0x9e3779b97f4a7c15) >> 48];
    }
};

Samples &samples()
{
    static Samples *const all = new Samples;
    return *all;
}

struct Inside {
    Inside() { ++notSampled; }
    ~Inside() { --notSampled; }
    Inside(const Inside &) = delete;
    Inside &operator=(const Inside &) = delete;
};

void allocated(void *block, int64_t bytes, void *caller) noexcept
{
    if (notSampled > 0)
        return;
    const Inside inside;
    SampledBlock sample;
    const auto end = sample.frames.begin() + backtrace(sample.frames.data(), kFrames);
    // What lies inside of malloc is ours.
    const auto begin = std::find(sample.frames.begin(), end, caller);
    sample.frameCount = static_cast<size_t>(end - begin);
    std::copy(begin, end, sample.frames.begin());
    if (begin == end)
        sample.frames[sample.frameCount++] = caller;
    const double seen = -std::expm1(-static_cast<double>(bytes) / HeapProfile::kMeanBytes);
    sample.bytes = static_cast<double>(bytes) / seen;
    sample.count = 1 / seen;
    Samples &all = samples();
    try {
        const std::lock_guard lock(all.mutex);
        all.blocks.insert_or_assign(block, sample);
        all.filter(block).fetch_add(1, std::memory_order_relaxed);
    } catch (...) { // no memory for the sample: the estimate is a little lower
    }
}

void freed(void *block) noexcept
{
    Samples &all = samples();
    if (all.filter(block).load(std::memory_order_relaxed) == 0)
        return;
    const Inside inside;
    const std::lock_guard lock(all.mutex);
    if (all.blocks.erase(block) > 0)
        all.filter(block).fetch_sub(1, std::memory_order_relaxed);
}

constexpr HeapSampling kSampling{HeapProfile::kMeanBytes, allocated, freed};
std::atomic<bool> isSampling = false;

/// A demangled name without result, arguments and what fills templates: "limno::Recorder::start".
std::string withoutTypes(std::string_view name)
{
    std::string plain;
    int depth = 0;
    for (const char c : name) {
        if (c == '(' && depth == 0 && !plain.empty() && !plain.ends_with("operator"))
            break;
        depth += c == '<' || c == '(' || c == '{' ? 1 : 0;
        if (depth == 0)
            plain += c == ' ' && !plain.ends_with("operator") ? '\0' : c;
        depth -= c == '>' || c == ')' || c == '}' ? 1 : 0;
        if (plain.ends_with('\0'))
            plain.clear(); // what came so far is the type of the result
    }
    return plain.empty() ? std::string(name) : plain;
}

std::string nameOf(void *frame)
{
    Dl_info info{};
    // One byte back: a return address may already belong to the next function.
    const auto address = reinterpret_cast<uintptr_t>(frame) - 1;
    if (dladdr(reinterpret_cast<void *>(address), &info) == 0 || info.dli_fname == nullptr)
        return "unknown";
    if (info.dli_sname != nullptr) {
        int status = 0;
        const std::unique_ptr<char, void (*)(void *)> name(abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status), std::free);
        return withoutTypes(name ? name.get() : info.dli_sname);
    }
    const std::string_view file = info.dli_fname;
    std::array<char, 32> offset{};
    std::snprintf(offset.data(), offset.size(), "+0x%zx", static_cast<size_t>(address - reinterpret_cast<uintptr_t>(info.dli_fbase)));
    return std::string(file.substr(file.rfind('/') + 1)) + offset.data();
}

/// Allocators and containers, which are called from everywhere and so say nothing.
bool saysNothing(std::string_view name)
{
    constexpr std::array<std::string_view, 12> kParts{"malloc", "calloc", "realloc", "operator new",
                                                      "std::", "__gnu_cxx::", "QArrayData::", "QByteArray::",
                                                      "QString::", "nlohmann::", "strdup", "__strdup"};
    return std::any_of(kParts.begin(), kParts.end(), [&](std::string_view part) { return name.starts_with(part); });
}

using Names = std::map<void *, std::string>;

const std::string &nameIn(Names &names, void *frame)
{
    const auto [place, isNew] = names.try_emplace(frame);
    if (isNew)
        place->second = nameOf(frame);
    return place->second;
}

std::vector<std::string> stackOf(std::span<void *const> frames, Names &names)
{
    size_t first = 0;
    while (first < frames.size() && saysNothing(nameIn(names, frames[first])))
        ++first;
    if (first == frames.size())
        first = 0;
    std::vector<std::string> stack;
    for (size_t i = first; i < frames.size() && stack.size() < kShownFrames; ++i)
        stack.push_back(nameIn(names, frames[i]));
    return stack;
}

} // namespace

bool HeapProfile::start()
{
    // The unwinder is loaded at its first use, which allocates.
    std::array<void *, 2> frames{};
    backtrace(frames.data(), static_cast<int>(frames.size()));
    samples();
    const bool isThere = sampleHeap(&kSampling);
    isSampling.store(isThere);
    return isThere;
}

void HeapProfile::stop()
{
    if (!isSampling.exchange(false))
        return;
    sampleHeap(nullptr);
    const Inside inside;
    Samples &all = samples();
    const std::lock_guard lock(all.mutex);
    all.blocks.clear();
    for (auto &known : all.known)
        known.store(0, std::memory_order_relaxed);
}

bool HeapProfile::isOn()
{
    return isSampling.load();
}

std::vector<HeapSite> HeapProfile::sites()
{
    const Inside inside;
    std::vector<SampledBlock> blocks;
    {
        Samples &all = samples();
        const std::lock_guard lock(all.mutex);
        blocks.reserve(all.blocks.size());
        for (const auto &[address, block] : all.blocks)
            blocks.push_back(block);
    }
    struct Sum {
        double bytes = 0;
        double count = 0;
        std::map<std::vector<std::string>, double> stacks;
    };
    std::map<std::string, Sum> byFunction;
    Names names;
    for (const SampledBlock &block : blocks) {
        std::vector<std::string> stack = stackOf(std::span(block.frames).first(block.frameCount), names);
        Sum &sum = byFunction[stack.front()];
        sum.bytes += block.bytes;
        sum.count += block.count;
        sum.stacks[std::move(stack)] += block.bytes;
    }
    std::vector<HeapSite> sites;
    for (const auto &[function, sum] : byFunction) {
        const auto most = std::max_element(sum.stacks.begin(), sum.stacks.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
        sites.push_back({function, most->first, std::llround(sum.bytes), std::llround(sum.count)});
    }
    std::stable_sort(sites.begin(), sites.end(), [](const HeapSite &a, const HeapSite &b) { return a.bytes > b.bytes; });
    return sites;
}

HeapProfile::TensorScope::TensorScope()
{
    ++notSampled;
}

HeapProfile::TensorScope::~TensorScope()
{
    --notSampled;
}

} // namespace limno
