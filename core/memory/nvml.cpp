// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/nvml.h"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace limno {

namespace {

// From NVML's reference manual: the few types and values that are used here.
using Status = int;
constexpr Status kSuccess = 0;
constexpr unsigned kNameBytes = 96;
constexpr uint64_t kNotAvailable = ~uint64_t{0};

struct MemoryInfo {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

struct ProcessInfo {
    unsigned pid;
    unsigned long long usedBytes;
    unsigned gpuInstance;
    unsigned computeInstance;
};

/// The entry of CUDA_VISIBLE_DEVICES that CUDA counts as `index`: a number, a UUID, or the index itself.
std::string visibleDevice(int index)
{
    const char *setting = std::getenv("CUDA_VISIBLE_DEVICES");
    if (!setting)
        return std::to_string(index);
    std::string_view list(setting);
    for (int i = 0; !list.empty(); ++i) {
        const std::string_view entry = list.substr(0, list.find(','));
        if (i == index)
            return std::string(entry);
        list.remove_prefix(std::min(list.size(), entry.size() + 1));
    }
    return {};
}

} // namespace

struct Nvml::Library {
    explicit Library(void *opened)
        : handle(opened)
    {
    }
    ~Library()
    {
        if (isStarted)
            shutdown();
        dlclose(handle);
    }
    Library(const Library &) = delete;
    Library &operator=(const Library &) = delete;

    template<typename Function>
    bool find(Function *&function, const char *symbol)
    {
        function = reinterpret_cast<Function *>(dlsym(handle, symbol));
        return function != nullptr;
    }

    bool findAll()
    {
        return find(init, "nvmlInit_v2") && find(shutdown, "nvmlShutdown") && find(byIndex, "nvmlDeviceGetHandleByIndex_v2")
            && find(byUuid, "nvmlDeviceGetHandleByUUID") && find(memoryInfo, "nvmlDeviceGetMemoryInfo")
            && find(name, "nvmlDeviceGetName") && find(processes, "nvmlDeviceGetComputeRunningProcesses_v3");
    }

    Result<void *> device(int cudaIndex) const
    {
        const std::string entry = visibleDevice(cudaIndex);
        void *device = nullptr;
        unsigned number = 0;
        const auto [end, parsed] = std::from_chars(entry.data(), entry.data() + entry.size(), number);
        const bool isNumber = parsed == std::errc() && end == entry.data() + entry.size();
        if (entry.empty() || (isNumber ? byIndex(number, &device) : byUuid(entry.c_str(), &device)) != kSuccess)
            return failure(ErrorCode::DeviceMissing, "cuda:" + std::to_string(cudaIndex) + ": the driver knows no such card");
        return device;
    }

    void *const handle;
    bool isStarted = false;
    Status (*init)() = nullptr;
    Status (*shutdown)() = nullptr;
    Status (*byIndex)(unsigned, void **) = nullptr;
    Status (*byUuid)(const char *, void **) = nullptr;
    Status (*memoryInfo)(void *, MemoryInfo *) = nullptr;
    Status (*name)(void *, char *, unsigned) = nullptr;
    Status (*processes)(void *, unsigned *, ProcessInfo *) = nullptr;
};

Nvml::Nvml(std::unique_ptr<Library> library, void *device)
    : m_library(std::move(library))
    , m_device(device)
{
}

Nvml::~Nvml() = default;

Result<std::unique_ptr<Nvml>> Nvml::open(int cudaIndex, const std::string &library)
{
    void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return failure(ErrorCode::DeviceMissing, library + ": no NVIDIA driver on this machine");
    auto opened = std::make_unique<Library>(handle);
    if (!opened->findAll())
        return failure(ErrorCode::DeviceMissing, library + ": a function of NVML 11 is missing; the driver is too old");
    if (const Status status = opened->init(); status != kSuccess)
        return failure(ErrorCode::DeviceMissing, library + ": does not start (NVML error " + std::to_string(status) + ")");
    opened->isStarted = true;
    const Result<void *> device = opened->device(cudaIndex);
    if (!device)
        return failure(device.error());
    return std::unique_ptr<Nvml>(new Nvml(std::move(opened), *device));
}

std::optional<Nvml::Memory> Nvml::memory() const
{
    MemoryInfo info{};
    if (m_library->memoryInfo(m_device, &info) != kSuccess)
        return std::nullopt;
    Memory memory{static_cast<int64_t>(info.total), static_cast<int64_t>(info.used), std::nullopt};
    std::array<ProcessInfo, 256> processes{};
    unsigned count = processes.size();
    if (m_library->processes(m_device, &count, processes.data()) != kSuccess)
        return memory;
    const auto self = static_cast<unsigned>(getpid());
    for (unsigned i = 0; i < count; ++i) {
        if (processes[i].pid == self && processes[i].usedBytes != kNotAvailable)
            memory.processBytes = static_cast<int64_t>(processes[i].usedBytes);
    }
    return memory;
}

std::string Nvml::name() const
{
    std::array<char, kNameBytes> text{};
    return m_library->name(m_device, text.data(), kNameBytes) == kSuccess ? std::string(text.data()) : std::string();
}

} // namespace limno
