// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/cardstate.h"
#include "core/memory/devicespec.h"
#include "core/memory/devicestats.h"
#include "core/memory/metric.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace limno {

class EmulatedCard;

/// Where tensors live: all that code above core/memory sees of it. Thread-safe.
class Device
{
public:
    virtual ~Device() = default;

    virtual const DeviceSpec &spec() const = 0;
    /// For people: "cpu", "emulated 8 GiB", the name of a real card.
    virtual std::string name() const = 0;
    bool isEmulated() const { return spec().kind == DeviceSpec::Kind::Emulated; }

    /// Bytes of the whole card; absent where there is none.
    virtual std::optional<int64_t> capacityBytes() const = 0;
    /// Absent where there is no card.
    virtual std::optional<DeviceStats> stats() const = 0;
    /// Makes the present levels the peaks.
    virtual void resetPeak() = 0;
    /// Returns the segments without a block in use to the card; the bytes that this gave back.
    virtual int64_t emptyCache() = 0;
    /// Segments, blocks and history; absent where they can't be known.
    virtual std::optional<CardState> state() const = 0;
    /// state() without the history, which may be long.
    virtual std::optional<std::vector<CardSegment>> segments() const
    {
        std::optional<CardState> known = state();
        return known ? std::optional(std::move(known->segments)) : std::nullopt;
    }
    /// Sets the device metrics of a sample; leaves those absent that are not known. Well under a microsecond on an
    /// emulated card, and never waits for an allocation in progress.
    virtual void fill(Sample &sample) const = 0;

    /// Puts a mark into the history, if one is kept.
    virtual void mark(std::string_view text) = 0;
    /// The history is on from the start where there is one. Switching it off keeps what it has.
    virtual void setHistoryEnabled(bool enabled) = 0;

    /// What a DeviceScope takes; null unless the device is emulated.
    virtual EmulatedCard *emulatedCard() { return nullptr; }
};

/// No card: tensors live in host memory. Metrics are absent, there is nothing to empty.
class CpuDevice final : public Device
{
public:
    const DeviceSpec &spec() const override { return m_spec; }
    std::string name() const override { return deviceLabel(m_spec); }
    std::optional<int64_t> capacityBytes() const override { return std::nullopt; }
    std::optional<DeviceStats> stats() const override { return std::nullopt; }
    void resetPeak() override { }
    int64_t emptyCache() override { return 0; }
    std::optional<CardState> state() const override { return std::nullopt; }
    void fill(Sample &) const override { }
    void mark(std::string_view) override { }
    void setHistoryEnabled(bool) override { }

private:
    DeviceSpec m_spec;
};

} // namespace limno
