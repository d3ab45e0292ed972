// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/devices.h"

#include "core/memory/emulatedcard.h"
#include "core/memory/nvml.h"

#include <utility>

namespace limno {

Devices::Devices()
    : m_current(std::make_shared<CpuDevice>())
{
}

std::shared_ptr<Device> Devices::current() const
{
    const std::lock_guard lock(m_mutex);
    return m_current;
}

Result<void> Devices::select(const DeviceSpec &spec)
{
    if (spec == current()->spec())
        return {};
    Result<std::shared_ptr<Device>> device = make(spec);
    if (!device)
        return failure(device.error());
    const std::lock_guard lock(m_mutex);
    m_current.swap(*device);
    return {};
}

bool Devices::hasCuda(int index)
{
    return Nvml::open(index).has_value();
}

void Devices::setCudaMaker(Maker maker)
{
    const std::lock_guard lock(m_mutex);
    m_makeCuda = std::move(maker);
}

Result<std::shared_ptr<Device>> Devices::make(const DeviceSpec &spec) const
{
    switch (spec.kind) {
    case DeviceSpec::Kind::Cpu:
        return std::make_shared<CpuDevice>();
    case DeviceSpec::Kind::Emulated:
        return EmulatedCard::create(spec);
    case DeviceSpec::Kind::Cuda:
        break;
    }
    Maker maker;
    {
        const std::lock_guard lock(m_mutex);
        maker = m_makeCuda;
    }
    if (!maker)
        return failure(ErrorCode::DeviceMissing, deviceSpecText(spec) + ": this program was built without LibTorch");
    return maker(spec);
}

} // namespace limno
