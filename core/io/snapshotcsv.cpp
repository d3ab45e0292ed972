// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/snapshotcsv.h"

#include <algorithm>

namespace limno {

namespace {

std::string field(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text)
        quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

/// What Tally::Row and Growth have in common.
template<typename Row>
std::string cells(const Row &row)
{
    return field(ownerName(row.owner)) + ',' + field(row.name) + ',' + field(row.site) + ','
        + std::string(memorySpaceName(row.space)) + ',' + std::to_string(row.bytes) + ',' + std::to_string(row.count);
}

} // namespace

std::string ownersCsv(const MemorySnapshot &snapshot)
{
    std::vector<Tally::Row> rows = snapshot.tensors;
    std::ranges::stable_sort(rows, std::ranges::greater(), &Tally::Row::bytes);
    std::string text = "owner,name,site,space,bytes,count\n";
    for (const Tally::Row &row : rows)
        text += cells(row) + '\n';
    return text;
}

std::string growthCsv(const std::vector<Growth> &rows)
{
    std::string text = "owner,name,site,space,bytes,count,deltaBytes,deltaCount\n";
    for (const Growth &row : rows)
        text += cells(row) + ',' + std::to_string(row.deltaBytes) + ',' + std::to_string(row.deltaCount) + '\n';
    return text;
}

} // namespace limno
