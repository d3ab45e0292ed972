// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/snapshotcodec.h"

#include "core/replay/requestcodec.h"

#include <nlohmann/json.hpp>

#include <QtCore/QByteArray>
#include <QtCore/QtEndian>

#include <new>
#include <stdexcept>

namespace limno {

namespace {

using Json = nlohmann::json;

constexpr int kVersion = 1;
constexpr uint32_t kLargestText = 256u << 20; ///< bytes; far beyond what a full history takes
constexpr int64_t kInflation = 1032; ///< more than that deflate cannot save

// Rows are arrays, since there are many; the keys of the document stand for their order.

Json tagJson(AllocationTag tag)
{
    return {tag.tally, tag.birth};
}

Json tensorsJson(const std::vector<Tally::Row> &rows)
{
    Json list = Json::array();
    for (const Tally::Row &row : rows)
        list.push_back({ownerName(row.owner), row.name, row.site, memorySpaceName(row.space),
                        row.bytes, row.count});
    return list;
}

/// A stack begins with the function that its site is named after.
Json heapSitesJson(const std::vector<HeapSite> &sites)
{
    Json list = Json::array();
    for (const HeapSite &site : sites)
        list.push_back({site.stack, site.bytes, site.count});
    return list;
}

Json cardJson(const CardState &card, int64_t startNs)
{
    Json segments = Json::array();
    for (const CardSegment &segment : card.segments) {
        Json blocks = Json::array();
        for (const CardBlock &block : segment.blocks)
            blocks.push_back({block.size, block.requestedSize, block.state == CardBlock::State::Active, block.tag.tally,
                              block.tag.birth});
        segments.push_back({{"address", segment.address},
                            {"size", segment.size},
                            {"pool", segment.pool == CardPool::Small ? "small" : "large"},
                            {"tag", tagJson(segment.tag)},
                            {"blocks", std::move(blocks)}});
    }
    Json trace = Json::array();
    for (const CardEvent &event : card.trace) {
        Json row{cardEventName(event.kind), event.address, event.size, event.timeNs - startNs, event.tag.tally, event.tag.birth};
        if (!event.text.empty())
            row.push_back(event.text);
        trace.push_back(std::move(row));
    }
    return {{"segments", std::move(segments)}, {"trace", std::move(trace)}, {"traceDropped", card.traceDropped}};
}

// Reading: whatever does not fit throws, and decodeSnapshot() makes one error of it.

[[noreturn]] void reject(const std::string &what)
{
    throw std::runtime_error(what);
}

int64_t integer(const Json &json)
{
    if (!json.is_number_integer())
        reject("a number is missing");
    return json.get<int64_t>();
}

int64_t size(const Json &json)
{
    const int64_t value = integer(json);
    if (value < 0)
        reject("a size of " + std::to_string(value));
    return value;
}

uintptr_t address(const Json &json)
{
    if (!json.is_number_unsigned())
        reject("an address is missing");
    return json.get<uintptr_t>();
}

Owner ownerByName(const std::string &name)
{
    for (size_t i = 0; i < kOwnerCount; ++i) {
        if (ownerName(static_cast<Owner>(i)) == name)
            return static_cast<Owner>(i);
    }
    reject("no owner \"" + name + "\"");
}

CardEvent::Kind eventKindByName(const std::string &name)
{
    for (int kind = 0; kind <= static_cast<int>(CardEvent::Kind::UserDefined); ++kind) {
        if (cardEventName(static_cast<CardEvent::Kind>(kind)) == name)
            return static_cast<CardEvent::Kind>(kind);
    }
    reject("no event \"" + name + "\"");
}

std::vector<HeapSite> heapSitesFrom(const Json &list)
{
    std::vector<HeapSite> sites;
    for (const Json &row : list)
        sites.push_back({row.at(0).at(0), row.at(0), integer(row.at(1)), integer(row.at(2))});
    return sites;
}

std::vector<Tally::Row> tensorsFrom(const Json &list)
{
    std::vector<Tally::Row> rows;
    for (const Json &row : list)
        rows.push_back({ownerByName(row.at(0)), row.at(1), row.at(2),
                        row.at(3) == memorySpaceName(MemorySpace::Device) ? MemorySpace::Device : MemorySpace::Host, integer(row.at(4)), integer(row.at(5))});
    return rows;
}

class CardReader
{
public:
    explicit CardReader(size_t rows)
        : m_rows(rows)
    {
    }

    CardState read(const Json &json) const
    {
        CardState card;
        for (const Json &row : json.at("segments"))
            card.segments.push_back(segment(row));
        for (const Json &row : json.at("trace"))
            card.trace.push_back({eventKindByName(row.at(0)), address(row.at(1)), integer(row.at(2)), integer(row.at(3)),
                                  tag(row.at(4), row.at(5)), row.size() > 6 ? row.at(6).get<std::string>() : std::string()});
        card.traceDropped = size(json.at("traceDropped"));
        return card;
    }

private:
    AllocationTag tag(const Json &tally, const Json &birth) const
    {
        const int64_t row = integer(tally);
        if (row < 0 || static_cast<size_t>(row) >= m_rows)
            reject("tag " + std::to_string(row) + " of " + std::to_string(m_rows));
        return {static_cast<uint32_t>(row), static_cast<uint32_t>(integer(birth))};
    }

    CardSegment segment(const Json &json) const
    {
        CardSegment segment;
        segment.address = address(json.at("address"));
        segment.size = size(json.at("size"));
        segment.pool = json.at("pool") == "small" ? CardPool::Small : CardPool::Large;
        segment.tag = tag(json.at("tag").at(0), json.at("tag").at(1));
        int64_t offset = 0;
        for (const Json &row : json.at("blocks")) {
            const CardBlock block{.address = segment.address + static_cast<uintptr_t>(offset),
                                  .size = size(row.at(0)),
                                  .requestedSize = size(row.at(1)),
                                  .state = row.at(2).get<bool>() ? CardBlock::State::Active : CardBlock::State::Inactive,
                                  .tag = tag(row.at(3), row.at(4))};
            if (block.requestedSize > block.size || block.size > segment.size - offset)
                reject("a block beyond its segment's end");
            offset += block.size;
            segment.blocks.push_back(block);
        }
        if (offset != segment.size)
            reject("blocks do not fill their segment");
        return segment;
    }

    const size_t m_rows;
};

MemorySnapshot snapshotFrom(const Json &json)
{
    MemorySnapshot snapshot;
    snapshot.timeNs = integer(json.at("timeNs"));
    snapshot.reason = json.at("reason");
    snapshot.device = json.at("device");
    snapshot.isEmulated = json.at("emulated");
    snapshot.sample = sampleFromJson(json.at("sample").dump());
    snapshot.tensors = tensorsFrom(json.at("tensors"));
    for (const Json &row : json.at("ledger"))
        snapshot.ledger.push_back({row.at(0) == "weights" ? Ledger::Kind::MappedWeights : Ledger::Kind::Cache, row.at(1),
                                   integer(row.at(2))});
    for (const Json &row : json.at("survivors"))
        snapshot.survivors.push_back({integer(row.at(0)), integer(row.at(1))});
    for (const Json &row : json.at("rows"))
        snapshot.rows.push_back({.owner = ownerByName(row.at(0)), .name = row.at(1), .site = row.at(2)});
    if (const auto sites = json.find("heapSites"); sites != json.end())
        snapshot.heapSites = heapSitesFrom(*sites);
    if (const auto card = json.find("card"); card != json.end())
        snapshot.card = CardReader(snapshot.rows.size()).read(*card);
    return snapshot;
}

} // namespace

std::string encodeSnapshot(const MemorySnapshot &snapshot, int64_t startNs)
{
    Json ledger = Json::array();
    for (const Ledger::Entry &entry : snapshot.ledger)
        ledger.push_back({entry.kind == Ledger::Kind::MappedWeights ? "weights" : "cache", entry.owner, entry.bytes});
    Json survivors = Json::array();
    for (const Births::Survivor &survivor : snapshot.survivors)
        survivors.push_back({survivor.request, survivor.bytes});
    Json rows = Json::array();
    for (const Tally::Row &row : snapshot.rows)
        rows.push_back({ownerName(row.owner), row.name, row.site});
    Json json{{"version", kVersion},
              {"timeNs", snapshot.timeNs - startNs},
              {"reason", snapshot.reason},
              {"device", snapshot.device},
              {"emulated", snapshot.isEmulated},
              {"sample", Json::parse(sampleToJson(snapshot.sample, startNs))},
              {"tensors", tensorsJson(snapshot.tensors)},
              {"ledger", std::move(ledger)},
              {"survivors", std::move(survivors)},
              {"rows", std::move(rows)}};
    if (snapshot.heapSites)
        json["heapSites"] = heapSitesJson(*snapshot.heapSites);
    if (snapshot.card)
        json["card"] = cardJson(*snapshot.card, startNs);
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return qCompress(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()))).toStdString();
}

Result<MemorySnapshot> decodeSnapshot(std::string_view bytes)
try {
    const auto damaged = [](const std::string &what) { return failure(ErrorCode::InputInvalid, "snapshot: damaged: " + what); };
    if (bytes.size() <= sizeof(uint32_t))
        return damaged(std::to_string(bytes.size()) + " bytes");
    const auto length = qFromBigEndian<uint32_t>(bytes.data());
    // The length decides how much is allocated before the first byte is looked at.
    if (length > kLargestText || length > static_cast<int64_t>(bytes.size()) * kInflation)
        return damaged("says to be " + std::to_string(length) + " bytes long");
    const QByteArray text = qUncompress(reinterpret_cast<const uchar *>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    if (text.size() != static_cast<qsizetype>(length))
        return damaged("cannot be inflated");
    const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
    if (!json.is_object())
        return damaged("no JSON");
    if (const int64_t version = integer(json.at("version")); version > kVersion)
        return failure(ErrorCode::InputInvalid,
                       "snapshot: made by a newer version of Limnograph: format " + std::to_string(version)
                           + ", this version reads up to " + std::to_string(kVersion),
                       "newer_version");
    return snapshotFrom(json);
} catch (const std::bad_alloc &) {
    return failure(ErrorCode::OutOfMemory, "snapshot: too large for this machine");
} catch (const std::exception &error) {
    return failure(ErrorCode::InputInvalid, std::string("snapshot: damaged: ") + error.what());
}

} // namespace limno
