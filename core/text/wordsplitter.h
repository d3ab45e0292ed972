// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct pcre2_real_code_8;
struct pcre2_real_match_data_8;

namespace limno {

/// Patterns that cut a text into words, compiled. Immutable, thread-safe.
class WordPatterns
{
public:
    /// Patterns in the syntax that tokenizer files use (Oniguruma's and PCRE's common part). `\s` means Unicode's
    /// White_Space. InputInvalid names the pattern and the place in it.
    static Result<WordPatterns> compile(const std::vector<std::string> &patterns);

private:
    friend class WordSplitter;
    struct FreeCode {
        void operator()(pcre2_real_code_8 *code) const;
    };
    struct Pattern {
        std::unique_ptr<pcre2_real_code_8, FreeCode> code;
        bool isJitCompiled = false;
    };
    std::vector<Pattern> m_patterns;
};

/// Hands out the words of one text after another. Nothing is lost: joined, the words are the text. One thread.
class WordSplitter
{
public:
    /// `patterns` must live longer.
    explicit WordSplitter(const WordPatterns &patterns);
    /// `text`: valid UTF-8, alive while next() is called.
    void start(std::string_view text);
    /// False at the end of the text.
    bool next(std::string_view &word) { return next(m_stages.size(), word); }

private:
    struct FreeMatch {
        void operator()(pcre2_real_match_data_8 *match) const;
    };
    /// One pattern at work on a piece that the stage before it gave.
    struct Stage {
        std::string_view rest;
        std::string_view match; ///< found behind a gap that was handed out first
    };
    bool next(size_t stages, std::string_view &word);
    std::string_view findMatch(const WordPatterns::Pattern &pattern, std::string_view text) const;

    const WordPatterns &m_patterns;
    std::unique_ptr<pcre2_real_match_data_8, FreeMatch> m_match;
    std::string_view m_text; ///< until the first stage has taken it
    std::vector<Stage> m_stages;
};

} // namespace limno
