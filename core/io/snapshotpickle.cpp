// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/snapshotpickle.h"

#include <QtCore/QString>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace limno {

namespace {

/// Opcodes of Python's pickletools.py, as few as do.
class PickleWriter
{
public:
    explicit PickleWriter(std::string_view start)
        : m_bytes(start)
    {
    }
    std::string take() { return std::move(m_bytes); }

    /// One that was written before.
    void value(std::string_view pickled) { m_bytes += pickled; }

    void boolean(bool value) { m_bytes += value ? '\x88' : '\x89'; } // NEWTRUE, NEWFALSE

    void integer(int64_t value)
    {
        if (value >= 0 && value <= std::numeric_limits<uint8_t>::max()) {
            m_bytes += 'K'; // BININT1
            little(static_cast<uint64_t>(value), 1);
        } else if (value >= std::numeric_limits<int32_t>::min() && value <= std::numeric_limits<int32_t>::max()) {
            m_bytes += 'J'; // BININT
            little(static_cast<uint64_t>(value), 4);
        } else {
            m_bytes += '\x8a'; // LONG1
            m_bytes += '\x08';
            little(static_cast<uint64_t>(value), 8);
        }
    }

    /// Also above the largest signed number.
    void address(uint64_t value)
    {
        if (value <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
            integer(static_cast<int64_t>(value));
            return;
        }
        m_bytes += '\x8a'; // LONG1
        m_bytes += '\x09';
        little(value, 8);
        m_bytes += '\0';
    }

    void real(double value)
    {
        m_bytes += 'G'; // BINFLOAT, big endian
        const auto bits = std::bit_cast<uint64_t>(value);
        for (int shift = 56; shift >= 0; shift -= 8)
            m_bytes += static_cast<char>((bits >> shift) & 0xff);
    }

    void text(std::string_view utf8)
    {
        if (utf8.size() <= std::numeric_limits<uint8_t>::max()) {
            m_bytes += '\x8c'; // SHORT_BINUNICODE
            little(utf8.size(), 1);
        } else {
            m_bytes += 'X'; // BINUNICODE
            little(utf8.size(), 4);
        }
        m_bytes += utf8;
    }

    /// `fill` adds pairs, each a key() and a value.
    template<typename Fill>
    void dict(Fill fill)
    {
        m_bytes += "}("; // EMPTY_DICT, MARK
        fill();
        m_bytes += 'u'; // SETITEMS
    }
    void key(std::string_view name) { text(name); }
    void pair(std::string_view name, int64_t value)
    {
        key(name);
        integer(value);
    }
    void pair(std::string_view name, std::string_view value)
    {
        key(name);
        text(value);
    }

    template<typename Items, typename Write>
    void list(const Items &items, Write write)
    {
        // In batches, as Python does it: readers hold a batch on their stack.
        constexpr size_t kBatch = 1000;
        m_bytes += ']'; // EMPTY_LIST
        size_t count = 0;
        for (const auto &item : items) {
            if (count++ % kBatch == 0)
                m_bytes += count == 1 ? "(" : "e("; // MARK; APPENDS
            write(item);
        }
        if (count > 0)
            m_bytes += 'e';
    }

    /// Of the two values that were written last.
    void tuple2() { m_bytes += '\x86'; }

private:
    void little(uint64_t value, int bytes)
    {
        for (int i = 0; i < bytes; ++i)
            m_bytes += static_cast<char>((value >> (8 * i)) & 0xff);
    }

    std::string m_bytes;
};

/// Python refuses a whole file for one text that is not UTF-8; U+FFFD takes the place of what is wrong.
std::string validUtf8(const std::string &text)
{
    return QString::fromStdString(text).toStdString();
}

/// What the frames of a row's blocks are, innermost first as in a stack: the site, then whose it is.
std::string framesOf(const Tally::Row &row)
{
    std::vector<std::pair<std::string_view, std::string>> stack;
    if (!row.site.empty())
        stack.emplace_back("site", validUtf8(row.site));
    stack.emplace_back("owner", std::string(ownerName(row.owner)) + (row.name.empty() ? "" : ": " + validUtf8(row.name)));
    PickleWriter pickle{""};
    pickle.list(stack, [&pickle](const auto &frame) {
        pickle.dict([&] {
            pickle.pair("filename", frame.first);
            pickle.pair("line", 0);
            pickle.pair("name", frame.second);
        });
    });
    return pickle.take();
}

class SnapshotWriter
{
public:
    explicit SnapshotWriter(const MemorySnapshot &snapshot)
        : m_snapshot(snapshot)
    {
        for (const Tally::Row &row : snapshot.rows)
            m_frames.push_back(framesOf(row));
    }

    std::string write()
    {
        const CardState &card = *m_snapshot.card;
        m_pickle.dict([&] {
            m_pickle.key("segments");
            m_pickle.list(card.segments, [this](const CardSegment &each) { segment(each); });
            m_pickle.key("device_traces");
            m_pickle.list(std::array{&card.trace}, [this](const auto *trace) {
                m_pickle.list(*trace, [this](const CardEvent &each) { event(each); });
            });
            m_pickle.key("allocator_settings");
            settings();
            m_pickle.key("external_annotations");
            m_pickle.list(std::array{0}, [this](int) { label(); });
        });
        return m_pickle.take() + '.'; // STOP
    }

private:
    void segment(const CardSegment &segment)
    {
        int64_t active = 0;
        int64_t requested = 0;
        for (const CardBlock &block : segment.blocks) {
            active += block.state == CardBlock::State::Active ? block.size : 0;
            requested += block.requestedSize;
        }
        m_pickle.dict([&] {
            m_pickle.pair("device", 0);
            m_pickle.key("address");
            m_pickle.address(segment.address);
            m_pickle.pair("total_size", segment.size);
            m_pickle.pair("allocated_size", active);
            m_pickle.pair("active_size", active);
            m_pickle.pair("requested_size", requested);
            m_pickle.pair("stream", 0);
            m_pickle.pair("segment_type", segment.pool == CardPool::Small ? "small" : "large");
            m_pickle.key("segment_pool_id");
            m_pickle.integer(0);
            m_pickle.integer(0);
            m_pickle.tuple2();
            m_pickle.key("is_expandable");
            m_pickle.boolean(false);
            frames(segment.tag);
            m_pickle.key("blocks");
            m_pickle.list(segment.blocks, [this](const CardBlock &each) { block(each); });
        });
    }

    void block(const CardBlock &block)
    {
        const bool isActive = block.state == CardBlock::State::Active;
        m_pickle.dict([&] {
            m_pickle.key("address");
            m_pickle.address(block.address);
            m_pickle.pair("size", block.size);
            m_pickle.pair("requested_size", block.requestedSize);
            m_pickle.pair("state", isActive ? "active_allocated" : "inactive");
            if (isActive) {
                frames(block.tag);
            } else {
                m_pickle.key("frames");
                noFrames();
            }
        });
    }

    void event(const CardEvent &event)
    {
        m_pickle.dict([&] {
            m_pickle.pair("action", cardEventName(event.kind));
            m_pickle.key(event.kind == CardEvent::Kind::Oom ? "device_free" : "addr");
            m_pickle.address(event.address);
            m_pickle.pair("size", event.size);
            m_pickle.pair("stream", 0);
            m_pickle.pair("time_us", event.timeNs / 1000);
            if (event.kind == CardEvent::Kind::UserDefined) {
                m_pickle.pair("user_metadata", validUtf8(event.text));
                m_pickle.key("frames");
                noFrames();
            } else {
                frames(event.tag);
            }
        });
    }

    void noFrames() { m_pickle.list(std::array<int, 0>{}, [](int) {}); }

    void frames(AllocationTag tag)
    {
        m_pickle.key("frames");
        if (tag.tally < m_frames.size())
            m_pickle.value(m_frames[tag.tally]);
        else
            noFrames();
    }

    /// PyTorch's defaults, which are the emulated card's rules.
    void settings()
    {
        m_pickle.dict([&] {
            m_pickle.pair("PYTORCH_CUDA_ALLOC_CONF", "");
            m_pickle.pair("max_split_size", -1);
            m_pickle.key("garbage_collection_threshold");
            m_pickle.real(0);
            for (const char *name : {"expandable_segments", "release_lock_on_cudamalloc", "pinned_use_cuda_host_register"}) {
                m_pickle.key(name);
                m_pickle.boolean(false);
            }
            m_pickle.pair("pinned_num_register_threads", 1);
            m_pickle.key("roundup_power2_divisions");
            m_pickle.dict([] {});
        });
    }

    void label()
    {
        m_pickle.dict([&] {
            m_pickle.pair("name", validUtf8(m_snapshot.device));
            m_pickle.key("emulated");
            m_pickle.boolean(m_snapshot.isEmulated);
            m_pickle.pair("reason", validUtf8(m_snapshot.reason));
            m_pickle.pair("program", "Limnograph");
            m_pickle.pair("device", 0);
            m_pickle.pair("time_us", m_snapshot.timeNs / 1000);
        });
    }

    const MemorySnapshot &m_snapshot;
    std::vector<std::string> m_frames; ///< pickled, by row: a history repeats them a hundred thousand times
    PickleWriter m_pickle{"\x80\x04"}; // PROTO 4
};

} // namespace

Result<std::string> snapshotPickle(const MemorySnapshot &snapshot)
{
    if (!snapshot.card)
        return failure(ErrorCode::InputInvalid,
                       "the snapshot \"" + snapshot.reason + "\" was taken on " + snapshot.device
                           + ", whose allocator shows no segments: PyTorch's format has nothing to hold");
    return SnapshotWriter(snapshot).write();
}

} // namespace limno
