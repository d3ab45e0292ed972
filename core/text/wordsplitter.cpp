// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/wordsplitter.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <array>
#include <utility>

namespace limno {

namespace {

/// PCRE2's own \s leaves or takes a character more than Unicode's White_Space, depending on its version.
constexpr std::string_view kWhiteSpace =
    R"(\x{09}-\x{0D}\x{20}\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000})";

std::string withExplicitSpaces(std::string_view pattern)
{
    std::string result;
    bool isInClass = false;
    for (size_t i = 0; i < pattern.size(); ++i) {
        const char character = pattern[i];
        if (character == '\\' && i + 1 < pattern.size()) {
            const char escaped = pattern[++i];
            if (escaped == 's' && isInClass)
                result.append(kWhiteSpace);
            else if ((escaped == 's' || escaped == 'S') && !isInClass)
                result.append(escaped == 's' ? "[" : "[^").append(kWhiteSpace).append("]");
            else
                result.append({character, escaped});
            continue;
        }
        if (character == '[')
            isInClass = true;
        else if (character == ']')
            isInClass = false;
        result += character;
    }
    return result;
}

} // namespace

void WordPatterns::FreeCode::operator()(pcre2_real_code_8 *code) const
{
    pcre2_code_free(code);
}

void WordSplitter::FreeMatch::operator()(pcre2_real_match_data_8 *match) const
{
    pcre2_match_data_free(match);
}

Result<WordPatterns> WordPatterns::compile(const std::vector<std::string> &patterns)
{
    WordPatterns compiled;
    for (const std::string &source : patterns) {
        const std::string pattern = withExplicitSpaces(source);
        int status = 0;
        PCRE2_SIZE offset = 0;
        Pattern entry;
        entry.code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                                       PCRE2_UTF | PCRE2_UCP, &status, &offset, nullptr));
        if (!entry.code) {
            std::array<PCRE2_UCHAR, 128> message{};
            pcre2_get_error_message(status, message.data(), message.size());
            return failure(ErrorCode::InputInvalid,
                           "pattern " + source + ": at " + std::to_string(offset) + ": "
                               + reinterpret_cast<const char *>(message.data()));
        }
        entry.isJitCompiled = pcre2_jit_compile(entry.code.get(), PCRE2_JIT_COMPLETE) == 0;
        compiled.m_patterns.push_back(std::move(entry));
    }
    return compiled;
}

WordSplitter::WordSplitter(const WordPatterns &patterns)
    : m_patterns(patterns)
    , m_match(pcre2_match_data_create(1, nullptr))
    , m_stages(patterns.m_patterns.size())
{
}

void WordSplitter::start(std::string_view text)
{
    m_text = text;
    for (Stage &stage : m_stages)
        stage = {};
}

bool WordSplitter::next(size_t stages, std::string_view &word)
{
    if (stages == 0) {
        word = std::exchange(m_text, {});
        return !word.empty();
    }
    Stage &stage = m_stages[stages - 1];
    if (!stage.match.empty()) {
        word = std::exchange(stage.match, {});
        return true;
    }
    if (stage.rest.empty() && !next(stages - 1, stage.rest))
        return false;
    const std::string_view match = findMatch(m_patterns.m_patterns[stages - 1], stage.rest);
    const std::string_view gap = stage.rest.substr(0, static_cast<size_t>(match.data() - stage.rest.data()));
    stage.rest.remove_prefix(gap.size() + match.size());
    word = gap.empty() ? match : gap;
    stage.match = gap.empty() ? std::string_view() : match;
    return true;
}

std::string_view WordSplitter::findMatch(const WordPatterns::Pattern &pattern, std::string_view text) const
{
    const auto *subject = reinterpret_cast<PCRE2_SPTR>(text.data());
    const int status = pattern.isJitCompiled
        ? pcre2_jit_match(pattern.code.get(), subject, text.size(), 0, PCRE2_NOTEMPTY, m_match.get(), nullptr)
        : pcre2_match(pattern.code.get(), subject, text.size(), 0, PCRE2_NOTEMPTY | PCRE2_NO_UTF_CHECK, m_match.get(),
                      nullptr);
    // No match, or a limit inside the matcher was reached: what is left is one word.
    if (status < 0)
        return text.substr(text.size());
    const PCRE2_SIZE *bounds = pcre2_get_ovector_pointer(m_match.get());
    return text.substr(bounds[0], bounds[1] - bounds[0]);
}

} // namespace limno
