// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/memory/snapshot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace limno {

/// The snapshots of a recording: the list at once, what is in one of them when it is asked for. Any thread.
class RecordedSnapshots
{
public:
    struct Entry {
        int64_t id = 0; ///< row in the file
        int64_t timeNs = 0; ///< from the start of the recording
        std::string reason; ///< "by hand", "device above 90 %"
    };

    /// InputInvalid for a file that is no recording, is damaged or of a newer version, Io otherwise.
    static Result<RecordedSnapshots> open(const std::string &path);

    const std::string &path() const { return m_path; }
    const std::vector<Entry> &entries() const { return m_entries; } ///< oldest first
    /// Reads number `index` of entries(). InputInvalid names index and count where there is none, or what is damaged.
    Result<MemorySnapshot> load(int64_t index) const;

private:
    explicit RecordedSnapshots(std::string path)
        : m_path(std::move(path))
    {
    }

    std::string m_path;
    std::vector<Entry> m_entries;
};

} // namespace limno
