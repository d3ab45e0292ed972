// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/ggmltype.h"
#include "core/formats/mappedfile.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace limno {

/// Metadata value. Integers of every width are widened; arrays are of one kind; arrays of arrays are kept out of the
/// variant and refused where they are asked for.
using GgufValue = std::variant<int64_t, uint64_t, double, bool, std::string, std::vector<int64_t>, std::vector<double>,
                               std::vector<bool>, std::vector<std::string>>;

struct GgufTensor {
    std::string name;
    GgmlType type = GgmlType::F32;
    std::vector<int64_t> shape; ///< [rows, columns]: the file's order reversed, so the last dimension is contiguous
    std::span<const std::byte> bytes; ///< inside the mapping; aligned to the file's alignment
    int64_t elements() const;
};

/// A GGUF file (version 2 or 3, little endian) read strictly: every number in it is checked against the file's size
/// before it is used. Holes between the tensors' data are let through, shared bytes are refused. Immutable and
/// thread-safe. Opening reads keys and tensor table, none of the weights. Specification: ggml, docs/gguf.md.
class GgufFile
{
public:
    /// ModelMissing, Io, or ModelInvalid with `reason` one of: truncated, bad_magic, bad_version, big_endian,
    /// count_too_large, string_too_long, nested_too_deep, bad_offset, size_overflow, unknown_dtype, duplicate_key,
    /// bad_value.
    static Result<std::shared_ptr<const GgufFile>> open(const std::string &path);

    const std::string &path() const { return m_file->path(); }
    const std::shared_ptr<const MappedFile> &mapping() const { return m_file; }
    const std::vector<GgufTensor> &tensors() const { return m_tensors; }
    /// Null when there is none.
    const GgufTensor *tensor(std::string_view name) const;
    const std::map<std::string, GgufValue, std::less<>> &metadata() const { return m_metadata; }

    /// Typed look-ups; ModelInvalid (`missing_key`, `bad_type`, `bad_value` for an integer beyond 63 bits) names file
    /// and key. integer() takes integers of any width, number() any number.
    Result<int64_t> integer(std::string_view key) const;
    Result<double> number(std::string_view key) const;
    Result<std::string> text(std::string_view key) const;
    Result<std::vector<std::string>> texts(std::string_view key) const;
    Result<std::vector<int64_t>> integers(std::string_view key) const;
    bool has(std::string_view key) const;

private:
    friend class GgufParser;
    GgufFile() = default;
    template<typename T>
    Result<T> exactly(std::string_view key, std::string_view what) const;
    tl::unexpected<Error> refused(std::string_view key, std::string_view what) const;
    std::shared_ptr<const MappedFile> m_file;
    std::map<std::string, GgufValue, std::less<>> m_metadata;
    std::set<std::string, std::less<>> m_nestedArrays; ///< keys whose arrays of arrays were skipped
    std::vector<GgufTensor> m_tensors;
    std::map<std::string, size_t, std::less<>> m_tensorIndex;
};

} // namespace limno
