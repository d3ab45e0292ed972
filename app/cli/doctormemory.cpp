// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/doctormemory.h"

#include "core/base/bytesize.h"
#include "core/memory/heapreport.h"
#include "core/memory/smapsreport.h"

#include <array>
#include <iomanip>
#include <iostream>

namespace limno::cli {

namespace {

Json arenaJson(const HeapReport::Arena &arena)
{
    return {{"system", arena.systemBytes}, {"inUse", arena.inUseBytes()}, {"free", arena.freeBytes()},
            {"fastFree", arena.fastFreeBytes}, {"restFree", arena.restFreeBytes}};
}

Json heapJson()
{
    const auto heap = readHeapReport();
    if (!heap)
        return {{"error", errorJson(heap.error())}};
    Json arenas = Json::array();
    for (const HeapReport::Arena &arena : heap->arenas) {
        Json row{{"arena", arena.number}};
        row.update(arenaJson(arena));
        arenas.push_back(std::move(row));
    }
    return {{"arenas", std::move(arenas)}, {"total", arenaJson(heap->total())},
            {"mapped", {{"bytes", heap->mappedBytes}, {"count", heap->mappedCount}}}};
}

Json mappingJson(const SmapsReport::Row &row)
{
    return {{"count", row.count}, {"size", row.sizeBytes}, {"rss", row.rssBytes}, {"pss", row.pssBytes},
            {"privateDirty", row.privateDirtyBytes}, {"swap", row.swapBytes}};
}

Json mappingsJson()
{
    const auto smaps = readSmaps();
    if (!smaps)
        return {{"error", errorJson(smaps.error())}};
    Json rows = Json::array();
    for (const SmapsReport::Row &row : smaps->rows) {
        Json entry{{"class", mappingClassName(row.mappingClass)}};
        if (!row.name.empty())
            entry["file"] = row.name;
        entry.update(mappingJson(row));
        rows.push_back(std::move(entry));
    }
    return {{"rows", std::move(rows)}, {"total", mappingJson(smaps->total())}};
}

bool printError(const char *what, const Json &report)
{
    if (!report.contains("error"))
        return false;
    std::cout << what << ": " << report["error"]["message"].get<std::string>() << '\n';
    return true;
}

void printRow(const Json &row, const std::array<const char *, 3> &columns)
{
    for (const char *column : columns)
        std::cout << std::right << std::setw(12) << formatByteSize(row[column]);
}

} // namespace

Json memoryReportsJson()
{
    return {{"heap", heapJson()}, {"mappings", mappingsJson()}};
}

void printMemoryReports(const Json &reports)
{
    static constexpr std::array kArena{"system", "inUse", "free"};
    if (const Json &heap = reports["heap"]; !printError("heap", heap)) {
        std::cout << "\nheap" << std::setw(16) << "system" << std::setw(12) << "in use" << std::setw(12) << "free" << '\n';
        for (const Json &arena : heap["arenas"]) {
            std::cout << "arena " << std::left << std::setw(2) << arena["arena"].get<int>();
            printRow(arena, kArena);
            std::cout << '\n';
        }
        std::cout << "total   ";
        printRow(heap["total"], kArena);
        std::cout << "\nmapped  " << std::setw(12) << formatByteSize(heap["mapped"]["bytes"]) << " in " << heap["mapped"]["count"] << " blocks\n";
    }
    static constexpr std::array kMapping{"rss", "pss", "privateDirty"};
    if (const Json &mappings = reports["mappings"]; !printError("mappings", mappings)) {
        std::cout << '\n' << std::right << std::setw(12) << "resident" << std::setw(12) << "pss" << std::setw(12) << "dirty" << "  mappings\n";
        for (const Json &row : mappings["rows"]) {
            printRow(row, kMapping);
            std::cout << "  " << row["class"].get<std::string>() << ' ' << row.value("file", std::string()) << '\n';
        }
        printRow(mappings["total"], kMapping);
        std::cout << "  total\n";
    }
}

} // namespace limno::cli
