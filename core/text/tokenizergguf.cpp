// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/bpevocabulary.h"
#include "core/text/endoftext.h"
#include "core/text/pretokenizers.h"

namespace limno {

namespace {

constexpr const char *kPrefix = "tokenizer.ggml.";

/// `tokenizer.ggml.token_type` (ggml, docs/gguf.md).
enum GgufTokenType : int64_t { Normal = 1, Unknown = 2, Control = 3, UserDefined = 4, Unused = 5, Byte = 6 };

Result<int64_t> optionalId(const GgufFile &file, const std::string &key, int64_t tokens)
{
    if (!file.has(key))
        return -1;
    auto id = file.integer(key);
    if (id && (*id < 0 || *id >= tokens))
        return failure(ErrorCode::ModelInvalid,
                       file.path() + ": " + key + ": " + std::to_string(*id) + " is not below " + std::to_string(tokens)
                           + ", the number of tokens",
                       "bad_value");
    return id;
}

Result<void> readPieces(const GgufFile &file, BpeVocabulary &vocabulary)
{
    const std::string typeKey = std::string(kPrefix) + "token_type";
    auto texts = file.texts(std::string(kPrefix) + "tokens");
    if (!texts)
        return failure(std::move(texts.error()));
    std::vector<int64_t> types(texts->size(), Normal);
    if (file.has(typeKey)) {
        auto stored = file.integers(typeKey);
        if (!stored)
            return failure(std::move(stored.error()));
        if (stored->size() != types.size())
            return failure(ErrorCode::ModelInvalid,
                           file.path() + ": " + typeKey + ": " + std::to_string(stored->size()) + " entries for "
                               + std::to_string(types.size()) + " tokens",
                           "bad_value");
        types = std::move(*stored);
    }
    vocabulary.pieces.resize(texts->size());
    for (size_t id = 0; id < types.size(); ++id) {
        Piece &piece = vocabulary.pieces[id];
        piece.text = std::move((*texts)[id]);
        switch (types[id]) {
        case Normal:
            break;
        case Unknown:
        case Control:
        case UserDefined:
            vocabulary.addedTokens.push_back(
                {.id = static_cast<int64_t>(id), .content = piece.text, .isSpecial = types[id] != UserDefined});
            break;
        case Unused:
            piece.kind = PieceKind::Unused;
            break;
        case Byte:
            piece.kind = PieceKind::Byte;
            break;
        default:
            return failure(ErrorCode::ModelInvalid,
                           file.path() + ": " + typeKey + ": " + std::to_string(types[id]) + " for id "
                               + std::to_string(id) + " is no token type",
                           "bad_value");
        }
    }
    return {};
}

Result<void> readMerges(const GgufFile &file, BpeVocabulary &vocabulary)
{
    const std::string key = std::string(kPrefix) + "merges";
    auto merges = file.texts(key);
    if (!merges)
        return failure(std::move(merges.error()));
    vocabulary.merges.reserve(merges->size());
    for (const std::string &merge : *merges) {
        const size_t space = merge.find(' ', 1);
        if (space == std::string::npos || space + 1 == merge.size())
            return failure(ErrorCode::ModelInvalid, file.path() + ": " + key + ": \"" + merge + "\" is not two parts",
                           "bad_merge");
        vocabulary.merges.emplace_back(merge.substr(0, space), merge.substr(space + 1));
    }
    return {};
}

Result<void> readSpecialIds(const GgufFile &file, BpeVocabulary &vocabulary)
{
    const auto tokens = static_cast<int64_t>(vocabulary.pieces.size());
    Tokenizer::SpecialIds &ids = vocabulary.specialIds;
    for (const auto &[name, target] : {std::pair{"bos_token_id", &ids.bos}, std::pair{"eos_token_id", &ids.eos}}) {
        auto id = optionalId(file, std::string(kPrefix) + name, tokens);
        if (!id)
            return failure(std::move(id.error()));
        *target = *id;
    }
    std::vector<int64_t> ends{ids.eos};
    for (const char *name : {"eot_token_id", "eom_token_id"}) {
        auto id = optionalId(file, std::string(kPrefix) + name, tokens);
        if (!id)
            return failure(std::move(id.error()));
        ends.push_back(*id);
    }
    ids.endOfGeneration = endOfGenerationIds(std::move(ends), vocabulary.addedTokens);
    return {};
}

} // namespace

Result<std::shared_ptr<Tokenizer>> tokenizerFromGguf(const GgufFile &file)
{
    const std::string modelKey = std::string(kPrefix) + "model";
    auto model = file.text(modelKey);
    if (!model)
        return failure(std::move(model.error()));
    if (*model != "gpt2")
        return failure(ErrorCode::ModelUnsupported,
                       file.path() + ": " + modelKey + ": \"" + *model + "\" is not supported, only \"gpt2\"");
    const std::string preKey = std::string(kPrefix) + "pre";
    auto pre = file.text(preKey);
    if (!pre)
        return failure(std::move(pre.error()));
    auto rules = preTokenizerRules(*pre);
    if (!rules)
        return failure(ErrorCode::ModelUnsupported,
                       file.path() + ": " + preKey + ": \"" + *pre + "\" is not supported");

    BpeVocabulary vocabulary;
    vocabulary.source = file.path();
    vocabulary.patterns = std::move(rules->patterns);
    vocabulary.ignoresMerges = rules->ignoresMerges;
    for (const auto read : {readPieces, readMerges, readSpecialIds}) {
        if (auto done = read(file, vocabulary); !done)
            return failure(std::move(done.error()));
    }
    return makeBpeTokenizer(std::move(vocabulary));
}

} // namespace limno
