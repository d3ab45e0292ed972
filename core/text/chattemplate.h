// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/text/textsegment.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <vector>

namespace limno {

/// A chat template in the subset of Jinja2 that published templates use, with trim_blocks and lstrip_blocks on, as
/// transformers' apply_chat_template sets them. Immutable, thread-safe.
class ChatTemplate
{
public:
    /// InputInvalid names the construct and the line that is not understood.
    static Result<std::shared_ptr<const ChatTemplate>> parse(std::string source);
    ~ChatTemplate();

    /// `input`: messages, tools, add_generation_prompt, bos_token, eos_token, now ("2026-03-07T09:05:02", for
    /// strftime_now; without it the local time), anything else is a variable. Trusted is what the template itself says,
    /// variables called `…_token`, and a message's role if it is a word that programs use (user, assistant, system, tool,
    /// …), since templates build control tokens from it; every other text of `input` is untrusted.
    /// InputInvalid carries the message of raise_exception (reason `raise_exception`), or line and construct. Rendering is
    /// bounded in steps, depth and size: a template that does not end is InputInvalid, too.
    Result<std::vector<TextSegment>> render(const nlohmann::ordered_json &input) const;

    /// The segments as one string.
    static std::string join(const std::vector<TextSegment> &segments);

private:
    struct Impl;
    explicit ChatTemplate(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// ChatML (`<|im_start|>role\n…<|im_end|>\n`): the named fallback for a model that has no template.
std::string chatMlTemplate();

} // namespace limno
