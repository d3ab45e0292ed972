// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/bpevocabulary.h"
#include "core/text/endoftext.h"
#include "core/text/pretokenizers.h"
#include "core/text/tokenizerjson.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace limno {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

Result<std::string> contents(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file.good() && !file.eof())
        return failure(ErrorCode::Io, path.string() + ": can't be read");
    return text;
}

Result<Json> document(const fs::path &path)
{
    auto text = contents(path);
    if (!text)
        return failure(std::move(text.error()));
    Json json = Json::parse(*text, nullptr, false);
    if (json.is_discarded())
        return failure(ErrorCode::ModelInvalid, path.string() + ": is not valid JSON", "bad_json");
    return json;
}

/// The JSON object in `path`, an empty one where the file is not there.
Result<Json> optionalDocument(const fs::path &path)
{
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return Json::object();
    auto json = document(path);
    if (json && !json->is_object())
        return failure(ErrorCode::ModelInvalid, path.string() + ": is not a JSON object", "bad_json");
    return json;
}

/// "eos_token": "…" or {"content": "…"}.
std::string tokenName(const Json &config, const char *key)
{
    const auto found = config.find(key);
    if (found == config.end())
        return {};
    const Json &name = found->is_object() ? found->value("content", Json()) : *found;
    return name.is_string() ? name.get<std::string>() : std::string();
}

int64_t idOf(const BpeVocabulary &vocabulary, const std::string &text)
{
    if (text.empty())
        return -1;
    const auto found = std::find_if(vocabulary.pieces.begin(), vocabulary.pieces.end(),
                                    [&](const Piece &piece) { return piece.text == text; });
    return found == vocabulary.pieces.end() ? -1 : found - vocabulary.pieces.begin();
}

void addSpecialToken(BpeVocabulary &vocabulary, const std::string &text)
{
    const int64_t id = idOf(vocabulary, text);
    const bool isKnown = std::any_of(vocabulary.addedTokens.begin(), vocabulary.addedTokens.end(),
                                     [&](const AddedToken &token) { return token.content == text; });
    if (id >= 0 && !isKnown)
        vocabulary.addedTokens.push_back({.id = id, .content = text});
}

/// `added_tokens_decoder` of tokenizer_config.json: {"151643": {"content": …}}.
void addDeclaredTokens(BpeVocabulary &vocabulary, const Json &config)
{
    const auto declared = config.find("added_tokens_decoder");
    if (declared == config.end() || !declared->is_object())
        return;
    for (const auto &[key, token] : declared->items()) {
        const std::string text = tokenName(Json{{"token", token}}, "token");
        if (text.empty() || key.empty() || key.size() > 8 || key.find_first_not_of("0123456789") != std::string::npos)
            continue;
        const auto id = static_cast<size_t>(std::stoul(key));
        if (id >= vocabulary.pieces.size())
            vocabulary.pieces.resize(id + 1);
        vocabulary.pieces[id].text = text;
        vocabulary.addedTokens.push_back({.id = static_cast<int64_t>(id),
                                          .content = text,
                                          .isSpecial = token.value("special", true),
                                          .isSingleWord = token.value("single_word", false),
                                          .stripsLeft = token.value("lstrip", false),
                                          .stripsRight = token.value("rstrip", false)});
    }
}

Result<BpeVocabulary> fromVocabularyAndMerges(const fs::path &folder, const Json &config)
{
    BpeVocabulary vocabulary;
    const fs::path mergesPath = folder / "merges.txt";
    vocabulary.source = (folder / "vocab.json").string();
    auto tokens = document(folder / "vocab.json");
    if (!tokens)
        return failure(std::move(tokens.error()));
    if (auto read = readVocabulary(*tokens, vocabulary); !read)
        return failure(std::move(read.error()));
    auto merges = contents(mergesPath);
    if (!merges)
        return failure(std::move(merges.error()));
    std::string_view rest = *merges;
    for (size_t line = 1; !rest.empty(); ++line) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view text = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (text.ends_with('\r'))
            text.remove_suffix(1);
        if (text.empty() || (line == 1 && text.starts_with("#version")))
            continue;
        const size_t space = text.find(' ');
        if (space == 0 || space == std::string_view::npos || space + 1 == text.size())
            return failure(ErrorCode::ModelInvalid,
                           mergesPath.string() + ": line " + std::to_string(line) + " is not two parts", "bad_merge");
        vocabulary.merges.emplace_back(text.substr(0, space), text.substr(space + 1));
    }
    addDeclaredTokens(vocabulary, config);
    for (const char *key : {"bos_token", "eos_token", "unk_token", "pad_token", "cls_token", "sep_token", "mask_token"})
        addSpecialToken(vocabulary, tokenName(config, key));
    addSpecialToken(vocabulary, "<|endoftext|>"); // GPT-2's files name it nowhere
    const bool isQwen = tokenName(config, "tokenizer_class").starts_with("Qwen2Tokenizer");
    vocabulary.patterns = isQwen ? preTokenizerRules("qwen2")->patterns : std::vector{gpt2Pattern()};
    vocabulary.normalizesToNfc = isQwen;
    const auto prefix = config.find("add_prefix_space");
    vocabulary.prependsSpace = prefix != config.end() && prefix->is_boolean() && prefix->get<bool>();
    return vocabulary;
}

Result<void> readSpecialIds(const fs::path &folder, const Json &config, BpeVocabulary &vocabulary)
{
    auto generation = optionalDocument(folder / "generation_config.json");
    if (!generation)
        return failure(std::move(generation.error()));
    Tokenizer::SpecialIds &ids = vocabulary.specialIds;
    ids.bos = idOf(vocabulary, tokenName(config, "bos_token"));
    ids.eos = idOf(vocabulary, tokenName(config, "eos_token"));
    const Json declared = generation->value("eos_token_id", Json());
    std::vector<int64_t> ends{ids.eos};
    for (const Json &id : declared.is_array() ? declared : Json::array({declared})) {
        if (id.is_number_integer() && id.get<int64_t>() < static_cast<int64_t>(vocabulary.pieces.size()))
            ends.push_back(id.get<int64_t>());
    }
    // A generation_config knows all ends; names are asked only where there is none.
    ids.endOfGeneration =
        endOfGenerationIds(std::move(ends), declared.is_null() ? vocabulary.addedTokens : std::vector<AddedToken>());
    if (ids.eos < 0 && !ids.endOfGeneration.empty())
        ids.eos = ids.endOfGeneration.front();
    return {};
}

Result<BpeVocabulary> vocabularyOf(const fs::path &folder, const Json &config)
{
    std::error_code ignored;
    if (fs::exists(folder / "tokenizer.json", ignored)) {
        auto json = document(folder / "tokenizer.json");
        if (!json)
            return failure(std::move(json.error()));
        return vocabularyFromTokenizerJson(*json, (folder / "tokenizer.json").string());
    }
    if (fs::exists(folder / "vocab.json", ignored) && fs::exists(folder / "merges.txt", ignored))
        return fromVocabularyAndMerges(folder, config);
    return failure(ErrorCode::ModelMissing,
                   folder.string() + ": has neither tokenizer.json nor vocab.json with merges.txt");
}

} // namespace

Result<std::shared_ptr<Tokenizer>> tokenizerFromFolder(const std::string &folder)
{
    const fs::path path(folder);
    auto config = optionalDocument(path / "tokenizer_config.json");
    if (!config)
        return failure(std::move(config.error()));
    auto vocabulary = vocabularyOf(path, *config);
    if (!vocabulary)
        return failure(std::move(vocabulary.error()));
    if (auto read = readSpecialIds(path, *config, *vocabulary); !read)
        return failure(std::move(read.error()));
    return makeBpeTokenizer(std::move(*vocabulary));
}

} // namespace limno
