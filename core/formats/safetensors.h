// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/mappedfile.h"
#include "core/formats/plaintensor.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace limno {

struct SafetensorsTensor {
    std::string name;
    std::string dtype; ///< as in the file: "F32", "BF16"
    std::vector<int64_t> shape;
    std::span<const std::byte> bytes; ///< inside the mapping; may be unaligned
};

/// A safetensors file read strictly. Immutable, thread-safe. Specification: the format section of the safetensors
/// README (header at most 100 MB, no holes, no overlaps, no duplicate keys).
class SafetensorsFile
{
public:
    /// ModelMissing, Io, or ModelInvalid with `reason` one of: truncated, header_too_long, bad_json, duplicate_key,
    /// unknown_dtype, size_overflow, bad_offsets, trailing_bytes.
    static Result<std::shared_ptr<const SafetensorsFile>> open(const std::string &path);
    const std::vector<SafetensorsTensor> &tensors() const { return m_tensors; }
    const std::map<std::string, std::string> &metadata() const { return m_metadata; }
    const std::string &path() const { return m_file->path(); }
    int64_t fileBytes() const { return static_cast<int64_t>(m_file->bytes().size()); }

private:
    SafetensorsFile() = default;
    Result<void> read(); ///< fills the members below from m_file
    std::shared_ptr<const MappedFile> m_file;
    std::vector<SafetensorsTensor> m_tensors;
    std::map<std::string, std::string> m_metadata;
};

/// Reads the F32, I64, I32 (widened to I64) and U8 tensors of a file as plain values. InputInvalid for any other type
/// and for a missing or damaged file, whose `reason` is kept.
Result<std::map<std::string, PlainTensor>> readPlainTensors(const std::string &path);
/// Writes atomically (a temporary file beside it, then renamed), except into a device or a pipe. Io leaves the old file as it was; so does InputInvalid,
/// for bytes that do not fit the shape and for names that are not UTF-8.
Result<void> writePlainTensors(const std::string &path, const std::map<std::string, PlainTensor> &tensors);

} // namespace limno
