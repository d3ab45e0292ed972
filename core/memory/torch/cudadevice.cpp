// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/torch/cudadevice.h"

#include "core/memory/nvml.h"

#include <ATen/Context.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/util/Exception.h>

#include <dlfcn.h>

namespace limno {

namespace {

DeviceStat toStat(const c10::CachingAllocator::Stat &stat)
{
    return {stat.current, stat.peak, stat.allocated, stat.freed};
}

DeviceStatArray toStats(const c10::CachingAllocator::StatArray &stats)
{
    using c10::CachingAllocator::StatType;
    const auto of = [&stats](StatType type) { return toStat(stats[static_cast<size_t>(type)]); };
    return {of(StatType::AGGREGATE), of(StatType::SMALL_POOL), of(StatType::LARGE_POOL)};
}

class CudaDevice final : public Device
{
public:
    CudaDevice(const DeviceSpec &spec, std::unique_ptr<Nvml> nvml)
        : m_spec(spec)
        , m_nvml(std::move(nvml))
    {
    }

    const DeviceSpec &spec() const override { return m_spec; }

    std::string name() const override
    {
        const std::string card = m_nvml ? m_nvml->name() : std::string();
        return card.empty() ? deviceLabel(m_spec) : card + " (" + deviceLabel(m_spec) + ")";
    }

    std::optional<int64_t> capacityBytes() const override
    {
        const auto memory = m_nvml ? m_nvml->memory() : std::nullopt;
        return memory ? std::optional(memory->totalBytes) : std::nullopt;
    }

    std::optional<DeviceStats> stats() const override
    {
        if (!allocator().initialized())
            return DeviceStats{};
        const auto theirs = allocator().getDeviceStats(index());
        DeviceStats stats;
        stats.allocation = toStats(theirs.allocation);
        stats.segment = toStats(theirs.segment);
        stats.active = toStats(theirs.active);
        stats.inactiveSplit = toStats(theirs.inactive_split);
        stats.allocatedBytes = toStats(theirs.allocated_bytes);
        stats.reservedBytes = toStats(theirs.reserved_bytes);
        stats.activeBytes = toStats(theirs.active_bytes);
        stats.inactiveSplitBytes = toStats(theirs.inactive_split_bytes);
        stats.requestedBytes = toStats(theirs.requested_bytes);
        stats.oversizeAllocations = toStat(theirs.oversize_allocations);
        stats.oversizeSegments = toStat(theirs.oversize_segments);
        stats.numAllocRetries = theirs.num_alloc_retries;
        stats.numOoms = theirs.num_ooms;
        stats.numSyncAllStreams = theirs.num_sync_all_streams;
        stats.numDeviceAlloc = theirs.num_device_alloc;
        stats.numDeviceFree = theirs.num_device_free;
        return stats;
    }

    void resetPeak() override
    {
        if (allocator().initialized())
            allocator().resetPeakStats(index());
    }

    int64_t emptyCache() override
    {
        const int64_t before = stats()->reservedBytes.all.current;
        if (allocator().initialized())
            allocator().emptyCache();
        return before - stats()->reservedBytes.all.current;
    }

    /// Device-agnostic calls give no snapshot.
    std::optional<CardState> state() const override { return std::nullopt; }

    void fill(Sample &sample) const override
    {
        if (const auto now = stats()) {
            sample.set(Metric::DeviceAllocated, now->allocatedBytes.all.current);
            sample.set(Metric::DeviceReserved, now->reservedBytes.all.current);
            sample.set(Metric::DeviceInactiveSplit, now->inactiveSplitBytes.all.current);
        }
        const auto memory = m_nvml ? m_nvml->memory() : std::nullopt;
        if (!memory)
            return;
        sample.set(Metric::DeviceUsed, memory->usedBytes);
        sample.set(Metric::DeviceTotal, memory->totalBytes);
        if (memory->processBytes)
            sample.set(Metric::DeviceProcess, *memory->processBytes);
    }

    void mark(std::string_view) override { }
    void setHistoryEnabled(bool) override { }

private:
    static c10::DeviceAllocator &allocator() { return *c10::getDeviceAllocator(c10::DeviceType::CUDA); }
    c10::DeviceIndex index() const { return static_cast<c10::DeviceIndex>(m_spec.index); }

    const DeviceSpec m_spec;
    const std::unique_ptr<Nvml> m_nvml; ///< null: the driver does not tell
};

Result<void> openCuda()
{
    // The driver first: without one the library costs hundreds of megabytes of mappings for nothing.
    if (!dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL))
        return failure(ErrorCode::DeviceMissing, "no NVIDIA driver on this machine (libcuda.so.1)");
    if (!dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL)) {
        const char *words = dlerror();
        return failure(ErrorCode::DeviceMissing, std::string("LibTorch's CUDA library: ") + (words ? words : "cannot be opened"));
    }
    return {};
}

} // namespace

Result<std::shared_ptr<Device>> makeCudaDevice(const DeviceSpec &spec)
try {
    if (const Result<void> opened = openCuda(); !opened)
        return failure(opened.error().code, deviceSpecText(spec) + ": " + opened.error().message);
    at::globalContext().lazyInitDevice(c10::DeviceType::CUDA);
    const int count = c10::impl::getDeviceGuardImpl(c10::DeviceType::CUDA)->deviceCount();
    if (spec.index >= count)
        return failure(ErrorCode::DeviceMissing, deviceSpecText(spec) + ": this machine has " + std::to_string(count) + " CUDA devices");
    auto nvml = Nvml::open(spec.index);
    return std::make_shared<CudaDevice>(spec, nvml ? std::move(*nvml) : nullptr);
} catch (const std::exception &error) {
    return failure(ErrorCode::DeviceMissing, deviceSpecText(spec) + ": " + error.what());
}

} // namespace limno
