// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace limno {

/// What the driver says of one NVIDIA card, through its management library, which is opened at run time (NVIDIA
/// Management Library reference manual). Thread-safe.
class Nvml
{
public:
    struct Memory {
        int64_t totalBytes = 0;
        int64_t usedBytes = 0; ///< by all processes
        std::optional<int64_t> processBytes; ///< by this one; absent where the driver does not tell
    };

    /// `cudaIndex` counts the cards that CUDA_VISIBLE_DEVICES leaves, in its order. DeviceMissing says what is missing.
    static Result<std::unique_ptr<Nvml>> open(int cudaIndex, const std::string &library = "libnvidia-ml.so.1");
    ~Nvml();

    std::optional<Memory> memory() const;
    std::string name() const;

private:
    struct Library;
    Nvml(std::unique_ptr<Library> library, void *device);

    const std::unique_ptr<Library> m_library;
    void *const m_device;
};

} // namespace limno
