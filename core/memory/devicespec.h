// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace limno {

/// What `--device` names: `cpu`, `cuda:N` or `emulated:SIZE[,context=SIZE][,slots=N][,copy=SIZE/s]`. All sizes in bytes.
struct DeviceSpec {
    enum class Kind { Cpu, Emulated, Cuda };

    Kind kind = Kind::Cpu;
    int index = 0; ///< of a CUDA card
    int64_t sizeBytes = 0; ///< of an emulated card
    int64_t contextBytes = 0; ///< what the emulated card's own context takes off its size
    int computeSlots = 0; ///< requests that compute on the emulated card at a time; 0: as many as like
    int64_t copyBytesPerSecond = 0; ///< between host and emulated card; 0: copies cost what they cost here

    bool operator==(const DeviceSpec &) const = default;
};

/// InputInvalid names the key and the value.
Result<DeviceSpec> parseDeviceSpec(std::string_view text);

/// The shortest text that parseDeviceSpec() reads back as the same value.
std::string deviceSpecText(const DeviceSpec &spec);

/// "cpu", "cuda:0", "emulated 8 GiB": what people read wherever a number of the device is shown.
std::string deviceLabel(const DeviceSpec &spec);

} // namespace limno
