// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/bpevocabulary.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace limno {

/// Finds added tokens in a text: from left to right, the longest one that fits. Immutable, thread-safe.
class AddedTokens
{
public:
    explicit AddedTokens(std::vector<AddedToken> tokens);

    struct Match {
        size_t begin = 0; ///< with the white space that the token takes along
        size_t end = 0;
        int64_t id = -1;
    };
    enum class Reach {
        All,
        WhiteSpaceOnly, ///< tokens of white space alone: they are plain text in a short form and mark nothing
    };

    /// The first match that begins at `from` or later and lies in [from, limit) of `text`.
    std::optional<Match> find(std::string_view text, size_t from, size_t limit, Reach reach) const;

private:
    const AddedToken *longestAt(std::string_view text) const;

    std::vector<AddedToken> m_tokens; ///< ordered by content
    std::array<bool, 256> m_isFirstByte{};
    bool m_hasWhiteSpaceTokens = false;
};

} // namespace limno
