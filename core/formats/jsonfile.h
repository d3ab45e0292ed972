// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// A JSON file whose outermost value is an object, with look-ups that name file and key when they fail. Every failure
/// is ModelInvalid with `reason` missing_key, bad_type or bad_value, unless a line says otherwise.
class JsonFile
{
public:
    enum class Presence { Required, Optional };

    /// ModelMissing, Io, or ModelInvalid with `reason` bad_json, or count_too_large above `longestBytes`.
    static Result<JsonFile> open(const std::string &path, uint64_t longestBytes);

    const std::string &path() const { return m_path; }
    const nlohmann::json &root() const { return m_root; }

    /// The value of the first of `keys` that is there and not null; null when none is.
    const nlohmann::json *find(std::initializer_list<std::string_view> keys) const;

    /// An integer from `least` to 2^31 - 1 (nothing that these files count is larger) under the first of `keys` that
    /// is there. The keys are the names that one thing has in different layouts.
    Result<std::optional<int64_t>> integer(std::initializer_list<std::string_view> keys, Presence presence,
                                           int64_t least = 1) const;
    Result<std::optional<double>> positive(std::initializer_list<std::string_view> keys) const;
    Result<std::optional<std::string>> text(std::initializer_list<std::string_view> keys) const;

    /// "PATH: key 'KEY': MESSAGE" as a failure.
    tl::unexpected<Error> invalid(std::string_view key, std::string reason, std::string_view message) const;

private:
    JsonFile(std::string path, nlohmann::json root)
        : m_path(std::move(path))
        , m_root(std::move(root))
    {
    }
    std::string m_path;
    nlohmann::json m_root;
};

/// An integer from `least` to 2^31 - 1; otherwise the word for what is wrong: bad_type or bad_value.
tl::expected<int64_t, std::string_view> boundedInteger(const nlohmann::json &value, int64_t least);

} // namespace limno
