// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/snapshot.h"

#include "core/memory/memoryreader.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace limno {

namespace {

/// What the tags of blocks and events mean, as far as they are used.
std::vector<Tally::Row> rowsOf(const CardState &card)
{
    uint32_t highest = 0;
    const auto see = [&highest](AllocationTag tag) { highest = std::max(highest, tag.tally); };
    for (const CardSegment &segment : card.segments) {
        see(segment.tag);
        for (const CardBlock &block : segment.blocks)
            see(block.tag);
    }
    for (const CardEvent &event : card.trace)
        see(event.tag);
    std::vector<Tally::Row> rows;
    for (uint32_t row = 0; row <= highest; ++row)
        rows.push_back(tally().describe(row));
    return rows;
}

} // namespace

MemorySnapshot takeSnapshot(const Devices &devices, std::string reason)
{
    const std::shared_ptr<Device> device = devices.current();
    MemorySnapshot snapshot;
    snapshot.reason = std::move(reason);
    snapshot.device = device->name();
    snapshot.isEmulated = device->isEmulated();
    snapshot.sample = MemoryReader(&devices).read(ReadDepth::Full);
    snapshot.timeNs = snapshot.sample.timeNs;
    snapshot.tensors = tally().rows();
    snapshot.ledger = Ledger::instance().entries();
    snapshot.survivors = births().survivors();
    if (HeapProfile::isOn())
        snapshot.heapSites = HeapProfile::sites();
    snapshot.card = device->state();
    if (snapshot.card)
        snapshot.rows = rowsOf(*snapshot.card);
    return snapshot;
}

std::string_view memorySpaceName(MemorySpace space)
{
    return space == MemorySpace::Device ? "device" : "host";
}

std::vector<Growth> growth(const MemorySnapshot &earlier, const MemorySnapshot &later)
{
    using Key = std::tuple<Owner, std::string, std::string, MemorySpace>;
    std::map<Key, Growth> rows;
    const auto add = [&rows](const Tally::Row &row, int sign) {
        Growth &sum = rows[{row.owner, row.name, row.site, row.space}];
        sum.owner = row.owner;
        sum.name = row.name;
        sum.site = row.site;
        sum.space = row.space;
        if (sign > 0) {
            sum.bytes += row.bytes;
            sum.count += row.count;
        }
        sum.deltaBytes += sign * row.bytes;
        sum.deltaCount += sign * row.count;
    };
    for (const Tally::Row &row : earlier.tensors)
        add(row, -1);
    for (const Tally::Row &row : later.tensors)
        add(row, 1);
    const auto addSites = [&add](const std::vector<HeapSite> &sites, int sign) {
        for (const HeapSite &site : sites)
            add({.name = "heap", .site = site.function, .bytes = site.bytes, .count = site.count}, sign);
    };
    if (earlier.heapSites && later.heapSites) {
        addSites(*earlier.heapSites, -1);
        addSites(*later.heapSites, 1);
    }
    const auto heapBefore = earlier.sample.value(Metric::HeapOther);
    const auto heapAfter = later.sample.value(Metric::HeapOther);
    std::vector<Growth> list;
    if (heapBefore && heapAfter)
        list.push_back({.name = "heap", .site = {}, .bytes = *heapAfter, .deltaBytes = *heapAfter - *heapBefore});
    for (auto &[key, row] : rows)
        list.push_back(std::move(row));
    std::erase_if(list, [](const Growth &row) { return row.deltaBytes == 0 && row.deltaCount == 0; });
    std::stable_sort(list.begin(), list.end(), [](const Growth &a, const Growth &b) { return a.deltaBytes > b.deltaBytes; });
    return list;
}

} // namespace limno
