// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/memory/device.h"

#include <memory>

namespace limno {

/// An NVIDIA card through LibTorch's device-agnostic calls. Opens LibTorch's CUDA library on first use. DeviceMissing
/// says what is missing: driver, library, or a card of that number.
Result<std::shared_ptr<Device>> makeCudaDevice(const DeviceSpec &spec);

} // namespace limno
