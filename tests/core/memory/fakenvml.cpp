// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A driver's management library with two cards, as far as Nvml uses one.
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace {

struct Memory {
    unsigned long long total, free, used;
};
struct Process {
    unsigned pid;
    unsigned long long used;
    unsigned gpuInstance, computeInstance;
};

int cards[2] = {0, 1};

} // namespace

extern "C" {

int nvmlInit_v2() { return 0; }
int nvmlShutdown() { return 0; }

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    if (index > 1)
        return 2;
    *device = &cards[index];
    return 0;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **device)
{
    if (std::string_view(uuid) != "GPU-one")
        return 6;
    *device = &cards[1];
    return 0;
}

int nvmlDeviceGetMemoryInfo(void *device, Memory *memory)
{
    const bool isFirst = device == &cards[0];
    *memory = {isFirst ? 8000ULL : 16000ULL, 100, isFirst ? 3000ULL : 5000ULL};
    return 0;
}

int nvmlDeviceGetName(void *device, char *name, unsigned size)
{
    std::strncpy(name, device == &cards[0] ? "Card Zero" : "Card One", size);
    return 0;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count, Process *processes)
{
    processes[0] = {1, 700, 0, 0};
    processes[1] = {static_cast<unsigned>(getpid()), device == &cards[0] ? 900ULL : ~0ULL, 0, 0};
    *count = 2;
    return 0;
}

} // extern "C"
