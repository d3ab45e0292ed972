// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/gguf.h"
#include "core/text/textsegment.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

/// Parse: added tokens (control tokens, `<think>`) written in the text become their ids. AsText: they are only text; what
/// remains are added tokens of white space alone, which mark nothing.
enum class SpecialTokens { Parse, AsText };

/// Text to ids and back. Thread-safe (the word cache inside is locked). Ids are positions in the model's vocabulary.
class Tokenizer
{
public:
    virtual ~Tokenizer() = default;

    /// No BOS or EOS is added. Any byte sequence is accepted; a byte that the vocabulary has no token for is left out, as
    /// the reference does.
    virtual std::vector<int64_t> encode(std::string_view text, SpecialTokens special) const = 0;
    /// Added tokens are recognised only where they lie wholly inside trusted text (neighbouring trusted segments are one);
    /// otherwise the segments are one text, so that merges cross their borders.
    virtual std::vector<int64_t> encode(std::span<const TextSegment> segments) const = 0;
    /// The text of all ids; invalid UTF-8 becomes U+FFFD, special tokens are written out when `keepSpecial`.
    virtual std::string decode(std::span<const int64_t> ids, bool keepSpecial = true) const = 0;
    /// The raw bytes of one token, possibly a part of a character.
    virtual std::string tokenBytes(int64_t id) const = 0;
    /// The token as it stands in the vocabulary file ("Ġworld").
    virtual std::string piece(int64_t id) const = 0;
    virtual bool isSpecial(int64_t id) const = 0;
    virtual int64_t vocabularySize() const = 0;

    struct SpecialIds {
        int64_t bos = -1;
        int64_t eos = -1;
        std::vector<int64_t> endOfGeneration; ///< every id that ends a reply (eos, end of turn)
    };
    virtual const SpecialIds &specialIds() const = 0;

    virtual int64_t cacheBytes() const = 0;
    virtual void clearCache() = 0;
};

/// From GGUF metadata (`tokenizer.ggml.*`). ModelUnsupported names a tokenizer model or pre-tokenizer we lack;
/// ModelInvalid (bad_merge, duplicate_id, missing_key, bad_value) names the key.
Result<std::shared_ptr<Tokenizer>> tokenizerFromGguf(const GgufFile &file);

/// From a folder as Hugging Face libraries write it: tokenizer.json (byte-level or plain BPE), else vocab.json with
/// merges.txt; ids that end a reply from generation_config.json and tokenizer_config.json. ModelMissing if neither is
/// there; ModelUnsupported names a part that we lack; ModelInvalid (bad_json, missing_key, unknown_value, bad_value,
/// bad_merge, duplicate_id) names file and key.
Result<std::shared_ptr<Tokenizer>> tokenizerFromFolder(const std::string &folder);

/// Turns a stream of tokens into text without ever showing half a character: bytes of an unfinished character are held
/// back, invalid ones become one U+FFFD each. One stream, one thread.
class TokenStream
{
public:
    /// Complete characters that `bytes` made available.
    std::string push(std::string_view bytes);
    /// What was held back, as U+FFFD where it is not valid; empties the stream.
    std::string flush();

private:
    std::string m_pending;
};

} // namespace limno
