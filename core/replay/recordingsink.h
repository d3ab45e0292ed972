// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/database.h"
#include "core/replay/lodpyramid.h"
#include "core/replay/recording.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace limno {

struct MetaItem {
    std::string key;
    std::string value;
};
struct ModelItem {
    ModelInfo info;
    std::string identity;
};
struct RequestItem {
    int64_t id = 0;
    Request request;
    Outcome outcome; ///< without dump
};
struct EventItem {
    int64_t timeNs = 0; ///< Clock::nowNs()
    std::string kind;
    std::string text;
};
struct SettingItem {
    int64_t timeNs = 0; ///< Clock::nowNs()
    std::string key;
    std::string oldValue;
    std::string newValue;
    std::string effective;
};
using SnapshotItem = std::shared_ptr<const MemorySnapshot>;
/// What waits for the writer's thread; the large ones by pointer, since most of them are samples.
using RecordingItem = std::variant<Sample, std::unique_ptr<RequestItem>, EventItem, MetaItem, SettingItem,
                                   std::unique_ptr<ModelItem>, SnapshotItem>;

/// The half of RecordingWriter that talks SQL: everything in here happens on the writer's thread.
class RecordingSink
{
public:
    struct Options {
        RecordInputs inputs = RecordInputs::Whole;
        int64_t startNs = 0;
        int64_t maxBytes = 0; ///< 0 = no limit
    };

    /// Makes the file. Io when another file is there that is no recording, Busy when it is a recording that somebody
    /// has open; then nothing was changed.
    static Result<std::unique_ptr<RecordingSink>> create(const std::string &path, const Options &options);
    ~RecordingSink();

    /// One transaction. Busy: nothing was written, try again. Any other error: what was committed before is safe.
    Result<void> write(const std::vector<RecordingItem> &items);
    /// Sets the final state and folds the log into the file.
    Result<void> finish(const char *state);

private:
    RecordingSink(std::unique_ptr<Database> database, const Options &options);
    Result<void> prepare();
    Result<void> insert(const Sample &sample);
    Result<void> insert(const std::unique_ptr<RequestItem> &item);
    Result<void> insert(const EventItem &item);
    Result<void> insert(const MetaItem &item);
    Result<void> insert(const SettingItem &item);
    Result<void> insert(const std::unique_ptr<ModelItem> &item);
    Result<void> insert(const SnapshotItem &snapshot);
    Result<void> insertInput(const Request &request, const std::string &hash);
    Result<void> insertBucket(const LodBucket &bucket);

    const Options m_options;
    std::unique_ptr<Database> m_database;
    std::optional<QSqlQuery> m_sample;
    std::optional<QSqlQuery> m_lod;
    std::optional<QSqlQuery> m_request;
    std::optional<QSqlQuery> m_event;
    std::optional<QSqlQuery> m_meta;
    std::optional<QSqlQuery> m_setting;
    std::optional<QSqlQuery> m_model;
    std::optional<QSqlQuery> m_input;
    std::optional<QSqlQuery> m_snapshot;
    LodPyramid m_pyramid;
    std::string m_lastInputHash; ///< loops send the same input again and again
    bool m_inTransaction = false;
};

} // namespace limno
