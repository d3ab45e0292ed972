// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/clearladder.h"

#include "core/base/bytesize.h"
#include "core/memory/devices.h"
#include "core/memory/ledger.h"
#include "core/memory/memoryreader.h"
#include "core/memory/tally.h"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace limno {

namespace {

constexpr ClearStep kBeforeRun{0}; ///< no rung: what is called before the first one

/// In the order of the enum.
constexpr std::array<ClearStepInfo, 10> kSteps{{
    {ClearStep::Results, "results and snapshots", "finished results and snapshots"},
    {ClearStep::KvCaches, "KV caches", "the KV cache of each conversation; the text stays and is read again"},
    {ClearStep::TextCaches, "tokenizer, prompt and image caches", ""},
    {ClearStep::PrimitiveCaches, "per-thread primitive caches", ""},
    {ClearStep::Workspaces, "library workspaces and pinned host cache", ""},
    {ClearStep::BlockCache, "block cache of the host allocator", ""},
    {ClearStep::DeviceCache, "device cache", ""},
    {ClearStep::HeapTrim, "heap trim", ""},
    {ClearStep::OffloadWeights, "offload weights to host", ""},
    {ClearStep::UnloadModel, "unload model", "the model; it has to be loaded again"},
}};

int64_t privateBytes(const Sample &sample)
{
    return sample.value(Metric::RssAnon).value_or(0) + sample.value(Metric::RssShmem).value_or(0);
}

std::map<Metric, int64_t> fallOfCurves(const Sample &before, const Sample &after)
{
    std::map<Metric, int64_t> falls;
    for (size_t i = 0; i < kMetricCount; ++i) {
        const auto metric = static_cast<Metric>(i);
        const auto high = before.value(metric);
        const auto low = after.value(metric);
        if (high && low)
            falls[metric] = *high - *low;
    }
    return falls;
}

/// Who holds memory that a step could have hoped for, the largest four first: "smollm2: KV cache 12.0 MiB, …".
std::string holders(const Sample &now)
{
    std::vector<std::pair<int64_t, std::string>> rows;
    for (const Ledger::Entry &entry : Ledger::instance().entries()) {
        if (entry.kind == Ledger::Kind::Cache)
            rows.emplace_back(entry.bytes, entry.owner);
    }
    if (now.value(Metric::HostTensors)) {
        std::map<std::string, int64_t> tensors;
        for (const Tally::Row &row : tally().rows())
            tensors[(row.name.empty() ? "" : row.name + ": ") + std::string(ownerName(row.owner)) + " tensors"] += row.bytes;
        for (const auto &[owner, bytes] : tensors)
            rows.emplace_back(bytes, owner);
    }
    rows.emplace_back(now.value(Metric::HostCached).value_or(0), "block cache");
    rows.emplace_back(now.value(Metric::HeapOther).value_or(0), "other live heap blocks");
    rows.emplace_back(now.value(Metric::HeapFree).value_or(0), "free heap between live blocks");
    rows.emplace_back(now.value(Metric::DeviceReserved).value_or(0), "device segments");
    std::erase_if(rows, [](const auto &row) { return row.first <= 0; });
    std::stable_sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    rows.resize(std::min<size_t>(rows.size(), 4));

    std::string text;
    for (const auto &[bytes, owner] : rows)
        text += (text.empty() ? "" : ", ") + owner + " " + formatByteSize(bytes);
    return text;
}

/// Ascending, each once; what 9 and 10 let go of is given back by 6 to 8, which therefore follow each of them.
std::vector<ClearStep> sequenceOf(const std::vector<ClearStep> &steps)
{
    std::vector<ClearStep> sequence;
    for (const ClearStep step : std::set<ClearStep>(steps.begin(), steps.end())) {
        sequence.push_back(step);
        if (step == ClearStep::OffloadWeights || step == ClearStep::UnloadModel)
            sequence.insert(sequence.end(), {ClearStep::BlockCache, ClearStep::DeviceCache, ClearStep::HeapTrim});
    }
    return sequence;
}

std::string noteOnNothing(bool hadAction, const Sample &before, const Sample &after)
{
    if (!hadAction)
        return "nothing here to clear in this step";
    std::string note = "nothing came back";
    const auto heapBefore = before.value(Metric::HeapInUse);
    const auto heapAfter = after.value(Metric::HeapInUse);
    if (heapBefore && heapAfter && *heapBefore > *heapAfter)
        note += ": " + formatByteSize(*heapBefore - *heapAfter) + " went to the heap's free blocks";
    const std::string rest = holders(after);
    return rest.empty() ? note : note + "; still held: " + rest;
}

} // namespace

const ClearStepInfo &clearStepInfo(ClearStep step)
{
    return kSteps[static_cast<size_t>(step) - 1];
}

ClearLadder::ClearLadder(Devices *devices)
    : m_devices(devices)
{
    if (devices)
        insert(ClearStep::DeviceCache, [devices] { devices->current()->emptyCache(); });
    insert(ClearStep::HeapTrim, [] { malloc_trim(0); });
}

ClearLadder::Registration ClearLadder::add(ClearStep step, Action action)
{
    return Registration(this, insert(step, std::move(action)));
}

ClearLadder::Registration ClearLadder::addBefore(Action action)
{
    return Registration(this, insert(kBeforeRun, std::move(action)));
}

int64_t ClearLadder::insert(ClearStep step, Action action)
{
    auto row = std::make_shared<Row>();
    row->step = step;
    row->action = std::move(action);
    const std::lock_guard lock(m_mutex);
    m_rows.emplace(++m_lastId, std::move(row));
    return m_lastId;
}

void ClearLadder::remove(int64_t id)
{
    std::unique_lock lock(m_mutex);
    const auto node = m_rows.extract(id);
    lock.unlock();
    node.mapped()->guard.withdraw();
}

std::vector<ClearStep> ClearLadder::available() const
{
    std::set<ClearStep> steps;
    const std::lock_guard lock(m_mutex);
    for (const auto &[id, row] : m_rows)
        steps.insert(row->step);
    steps.erase(kBeforeRun);
    return {steps.begin(), steps.end()};
}

bool ClearLadder::perform(ClearStep step)
{
    std::vector<std::shared_ptr<Row>> rows;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto &[id, row] : m_rows) {
            if (row->step == step)
                rows.push_back(row);
        }
    }
    for (const auto &row : rows)
        row->guard.run(row->action);
    return !rows.empty();
}

std::vector<ClearStepResult> ClearLadder::run(const std::vector<ClearStep> &steps)
{
    const std::lock_guard lock(m_runMutex);
    const std::vector<ClearStep> ordered = sequenceOf(steps);
    const MemoryReader reader(m_devices);
    std::vector<ClearStepResult> results;
    results.reserve(ordered.size());
    perform(kBeforeRun);
    Sample before = reader.read(ReadDepth::Full);
    for (const ClearStep step : ordered) {
        const bool hadAction = perform(step);
        const Sample after = reader.read(ReadDepth::Full);
        ClearStepResult result{step, std::max<int64_t>(0, privateBytes(before) - privateBytes(after)), fallOfCurves(before, after), {}};
        if (!hadAction || result.bytes == 0)
            result.note = noteOnNothing(hadAction, before, after);
        results.push_back(std::move(result));
        before = after;
    }
    return results;
}

std::vector<ClearStep> ClearLadder::all()
{
    return {ClearStep::Results,    ClearStep::KvCaches,   ClearStep::TextCaches,  ClearStep::PrimitiveCaches,
            ClearStep::Workspaces, ClearStep::BlockCache, ClearStep::DeviceCache, ClearStep::HeapTrim};
}

} // namespace limno
