// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/tokenizerjson.h"

#include "core/text/pretokenizers.h"

#include <nlohmann/json.hpp>

#include <array>

namespace limno {

namespace {

using Json = nlohmann::json;

constexpr int64_t kHighestId = 16'000'000; ///< no vocabulary is larger; a wrong number must not fill the memory

tl::unexpected<Error> invalid(const std::string &source, const std::string &what, const char *reason)
{
    return failure(ErrorCode::ModelInvalid, source + ": " + what, reason);
}

tl::unexpected<Error> unsupported(const std::string &source, const std::string &what)
{
    return failure(ErrorCode::ModelUnsupported, source + ": " + what + " is not supported");
}

/// A string member; empty where there is none.
std::string member(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool flag(const Json &object, const char *key, bool standard = false)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() ? found->get<bool>() : standard;
}

Result<int64_t> tokenId(const Json &value, const std::string &token, const std::string &source)
{
    if (!value.is_number_integer() || value.get<int64_t>() < 0 || value.get<int64_t>() > kHighestId)
        return invalid(
            source, "id " + value.dump() + " of \"" + token + "\" is not between 0 and " + std::to_string(kHighestId),
            "bad_value");
    return value.get<int64_t>();
}

Result<void> setPiece(BpeVocabulary &vocabulary, int64_t id, const std::string &text)
{
    const auto index = static_cast<size_t>(id);
    if (index >= vocabulary.pieces.size())
        vocabulary.pieces.resize(index + 1);
    std::string &place = vocabulary.pieces[index].text;
    if (!place.empty() && place != text)
        return invalid(vocabulary.source, "\"" + place + "\" and \"" + text + "\" both have id " + std::to_string(id),
                       "duplicate_id");
    place = text;
    return {};
}

Result<void> readMerges(const Json &merges, BpeVocabulary &vocabulary)
{
    for (const Json &merge : merges) {
        if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string()) {
            vocabulary.merges.emplace_back(merge[0].get<std::string>(), merge[1].get<std::string>());
            continue;
        }
        const std::string text = merge.is_string() ? merge.get<std::string>() : std::string();
        const size_t space = text.find(' ', 1);
        if (space == std::string::npos || space + 1 >= text.size() || text.find(' ', space + 1) != std::string::npos)
            return invalid(vocabulary.source, "model.merges: " + merge.dump() + " is not two parts", "bad_merge");
        vocabulary.merges.emplace_back(text.substr(0, space), text.substr(space + 1));
    }
    return {};
}

Result<void> readModel(const Json &document, BpeVocabulary &vocabulary)
{
    const std::string &source = vocabulary.source;
    const auto model = document.find("model");
    if (model == document.end() || !model->is_object())
        return invalid(source, "model is missing", "missing_key");
    const std::string type = member(*model, "type");
    for (const char *other : {"WordPiece", "WordLevel", "Unigram"}) {
        if (type == other)
            return unsupported(source, "model.type " + type);
    }
    if (type != "BPE" && model->contains("type"))
        return invalid(source, "model.type \"" + type + "\" is unknown", "unknown_value");
    if (flag(*model, "byte_fallback"))
        return unsupported(source, "model.byte_fallback");
    for (const char *key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
        if (!member(*model, key).empty())
            return unsupported(source, std::string("model.") + key);
    }
    vocabulary.ignoresMerges = flag(*model, "ignore_merges");
    for (const char *key : {"vocab", "merges"}) {
        if (!model->contains(key))
            return invalid(source, std::string("model.") + key + " is missing", "missing_key");
    }
    if (auto read = readVocabulary((*model)["vocab"], vocabulary); !read)
        return read;
    return readMerges((*model)["merges"], vocabulary);
}

Result<void> readAddedTokens(const Json &document, BpeVocabulary &vocabulary)
{
    const auto tokens = document.find("added_tokens");
    if (tokens == document.end() || !tokens->is_array())
        return {};
    for (const Json &token : *tokens) {
        AddedToken added;
        added.content = member(token, "content");
        auto id = tokenId(token.value("id", Json()), added.content, vocabulary.source);
        if (!id)
            return failure(std::move(id.error()));
        added.id = *id;
        added.isSpecial = flag(token, "special");
        added.isSingleWord = flag(token, "single_word");
        added.stripsLeft = flag(token, "lstrip");
        added.stripsRight = flag(token, "rstrip");
        if (auto set = setPiece(vocabulary, added.id, added.content); !set)
            return set;
        vocabulary.addedTokens.push_back(std::move(added));
    }
    return {};
}

Result<void> readNormalizer(const Json &normalizer, BpeVocabulary &vocabulary)
{
    if (normalizer.is_null())
        return {};
    const std::string type = member(normalizer, "type");
    if (type == "NFC") {
        vocabulary.normalizesToNfc = true;
        return {};
    }
    if (type != "Sequence")
        return unsupported(vocabulary.source, "normalizer " + type);
    for (const Json &part : normalizer.value("normalizers", Json::array())) {
        if (auto read = readNormalizer(part, vocabulary); !read)
            return read;
    }
    return {};
}

std::string quotedPattern(const std::string &text)
{
    std::string pattern;
    for (const char character : text) {
        if (std::string_view(R"(\^$.|?*+()[]{}-)").find(character) != std::string_view::npos)
            pattern += '\\';
        pattern += character;
    }
    return pattern;
}

Result<void> readSplit(const Json &split, BpeVocabulary &vocabulary)
{
    const std::string behavior = member(split, "behavior");
    const bool isInverted = flag(split, "invert");
    // Patterns that keep only what matches are written so that everything does.
    if (!(behavior == "Isolated" && !isInverted) && !(behavior == "Removed" && isInverted))
        return unsupported(vocabulary.source, "pre_tokenizer Split with behavior " + behavior);
    const Json pattern = split.value("pattern", Json::object());
    const std::string text = member(pattern, "String");
    const std::string regex = text.empty() ? member(pattern, "Regex") : quotedPattern(text);
    if (regex.empty())
        return invalid(vocabulary.source, "pre_tokenizer: Split has no pattern", "missing_key");
    vocabulary.patterns.push_back(regex);
    return {};
}

Result<void> readPreTokenizer(const Json &preTokenizer, BpeVocabulary &vocabulary)
{
    if (preTokenizer.is_null())
        return {};
    const std::string type = member(preTokenizer, "type");
    if (type == "ByteLevel") {
        vocabulary.alphabet = Alphabet::Bytes;
        vocabulary.prependsSpace = vocabulary.prependsSpace || flag(preTokenizer, "add_prefix_space", true);
        if (flag(preTokenizer, "use_regex", true))
            vocabulary.patterns.push_back(gpt2Pattern());
        return {};
    }
    if (type == "Split")
        return readSplit(preTokenizer, vocabulary);
    if (type == "Digits") {
        vocabulary.patterns.push_back(flag(preTokenizer, "individual_digits") ? digitPattern() : digitPattern() + "+");
        return {};
    }
    if (type != "Sequence")
        return unsupported(vocabulary.source, "pre_tokenizer " + type);
    for (const Json &part : preTokenizer.value("pretokenizers", Json::array())) {
        if (auto read = readPreTokenizer(part, vocabulary); !read)
            return read;
    }
    return {};
}

} // namespace

Result<void> readVocabulary(const Json &tokens, BpeVocabulary &vocabulary)
{
    if (!tokens.is_object())
        return invalid(vocabulary.source, "the vocabulary is not an object", "bad_value");
    for (const auto &[token, value] : tokens.items()) {
        auto id = tokenId(value, token, vocabulary.source);
        if (!id)
            return failure(std::move(id.error()));
        if (auto set = setPiece(vocabulary, *id, token); !set)
            return set;
    }
    return {};
}

Result<BpeVocabulary> vocabularyFromTokenizerJson(const Json &document, const std::string &source)
{
    BpeVocabulary vocabulary;
    vocabulary.source = source;
    vocabulary.alphabet = Alphabet::Characters;
    if (!document.is_object())
        return invalid(source, "is not a JSON object", "bad_json");
    if (auto read = readModel(document, vocabulary); !read)
        return failure(std::move(read.error()));
    if (auto read = readAddedTokens(document, vocabulary); !read)
        return failure(std::move(read.error()));
    if (auto read = readNormalizer(document.value("normalizer", Json()), vocabulary); !read)
        return failure(std::move(read.error()));
    if (auto read = readPreTokenizer(document.value("pre_tokenizer", Json()), vocabulary); !read)
        return failure(std::move(read.error()));
    return vocabulary;
}

} // namespace limno
