// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/base/version.h"
#include "core/memory/snapshot.h"
#include "core/replay/recordingsink.h"
#include "core/replay/requestcodec.h"
#include "core/replay/schema.h"

#include <QtCore/QDateTime>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

namespace limno {

namespace {

constexpr std::chrono::milliseconds kCommitEvery{500};
constexpr size_t kWakeBytes = size_t{256} << 10; ///< so much does not wait for the next commit
constexpr size_t kSampleLimit = 16 * 1024 * 1024; ///< a full queue has room left for what is rarer than samples
constexpr size_t kRowLimit = 32 * 1024 * 1024;

Outcome withoutDump(const Outcome &outcome)
{
    Outcome copy;
    copy.kind = outcome.kind;
    copy.error = outcome.error;
    copy.finish = outcome.finish;
    copy.text = outcome.text;
    copy.ids = outcome.ids;
    copy.tokens = outcome.tokens;
    copy.times = outcome.times;
    copy.memory = outcome.memory;
    copy.worker = outcome.worker;
    return copy;
}

size_t bytesOf(const RequestItem &item)
{
    return sizeof(item) + static_cast<size_t>(inputBytes(item.request)) + item.outcome.text.size()
        + item.outcome.ids.size() * sizeof(int64_t);
}

size_t bytesOf(const MemorySnapshot &snapshot)
{
    size_t bytes = sizeof(snapshot) + (snapshot.tensors.size() + snapshot.rows.size()) * sizeof(Tally::Row)
        + snapshot.ledger.size() * sizeof(Ledger::Entry) + snapshot.survivors.size() * sizeof(Births::Survivor);
    if (snapshot.card) {
        bytes += snapshot.card->trace.size() * sizeof(CardEvent);
        for (const CardSegment &segment : snapshot.card->segments)
            bytes += sizeof(segment) + segment.blocks.size() * sizeof(CardBlock);
    }
    return bytes;
}

} // namespace

struct RecordingWriter::Impl {
    Impl(std::string path_, const RecordingSink::Options &options_)
        : path(std::move(path_))
        , options(options_)
    {
    }

    void enqueue(RecordingItem item, size_t bytes);
    void loop(std::promise<Result<void>> opened);
    std::vector<RecordingItem> takeRows();
    void writeRows(RecordingSink &sink, std::vector<RecordingItem> &rows);
    void finish(RecordingSink &sink);

    const std::string path;
    const RecordingSink::Options options;
    std::atomic<bool> cut = false;
    std::atomic<int64_t> droppedSamples = 0;
    std::atomic<int64_t> droppedRows = 0;

    std::mutex mutex; ///< guards queue, queueBytes, closing
    std::condition_variable wake;
    std::vector<RecordingItem> queue;
    size_t queueBytes = 0;
    bool closing = false;

    std::mutex closeMutex; ///< guards thread and problem: one close() at a time
    std::thread thread;
    std::optional<Error> problem; ///< written by the thread, read after it has ended
};

void RecordingWriter::Impl::enqueue(RecordingItem item, size_t bytes)
{
    const bool isSample = std::holds_alternative<Sample>(item);
    if (cut.load(std::memory_order_relaxed))
        return;
    bool isUrgent = false;
    {
        const std::lock_guard lock(mutex);
        if (closing)
            return;
        if (queueBytes + bytes > (isSample ? kSampleLimit : kRowLimit)) {
            ++(isSample ? droppedSamples : droppedRows);
            return;
        }
        isUrgent = queueBytes < kWakeBytes && queueBytes + bytes >= kWakeBytes;
        queueBytes += bytes;
        queue.push_back(std::move(item));
    }
    if (isUrgent)
        wake.notify_one();
}

std::vector<RecordingItem> RecordingWriter::Impl::takeRows()
{
    std::vector<RecordingItem> rows;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, kCommitEvery, [this] { return closing || queueBytes >= kWakeBytes; });
    rows.swap(queue);
    queueBytes = 0;
    return rows;
}

/// Rows that could not be written because somebody else holds the file stay in `rows`.
void RecordingWriter::Impl::writeRows(RecordingSink &sink, std::vector<RecordingItem> &rows)
{
    if (cut)
        rows.clear(); // a hole in the middle would be worse than an early end
    if (rows.empty())
        return;
    const Result<void> written = sink.write(rows);
    if (!written && written.error().code == ErrorCode::Busy)
        return;
    rows.clear();
    if (written)
        return;
    problem = written.error();
    cut = true;
    logError("recording", written.error().message + ": the recording ends here, everything else goes on");
}

void RecordingWriter::Impl::finish(RecordingSink &sink)
{
    if (!cut && (droppedSamples > 0 || droppedRows > 0)) {
        std::vector<RecordingItem> rows;
        rows.emplace_back(MetaItem{"droppedSamples", std::to_string(droppedSamples)});
        rows.emplace_back(MetaItem{"droppedRows", std::to_string(droppedRows)});
        writeRows(sink, rows);
    }
    const Result<void> finished = sink.finish(cut ? schema::kStateCut : schema::kStateFinished);
    if (finished || cut)
        return;
    problem = finished.error();
    cut = true;
}

void RecordingWriter::Impl::loop(std::promise<Result<void>> opened)
{
    auto sink = RecordingSink::create(path, options);
    if (!sink) {
        opened.set_value(failure(sink.error()));
        return;
    }
    opened.set_value({});
    std::vector<RecordingItem> rows;
    while (true) {
        // While rows wait for somebody else's lock the queue keeps the new ones, and its bound.
        if (rows.empty())
            rows = takeRows();
        writeRows(**sink, rows);
        const std::lock_guard lock(mutex);
        if (closing && (cut || queue.empty() || !rows.empty()))
            break;
    }
    if (!rows.empty()) {
        problem = Error{ErrorCode::Io,
                        path + ": the last " + std::to_string(rows.size())
                            + " rows could not be written: the file is locked"};
        cut = true;
    }
    finish(**sink);
}

RecordingWriter::RecordingWriter(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

RecordingWriter::~RecordingWriter()
{
    if (m_impl)
        (void)close();
}

Result<std::unique_ptr<RecordingWriter>> RecordingWriter::create(const std::string &path, RecordInputs inputs,
                                                                 const Clock &clock, int64_t maxBytes)
{
    const RecordingSink::Options options{inputs, clock.nowNs(), maxBytes};
    auto impl = std::make_unique<Impl>(path, options);
    std::promise<Result<void>> promise;
    std::future<Result<void>> opened = promise.get_future();
    impl->thread =
        std::thread([raw = impl.get(), promise = std::move(promise)]() mutable { raw->loop(std::move(promise)); });
    const Result<void> result = opened.get();
    if (!result) {
        impl->thread.join();
        return failure(result.error());
    }
    std::unique_ptr<RecordingWriter> writer(new RecordingWriter(std::move(impl)));
    writer->addMeta("program", std::string("Limnograph ") + kVersion);
    writer->addMeta("startedAt", QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString());
    writer->addMeta("inputs", inputs == RecordInputs::Whole ? "whole" : "hashes");
    return writer;
}

void RecordingWriter::addMeta(const std::string &key, const std::string &value)
{
    m_impl->enqueue(MetaItem{key, value}, sizeof(RecordingItem) + key.size() + value.size());
}

void RecordingWriter::addModel(const ModelInfo &info, const std::string &identity)
{
    m_impl->enqueue(std::make_unique<ModelItem>(ModelItem{info, identity}), sizeof(RecordingItem) + sizeof(ModelItem));
}

void RecordingWriter::addSample(const Sample &sample)
{
    m_impl->enqueue(sample, sizeof(RecordingItem));
}

void RecordingWriter::addRequest(int64_t id, const Request &request, const Outcome &outcome)
{
    auto item = std::make_unique<RequestItem>(RequestItem{id, request, withoutDump(outcome)});
    const size_t bytes = sizeof(RecordingItem) + bytesOf(*item);
    m_impl->enqueue(std::move(item), bytes);
}

void RecordingWriter::addEvent(int64_t timeNs, const std::string &kind, const std::string &text)
{
    m_impl->enqueue(EventItem{timeNs, kind, text}, sizeof(RecordingItem) + kind.size() + text.size());
}

void RecordingWriter::addSetting(int64_t timeNs, const std::string &key, const std::string &oldValue,
                                 const std::string &newValue, const std::string &effective)
{
    m_impl->enqueue(SettingItem{timeNs, key, oldValue, newValue, effective},
                    sizeof(RecordingItem) + key.size() + oldValue.size() + newValue.size() + effective.size());
}

void RecordingWriter::addSnapshot(std::shared_ptr<const MemorySnapshot> snapshot)
{
    const size_t bytes = sizeof(RecordingItem) + bytesOf(*snapshot);
    m_impl->enqueue(std::move(snapshot), bytes);
}

Result<void> RecordingWriter::close()
{
    const std::lock_guard lock(m_impl->closeMutex);
    if (m_impl->thread.joinable()) {
        {
            const std::lock_guard queueLock(m_impl->mutex);
            m_impl->closing = true;
        }
        m_impl->wake.notify_one();
        m_impl->thread.join();
    }
    if (m_impl->problem)
        return failure(ErrorCode::Io, m_impl->problem->message);
    return {};
}

bool RecordingWriter::isCut() const
{
    return m_impl->cut;
}

int64_t RecordingWriter::droppedCount() const
{
    return m_impl->droppedSamples + m_impl->droppedRows;
}

int64_t RecordingWriter::startNs() const
{
    return m_impl->options.startNs;
}

const std::string &RecordingWriter::path() const
{
    return m_impl->path;
}

} // namespace limno
