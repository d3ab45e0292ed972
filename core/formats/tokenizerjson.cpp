// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tokenizerjson.h"

#include "core/formats/jsonfile.h"
#include "core/formats/parsing.h"

#include <algorithm>
#include <array>

namespace limno {

using parsing::inQuotes;

namespace {

constexpr uint64_t kLongestTokenizer = 256 << 20;
constexpr int64_t kMostTokens = 1 << 24; // tables are indexed by id

class VocabularyReader
{
public:
    explicit VocabularyReader(const JsonFile &file)
        : m_file(file)
    {
    }

    Result<TokenizerVocabulary> read()
    {
        const auto *model = m_file.find({"model"});
        if (!model) {
            refuse("model", "missing_key", "is missing");
        } else if (!model->is_object()) {
            refuse("model", "bad_type", "is no object");
        } else if (readType(*model) && readVocabulary(*model) && readAdded() && readMerges(*model)) {
            return std::move(m_result);
        }
        return failure(std::move(m_error));
    }

private:
    bool readType(const nlohmann::json &model)
    {
        const auto type = model.find("type");
        if (type == model.end())
            return refuse("model.type", "missing_key", "is missing");
        if (!type->is_string())
            return refuse("model.type", "bad_type", "is not a text");
        m_result.modelType = type->get<std::string>();
        constexpr std::array<std::string_view, 4> types{"BPE", "WordPiece", "WordLevel", "Unigram"};
        if (std::find(types.begin(), types.end(), m_result.modelType) == types.end()) {
            refuse("model.type", "unknown_value", inQuotes(m_result.modelType) + " is not known");
            m_error.code = ErrorCode::ModelUnsupported;
            return false;
        }
        return true;
    }

    bool readVocabulary(const nlohmann::json &model)
    {
        const auto vocabulary = model.find("vocab");
        if (vocabulary == model.end())
            return refuse("model.vocab", "missing_key", "is missing");
        if (m_result.modelType == "Unigram")
            return readPieces(*vocabulary);
        if (!vocabulary->is_object())
            return refuse("model.vocab", "bad_type", "is no object");
        for (const auto &[token, value] : vocabulary->items()) {
            const auto id = boundedInteger(value, 0);
            if (!id)
                return refuse("model.vocab", std::string(id.error()),
                              "the id of " + inQuotes(token) + " is no integer from 0");
            if (!addToken(token, *id, "model.vocab"))
                return false;
        }
        return true;
    }

    bool readPieces(const nlohmann::json &pieces)
    {
        if (!pieces.is_array())
            return refuse("model.vocab", "bad_type", "is no list");
        for (const nlohmann::json &piece : pieces) {
            if (!piece.is_array() || piece.size() != 2 || !piece[0].is_string() || !piece[1].is_number())
                return refuse("model.vocab", "bad_type", "holds something that is no pair of text and score");
            // A piece may stand there twice; the first one is what its text stands for.
            const auto id = static_cast<int64_t>(m_textOfId.size());
            m_result.ids.emplace(piece[0].get<std::string>(), id);
            m_textOfId.emplace(id, piece[0].get<std::string>());
        }
        return true;
    }

    bool readAdded()
    {
        const auto *list = m_file.find({"added_tokens"});
        if (!list)
            return true;
        if (!list->is_array())
            return refuse("added_tokens", "bad_type", "is no list");
        for (const nlohmann::json &token : *list) {
            const auto content = token.is_object() ? token.find("content") : token.end();
            if (!token.is_object() || content == token.end() || !content->is_string() || !token.contains("id"))
                return refuse("added_tokens", "bad_type", "holds something without id and content");
            const auto id = boundedInteger(token["id"], 0);
            if (!id)
                return refuse("added_tokens", std::string(id.error()),
                              "the id of " + inQuotes(content->get<std::string>()) + " is no integer from 0");
            if (!addToken(content->get<std::string>(), *id, "added_tokens"))
                return false;
            const auto special = token.find("special");
            m_result.added.push_back({*id, content->get<std::string>(), special != token.end() && *special == true});
        }
        return true;
    }

    bool addToken(const std::string &text, int64_t id, std::string_view key)
    {
        if (id >= kMostTokens)
            return refuse(key, "bad_value", "the id " + std::to_string(id) + " of " + inQuotes(text) + " is too large");
        const auto known = m_textOfId.emplace(id, text);
        if (!known.second && known.first->second != text)
            return refuse(key, "duplicate_id",
                          inQuotes(known.first->second) + " and " + inQuotes(text) + " both have the id "
                              + std::to_string(id));
        m_result.ids.emplace(text, id);
        return true;
    }

    bool readMerges(const nlohmann::json &model)
    {
        if (m_result.modelType != "BPE")
            return true;
        const auto merges = model.find("merges");
        if (merges == model.end())
            return refuse("model.merges", "missing_key", "is missing");
        if (!merges->is_array())
            return refuse("model.merges", "bad_type", "is no list");
        const auto prefix = model.find("continuing_subword_prefix");
        const std::string continuing = prefix != model.end() && prefix->is_string() ? prefix->get<std::string>() : "";
        m_result.merges.reserve(merges->size());
        for (const nlohmann::json &merge : *merges) {
            std::string left;
            std::string right;
            if (!splitMerge(merge, left, right))
                return refuse("model.merges", "bad_merge",
                              "merge " + std::to_string(m_result.merges.size()) + " is no pair of tokens");
            const std::string joined = left + (right.starts_with(continuing) ? right.substr(continuing.size()) : right);
            for (const std::string &token : {left, right, joined}) {
                if (!m_result.ids.contains(token))
                    return refuse("model.merges", "bad_merge",
                                  "merge " + std::to_string(m_result.merges.size()) + " needs " + inQuotes(token)
                                      + ", which is not in the vocabulary");
            }
            m_result.merges.emplace_back(std::move(left), std::move(right));
        }
        return true;
    }

    /// Older files write "a b", newer ones ["a", "b"], so that tokens may hold spaces.
    static bool splitMerge(const nlohmann::json &merge, std::string &left, std::string &right)
    {
        if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string()) {
            left = merge[0].get<std::string>();
            right = merge[1].get<std::string>();
            return true;
        }
        if (!merge.is_string())
            return false;
        const auto text = merge.get<std::string>();
        const size_t space = text.find(' ');
        if (space == std::string::npos || text.find(' ', space + 1) != std::string::npos)
            return false;
        left = text.substr(0, space);
        right = text.substr(space + 1);
        return true;
    }

    bool refuse(std::string_view key, std::string reason, const std::string &message)
    {
        m_error = std::move(m_file.invalid(key, std::move(reason), message).value());
        return false;
    }

    const JsonFile &m_file;
    TokenizerVocabulary m_result;
    std::unordered_map<int64_t, std::string> m_textOfId;
    Error m_error;
};

} // namespace

Result<TokenizerVocabulary> readTokenizerVocabulary(const std::string &path)
{
    const auto file = JsonFile::open(path, kLongestTokenizer);
    if (!file)
        return failure(file.error());
    return VocabularyReader(*file).read();
}

} // namespace limno
