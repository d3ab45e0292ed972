// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/seriesstore.h"

#include "core/memory/mappedarray.h"

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>

namespace limno {

namespace {

// Samples are numbered from 0. Level 0 holds single samples, a bucket of level l the 8^l samples whose numbers agree in
// all but the lowest 3 l bits, so a bucket is found by shifting and no level has to be rebuilt. Each level is a ring.
constexpr int kLevelCount = 6;
constexpr std::array<int64_t, kLevelCount> kKept{36'000, 32'768, 16'384, 8'192, 8'192, 8'192}; // 50 MiB, 310 days at 10 Hz

constexpr int64_t bucketSize(int level)
{
    return int64_t(1) << (3 * level);
}

constexpr size_t slot(int level, int64_t index)
{
    return static_cast<size_t>(index % kKept[static_cast<size_t>(level)]);
}

struct Span {
    int64_t firstNs = 0;
    int64_t lastNs = 0;
};

/// What one bucket knows of one metric; all absent when the metric was.
struct Cell {
    int64_t min = Sample::kAbsent;
    int64_t max = Sample::kAbsent;
    int64_t last = Sample::kAbsent;

    void add(int64_t value)
    {
        min = last == Sample::kAbsent ? value : std::min(min, value);
        max = std::max(max, value); // kAbsent is below every value
        last = value;
    }
};

template<typename T, size_t... level>
std::array<MappedArray<T>, sizeof...(level)> ringsAbove(std::index_sequence<level...>)
{
    return {MappedArray<T>(static_cast<size_t>(kKept[level + 1]))...};
}

template<typename T>
auto mergedRings()
{
    return ringsAbove<T>(std::make_index_sequence<kLevelCount - 1>());
}

/// One metric, from the first sample in which it was present.
class Column
{
public:
    explicit Column(int64_t firstSample)
        : m_firstSample(firstSample)
    {
        for (int level = 1; level < kLevelCount; ++level)
            merged(level, firstSample / bucketSize(level)) = Cell();
    }

    void append(int64_t number, int64_t value)
    {
        m_raw[slot(0, number)] = value;
        for (int level = 1; level < kLevelCount; ++level) {
            Cell &cell = merged(level, number / bucketSize(level));
            if (number % bucketSize(level) == 0)
                cell = Cell();
            if (value != Sample::kAbsent)
                cell.add(value);
        }
    }

    Cell at(int level, int64_t index) const
    {
        if (index < m_firstSample / bucketSize(level))
            return {};
        if (level > 0)
            return m_merged[static_cast<size_t>(level) - 1][slot(level, index)];
        const int64_t value = m_raw[slot(0, index)];
        return {value, value, value};
    }

    int64_t firstSample() const { return m_firstSample; }

private:
    Cell &merged(int level, int64_t index) { return m_merged[static_cast<size_t>(level) - 1][slot(level, index)]; }

    int64_t m_firstSample;
    MappedArray<int64_t> m_raw{static_cast<size_t>(kKept[0])};
    std::array<MappedArray<Cell>, kLevelCount - 1> m_merged = mergedRings<Cell>();
};

/// Bytes of the pages that `elements` elements of a ring have touched.
int64_t touchedBytes(int level, int64_t elements, size_t elementSize)
{
    constexpr int64_t page = 4096;
    const int64_t bytes = std::min(elements, kKept[static_cast<size_t>(level)]) * static_cast<int64_t>(elementSize);
    return (bytes + page - 1) / page * page;
}

} // namespace

struct SeriesStore::Impl {
    int64_t bucketCount(int level) const { return (count + bucketSize(level) - 1) / bucketSize(level); }
    int64_t firstKept(int level) const { return std::max<int64_t>(0, bucketCount(level) - kKept[static_cast<size_t>(level)]); }
    bool keeps(int level, int64_t number) const { return number / bucketSize(level) >= firstKept(level); }

    Span span(int level, int64_t index) const
    {
        if (level > 0)
            return spans[static_cast<size_t>(level) - 1][slot(level, index)];
        const int64_t timeNs = times[slot(0, index)];
        return {timeNs, timeNs};
    }

    void append(const Sample &sample);
    /// The first kept bucket of `level` for which `isBefore(span)` is false.
    template<typename IsBefore>
    int64_t partition(int level, IsBefore isBefore) const
    {
        return *std::ranges::partition_point(std::views::iota(firstKept(level), bucketCount(level)),
                                             [&](int64_t index) { return isBefore(span(level, index)); });
    }
    /// The same as a sample number, on the finest level that reaches back to `timeNs`.
    template<typename IsBefore>
    int64_t firstSample(int64_t timeNs, IsBefore isBefore) const
    {
        int level = 0;
        while (level + 1 < kLevelCount && firstKept(level) > 0 && span(level, firstKept(level)).firstNs > timeNs)
            ++level;
        return std::min(count, partition(level, isBefore) * bucketSize(level));
    }
    int levelAt(int64_t number, int64_t end, int wantedLevel) const;

    mutable std::mutex mutex; ///< guards everything below
    int64_t count = 0;
    int64_t firstNs = 0;
    Sample latest;
    MappedArray<int64_t> times{static_cast<size_t>(kKept[0])};
    std::array<MappedArray<Span>, kLevelCount - 1> spans = mergedRings<Span>();
    std::array<std::unique_ptr<Column>, kMetricCount> columns; ///< null as long as the metric was never present
};

void SeriesStore::Impl::append(const Sample &sample)
{
    if (count > 0 && sample.timeNs < latest.timeNs)
        return;
    if (count == 0)
        firstNs = sample.timeNs;
    latest = sample;
    times[slot(0, count)] = sample.timeNs;
    for (int level = 1; level < kLevelCount; ++level) {
        Span &span = spans[static_cast<size_t>(level) - 1][slot(level, count / bucketSize(level))];
        if (count % bucketSize(level) == 0)
            span.firstNs = sample.timeNs;
        span.lastNs = sample.timeNs;
    }
    for (size_t i = 0; i < kMetricCount; ++i) {
        const int64_t value = sample.values[i];
        if (!columns[i] && value == Sample::kAbsent)
            continue;
        if (!columns[i])
            columns[i] = std::make_unique<Column>(count);
        columns[i]->append(count, value);
    }
    ++count;
}

/// The level from which to read on at sample `number`: the wanted one; a finer one where its bucket would reach beyond
/// the range that ends before `end`; a coarser one where the finer are no longer kept.
int SeriesStore::Impl::levelAt(int64_t number, int64_t end, int wantedLevel) const
{
    int level = wantedLevel;
    const auto reachesBeyond = [&] {
        return number % bucketSize(level) != 0 || std::min(number + bucketSize(level), count) > end;
    };
    while (level > 0 && reachesBeyond() && keeps(level - 1, number))
        --level;
    while (level + 1 < kLevelCount && !keeps(level, number))
        ++level;
    return level;
}

SeriesStore::SeriesStore()
    : m_impl(std::make_unique<Impl>())
{
}

SeriesStore::~SeriesStore() = default;

void SeriesStore::append(const Sample &sample)
{
    const std::lock_guard lock(m_impl->mutex);
    m_impl->append(sample);
}

std::vector<SeriesStore::Bucket> SeriesStore::range(Metric metric, int64_t fromNs, int64_t toNs, int maxBuckets) const
{
    std::vector<Bucket> result;
    const std::lock_guard lock(m_impl->mutex);
    const Column *column = m_impl->columns[static_cast<size_t>(metric)].get();
    if (column == nullptr || fromNs > toNs || maxBuckets < 1)
        return result;
    const int64_t begin = m_impl->firstSample(fromNs, [&](const Span &span) { return span.lastNs < fromNs; });
    const int64_t end = m_impl->firstSample(toNs, [&](const Span &span) { return span.firstNs <= toNs; });

    // Groups begin at multiples of `step`, whatever the range, so that a moving window does not flicker.
    const int64_t step = std::max<int64_t>(1, (end - begin + maxBuckets - 1) / maxBuckets);
    int wantedLevel = 0;
    while (wantedLevel + 1 < kLevelCount && bucketSize(wantedLevel + 1) <= step)
        ++wantedLevel;

    int64_t lastGroup = -1;
    for (int64_t number = begin; number < end;) {
        const int level = m_impl->levelAt(number, end, wantedLevel);
        const int64_t index = number / bucketSize(level);
        const Cell cell = column->at(level, index);
        if (cell.last != Sample::kAbsent) {
            const Span span = m_impl->span(level, index);
            if (number / step != lastGroup)
                result.push_back({span.firstNs, span.lastNs, cell.min, cell.max, cell.last});
            Bucket &bucket = result.back();
            bucket.lastNs = span.lastNs;
            bucket.min = std::min(bucket.min, cell.min);
            bucket.max = std::max(bucket.max, cell.max);
            bucket.last = cell.last;
            lastGroup = number / step;
        }
        number = (index + 1) * bucketSize(level);
    }
    return result;
}

std::vector<Sample> SeriesStore::since(int64_t afterNs) const
{
    std::vector<Sample> samples;
    const std::lock_guard lock(m_impl->mutex);
    const int64_t begin = m_impl->partition(0, [&](const Span &span) { return span.lastNs <= afterNs; });
    samples.resize(static_cast<size_t>(m_impl->count - begin));
    for (size_t i = 0; i < samples.size(); ++i) {
        const int64_t number = begin + static_cast<int64_t>(i);
        samples[i].timeNs = m_impl->times[slot(0, number)];
        for (size_t metric = 0; metric < kMetricCount; ++metric) {
            if (const auto &column = m_impl->columns[metric])
                samples[i].values[metric] = column->at(0, number).last;
        }
    }
    return samples;
}

Sample SeriesStore::latest() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->latest;
}

int64_t SeriesStore::count() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->count;
}

int64_t SeriesStore::firstNs() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->firstNs;
}

int64_t SeriesStore::ownBytes() const
{
    const std::lock_guard lock(m_impl->mutex);
    int64_t bytes = sizeof(Impl);
    for (int level = 0; level < kLevelCount; ++level) {
        const int64_t buckets = m_impl->bucketCount(level);
        bytes += touchedBytes(level, buckets, level == 0 ? sizeof(int64_t) : sizeof(Span));
        for (const auto &column : m_impl->columns) {
            if (column)
                bytes += touchedBytes(level, buckets - column->firstSample() / bucketSize(level), level == 0 ? sizeof(int64_t) : sizeof(Cell));
        }
    }
    return bytes;
}

void SeriesStore::clear()
{
    auto fresh = std::make_unique<Impl>();
    const std::lock_guard lock(m_impl->mutex);
    m_impl->count = 0;
    m_impl->firstNs = 0;
    m_impl->latest = Sample();
    m_impl->times = std::move(fresh->times);
    m_impl->spans = std::move(fresh->spans);
    m_impl->columns = {};
}

} // namespace limno
