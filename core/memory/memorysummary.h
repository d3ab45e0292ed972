// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/devicestats.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace limno {

/// "20.00 MiB", "512 bytes": as PyTorch's CUDA allocator writes sizes in its messages.
std::string pytorchSize(int64_t bytes);

/// The table that torch.cuda.memory_summary() prints, row for row, under a title that names the device: `deviceName` is
/// Device::name(), which says of an emulated card that it is one. Ends with a newline.
std::string memorySummary(const DeviceStats &stats, std::string_view deviceName);

} // namespace limno
