// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace limno {

/// A file mapped read-only and shared, so that its bytes are file pages. Unmapped with the last owner.
/// Thread-safe after opening. A file that somebody shortens while it is mapped ends the process (SIGBUS), as with any
/// mapping; nothing here writes to it.
class MappedFile
{
public:
    /// ModelMissing when there is none, Io with the system's words otherwise. An empty file maps to an empty span.
    static Result<std::shared_ptr<const MappedFile>> open(const std::string &path);
    ~MappedFile();
    MappedFile(const MappedFile &) = delete;
    MappedFile &operator=(const MappedFile &) = delete;

    std::span<const std::byte> bytes() const { return m_bytes; }
    const std::string &path() const { return m_path; }
    /// How many of its bytes are in memory now (mincore).
    int64_t residentBytes() const;

private:
    MappedFile(std::string path, std::span<const std::byte> bytes);
    std::string m_path;
    std::span<const std::byte> m_bytes;
};

} // namespace limno
