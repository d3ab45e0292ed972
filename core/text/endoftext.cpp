// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/endoftext.h"

#include <algorithm>
#include <array>

namespace limno {

namespace {

constexpr std::array<std::string_view, 8> kEnds{"<|im_end|>", "<|endoftext|>", "<|end_of_text|>", "<|eot_id|>",
                                                "<|eom_id|>", "<|end|>",       "<end_of_turn>",   "</s>"};

} // namespace

std::vector<int64_t> endOfGenerationIds(std::vector<int64_t> declared, std::span<const AddedToken> addedTokens)
{
    for (const AddedToken &token : addedTokens) {
        if (token.isSpecial && std::find(kEnds.begin(), kEnds.end(), token.content) != kEnds.end())
            declared.push_back(token.id);
    }
    std::vector<int64_t> ids;
    for (const int64_t id : declared) {
        if (id >= 0 && std::find(ids.begin(), ids.end(), id) == ids.end())
            ids.push_back(id);
    }
    return ids;
}

} // namespace limno
