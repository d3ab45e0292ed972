// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/device.h"
#include "core/memory/owner.h"
#include "core/runtime/model.h"
#include "core/text/torch/decoderweights.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace limno {

/// Which weights of a decoder lie on its card, and their way there. The mapped file (or its widened copy) is the source;
/// weights never change, so that giving them up copies nothing. Without a card everything is used where it is.
/// Thread-safe, except that setOffload() and evict() must not meet a Run.
class ResidentWeights
{
    struct Part;

public:
    /// Nothing is on the card yet: setOffload() brings it.
    ResidentWeights(DecoderWeights source, std::shared_ptr<Device> device, OwnerTag owner);
    ~ResidentWeights();
    ResidentWeights(const ResidentWeights &) = delete;
    ResidentWeights &operator=(const ResidentWeights &) = delete;

    /// A layer that stays where it is as long as this lives.
    class Lease
    {
    public:
        Lease(Lease &&other) noexcept;
        ~Lease();
        const DecoderLayer &operator*() const { return *m_layer; }

    private:
        friend class ResidentWeights;
        Lease(ResidentWeights *owner, size_t part, const DecoderLayer &layer);
        ResidentWeights *m_owner; ///< null: nothing to give back
        size_t m_part;
        const DecoderLayer *m_layer;
    };

    /// One request's use of the weights. Offload::Model brings them in when the first run begins and gives them up
    /// when the last one ends; evicted weights come back. Throws c10::OutOfMemoryError and leaves no weights behind.
    class Run
    {
    public:
        explicit Run(ResidentWeights &weights);
        ~Run();
        Run(const Run &) = delete;
        Run &operator=(const Run &) = delete;

        const DecoderEnds &ends() const;
        /// In Offload::Layer the layer is brought in when it is not there, and a helper thread starts to bring the next
        /// one. Throws c10::OutOfMemoryError.
        Lease layer(int64_t index) const;

    private:
        ResidentWeights &m_weights;
    };

    /// None: all weights on the card. Model: none between runs. Layer: ends on the card, layers come and go. Throws
    /// c10::OutOfMemoryError; nothing is on the card then and the mode is Model.
    void setOffload(Offload mode);
    Offload offload() const { return m_mode; }
    /// Gives the card's copy up until the next run.
    void evict();

    const DecoderWeights &source() const { return m_source; }
    bool hasCard() const { return m_card != nullptr; }
    /// Bytes of weights on the card now, and copied there so far.
    int64_t residentBytes() const;
    int64_t copiedBytes() const;

private:
    /// Brings in what the mode keeps on the card, where it is not there.
    void restore();
    void acquire(size_t part);
    void release(size_t part);
    /// With the lock, which is open during the copy. Throws c10::OutOfMemoryError with the lock held.
    void bringIn(std::unique_lock<std::mutex> &lock, size_t part);
    void letGo(Part &part);
    void prefetch(size_t part);
    void prefetchLoop();
    void beginRun();
    void endRun();
    void leaveRun();
    size_t endsPart() const { return m_source.layers.size(); }
    size_t partCount() const { return m_source.layers.size() + 1; }

    const DecoderWeights m_source;
    const std::shared_ptr<Device> m_device;
    EmulatedCard *const m_card; ///< null: no card
    const OwnerTag m_owner;

    std::mutex m_restoreMutex; ///< one restore() at a time
    std::atomic<Offload> m_mode = Offload::Model; ///< changed only while there is no run
    size_t m_firstPinned = 0;
    size_t m_pinnedCount = 0; ///< parts from m_firstPinned on that the mode keeps

    mutable std::mutex m_mutex; ///< guards everything below
    std::condition_variable m_changed;
    int m_runs = 0;
    std::vector<std::unique_ptr<Part>> m_parts; ///< one a layer, then the ends
    int64_t m_residentBytes = 0;
    int64_t m_copiedBytes = 0;
    std::optional<size_t> m_wanted; ///< for the helper thread
    bool m_stops = false;
    std::thread m_helper; ///< started with the first prefetch
};

} // namespace limno
