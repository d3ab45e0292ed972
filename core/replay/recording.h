// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/memory/metric.h"
#include "core/runtime/model.h"
#include "core/runtime/outcome.h"
#include "core/runtime/request.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace limno {

struct MemorySnapshot;
struct Verdict;

/// Whether inputs go into the recording or only their hashes.
enum class RecordInputs { Whole, HashesOnly };

/// One finished request as a recording keeps it.
struct RequestRow {
    int64_t id = 0;
    Request request; ///< prompt and messages empty when only hashes were kept
    Outcome outcome; ///< text and dump are not kept; outputHash stands for them
    std::string inputHash;
    std::string outputHash;
    std::optional<int64_t> payloadBytes; ///< of the input
};

struct EventRow {
    int64_t timeNs = 0; ///< from the start of the recording
    std::string kind; ///< "load", "unload", "clear", "toggle", "error", "oom" (out of memory), "phase"
    std::string text;
};

/// Writes a `.limno` file (recording.md). A thread of its own opens, uses and closes the SQLite connection; calls only
/// queue and never wait for the disk. When the queue is full samples are dropped and counted; a full disk marks the
/// recording as cut and the program goes on. Times are handed in as Clock::nowNs() and stored from the start. Thread-safe;
/// what is added after close() is ignored.
class RecordingWriter
{
public:
    /// Io names the path. An existing file is replaced only when it is a recording; Busy when somebody has it open.
    /// `maxBytes` bounds the file (0 = no limit): reaching it cuts the recording as a full disk does.
    static Result<std::unique_ptr<RecordingWriter>> create(const std::string &path,
                                                           RecordInputs inputs = RecordInputs::Whole,
                                                           const Clock &clock = Clock::steady(), int64_t maxBytes = 0);
    /// Closes: commits everything and leaves a single file.
    ~RecordingWriter();

    void addMeta(const std::string &key, const std::string &value);
    void addModel(const ModelInfo &info, const std::string &identity);
    void addSample(const Sample &sample);
    void addRequest(int64_t id, const Request &request, const Outcome &outcome);
    void addEvent(int64_t timeNs, const std::string &kind, const std::string &text);
    void addSetting(int64_t timeNs, const std::string &key, const std::string &oldValue, const std::string &newValue,
                    const std::string &effective);
    void addSnapshot(std::shared_ptr<const MemorySnapshot> snapshot);

    /// Commits everything and closes the file; Io when the recording was cut. Idempotent.
    Result<void> close();
    bool isCut() const;
    /// Rows that found no place in the queue. The recording says so too (meta.droppedSamples, meta.droppedRows).
    int64_t droppedCount() const;
    int64_t startNs() const;
    const std::string &path() const;

private:
    struct Impl;
    explicit RecordingWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// A recording read whole into plain values, but for its snapshots (RecordedSnapshots).
struct Recording {
    std::map<std::string, std::string> meta;
    std::vector<ModelInfo> models;
    std::vector<std::string> identities; ///< of the models, as modelIdentity() gives them; empty where unknown
    std::vector<Sample> samples; ///< timeNs from the start
    std::vector<RequestRow> requests; ///< in the order in which they finished; times from the start
    std::vector<EventRow> events;
    bool isInterrupted = false; ///< it was never closed, was cut by a full disk, or its loop was stopped early

    /// InputInvalid for a file that is no recording, is damaged or of a newer version, Io otherwise. Opens what a killed
    /// run left and what is being recorded. Changes nothing.
    static Result<Recording> open(const std::string &path);
};

/// Puts a verdict on a closed recording into it. Io, Busy; a failure leaves it as it was.
Result<void> addVerdict(const std::string &path, const Verdict &verdict);

/// "SIZE-HASH": size and the first half of a SHA-256 over the first MiB, the last and 64 evenly spread blocks of 4 KiB:
/// tells models apart without reading them whole. A folder is the sum of its files. ModelMissing, Io.
Result<std::string> modelIdentity(const std::string &path);

} // namespace limno
