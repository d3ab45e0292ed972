// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/torch/residentweights.h"

#include "core/memory/allocationtag.h"
#include "core/memory/devicescope.h"
#include "core/memory/emulatedcard.h"

#include <chrono>
#include <utility>

namespace limno {

/// A layer, or the ends.
struct ResidentWeights::Part {
    enum class State { Absent, Copying, Resident };
    State state = State::Absent;
    int users = 0; ///< 0 and Resident: brought in ahead
    DecoderLayer layer; ///< while Resident
    DecoderEnds ends; ///< while Resident
    int64_t bytes = 0;
};

ResidentWeights::ResidentWeights(DecoderWeights source, std::shared_ptr<Device> device, OwnerTag owner)
    : m_source(std::move(source))
    , m_device(std::move(device))
    , m_card(m_device ? m_device->emulatedCard() : nullptr)
    , m_owner(owner)
{
    for (size_t i = 0; i < partCount(); ++i) {
        m_parts.push_back(std::make_unique<Part>());
        m_parts.back()->bytes = i == endsPart() ? m_source.ends.bytes() : m_source.layers[i].bytes();
    }
}

ResidentWeights::~ResidentWeights()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stops = true;
    }
    m_changed.notify_all();
    if (m_helper.joinable())
        m_helper.join();
}

void ResidentWeights::setOffload(Offload mode)
{
    if (!m_card) {
        m_mode = mode;
        return;
    }
    evict();
    m_mode = mode;
    try {
        restore();
    } catch (...) {
        m_mode = Offload::Model;
        throw;
    }
}

void ResidentWeights::evict()
{
    const size_t count = std::exchange(m_pinnedCount, 0);
    for (size_t i = 0; i < count; ++i)
        release(m_firstPinned + i);
}

void ResidentWeights::restore()
{
    if (m_mode == Offload::Model || m_pinnedCount > 0)
        return;
    m_firstPinned = m_mode == Offload::Layer ? endsPart() : 0;
    try {
        while (m_firstPinned + m_pinnedCount < partCount()) {
            acquire(m_firstPinned + m_pinnedCount);
            ++m_pinnedCount;
        }
    } catch (...) {
        evict();
        throw;
    }
}

void ResidentWeights::acquire(size_t index)
{
    Part &part = *m_parts[index];
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&part] { return part.state != Part::State::Copying; });
    if (part.state == Part::State::Absent)
        bringIn(lock, index);
    ++part.users;
}

void ResidentWeights::release(size_t index)
{
    const std::unique_lock lock(m_mutex);
    if (--m_parts[index]->users == 0)
        letGo(*m_parts[index]);
}

void ResidentWeights::letGo(Part &part)
{
    part.layer = {};
    part.ends = {};
    part.state = Part::State::Absent;
    m_residentBytes -= part.bytes;
}

void ResidentWeights::bringIn(std::unique_lock<std::mutex> &lock, size_t index)
{
    Part &part = *m_parts[index];
    part.state = Part::State::Copying;
    lock.unlock();
    DecoderLayer layer;
    DecoderEnds ends;
    try {
        const DeviceScope device(m_card);
        const OwnerScope owner(m_owner);
        const SiteScope site(SiteTag::of("weights.copy"));
        const BirthScope noRequest(0);
        if (index == endsPart())
            ends = m_source.ends.copied();
        else
            layer = m_source.layers[index].copied();
        if (const int64_t ns = m_card->queueCopy(part.bytes); ns > 0)
            std::this_thread::sleep_for(std::chrono::nanoseconds(ns));
    } catch (...) {
        lock.lock();
        part.state = Part::State::Absent;
        m_changed.notify_all();
        throw;
    }
    lock.lock();
    part.layer = std::move(layer);
    part.ends = std::move(ends);
    part.state = Part::State::Resident;
    m_residentBytes += part.bytes;
    m_copiedBytes += part.bytes;
    m_changed.notify_all();
}

void ResidentWeights::prefetch(size_t index)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_parts[index]->state != Part::State::Absent)
            return;
        m_wanted = index;
        if (!m_helper.joinable())
            m_helper = std::thread([this] { prefetchLoop(); });
    }
    m_changed.notify_all();
}

void ResidentWeights::prefetchLoop()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_stops || m_wanted; });
        if (m_stops)
            return;
        const size_t index = *std::exchange(m_wanted, std::nullopt);
        if (m_runs == 0 || m_parts[index]->state != Part::State::Absent)
            continue;
        try {
            bringIn(lock, index);
        } catch (const std::exception &) {
            continue; // who needs the layer tries again and is told
        }
        if (m_runs == 0 && m_parts[index]->users == 0)
            letGo(*m_parts[index]);
    }
}

int64_t ResidentWeights::residentBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_residentBytes;
}

int64_t ResidentWeights::copiedBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_copiedBytes;
}

ResidentWeights::Run::Run(ResidentWeights &weights)
    : m_weights(weights)
{
    if (!m_weights.m_card)
        return;
    m_weights.beginRun();
}

ResidentWeights::Run::~Run()
{
    if (m_weights.m_card)
        m_weights.endRun();
}

void ResidentWeights::beginRun()
{
    {
        const std::lock_guard lock(m_mutex);
        ++m_runs;
    }
    size_t taken = 0;
    try {
        {
            const std::lock_guard lock(m_restoreMutex);
            restore();
        }
        for (; m_mode == Offload::Model && taken < partCount(); ++taken)
            acquire(taken);
    } catch (...) {
        while (taken > 0)
            release(--taken);
        leaveRun();
        throw;
    }
}

void ResidentWeights::endRun()
{
    for (size_t i = 0; m_mode == Offload::Model && i < partCount(); ++i)
        release(i);
    leaveRun();
}

void ResidentWeights::leaveRun()
{
    const std::lock_guard lock(m_mutex);
    if (--m_runs > 0)
        return;
    for (const auto &part : m_parts) {
        if (part->state == Part::State::Resident && part->users == 0)
            letGo(*part);
    }
}

const DecoderEnds &ResidentWeights::Run::ends() const
{
    return m_weights.m_card ? m_weights.m_parts[m_weights.endsPart()]->ends : m_weights.m_source.ends;
}

ResidentWeights::Lease ResidentWeights::Run::layer(int64_t index) const
{
    const auto at = static_cast<size_t>(index);
    if (!m_weights.m_card)
        return {nullptr, at, m_weights.m_source.layers[at]};
    m_weights.acquire(at);
    if (m_weights.m_mode == Offload::Layer)
        m_weights.prefetch((at + 1) % m_weights.m_source.layers.size());
    return {&m_weights, at, m_weights.m_parts[at]->layer};
}

ResidentWeights::Lease::Lease(ResidentWeights *owner, size_t part, const DecoderLayer &layer)
    : m_owner(owner)
    , m_part(part)
    , m_layer(&layer)
{
}

ResidentWeights::Lease::Lease(Lease &&other) noexcept
    : m_owner(std::exchange(other.m_owner, nullptr))
    , m_part(other.m_part)
    , m_layer(other.m_layer)
{
}

ResidentWeights::Lease::~Lease()
{
    if (m_owner)
        m_owner->release(m_part);
}

} // namespace limno
