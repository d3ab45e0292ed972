// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/memory/device.h"

#include <functional>
#include <memory>
#include <mutex>

namespace limno {

/// Which device the process computes for. Starts with the cpu. Thread-safe: who asked for current() keeps that device
/// alive while another one takes its place.
class Devices
{
public:
    using Maker = std::function<Result<std::shared_ptr<Device>>(const DeviceSpec &)>;

    Devices();

    std::shared_ptr<Device> current() const;
    /// DeviceMissing, InputInvalid, OutOfMemory; the device in use stays then. Models hold tensors on their device:
    /// whoever calls this sees to it that none is loaded.
    Result<void> select(const DeviceSpec &spec);

    /// Whether the driver shows an NVIDIA card of this number. Opens the driver's library: milliseconds.
    static bool hasCuda(int index);

    /// How CUDA devices are made: handed in by the module that can.
    void setCudaMaker(Maker maker);

private:
    Result<std::shared_ptr<Device>> make(const DeviceSpec &spec) const;

    mutable std::mutex m_mutex; ///< guards everything below
    std::shared_ptr<Device> m_current;
    Maker m_makeCuda;
};

} // namespace limno
