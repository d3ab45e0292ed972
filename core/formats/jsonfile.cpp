// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/jsonfile.h"

#include "core/formats/mappedfile.h"
#include "core/formats/parsing.h"

namespace limno {

Result<JsonFile> JsonFile::open(const std::string &path, uint64_t longestBytes)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return failure(file.error());
    const std::string_view text = parsing::asText((*file)->bytes());
    if (text.size() > longestBytes)
        return failure(ErrorCode::ModelInvalid,
                       path + ": " + std::to_string(text.size()) + " bytes of JSON; at most "
                           + std::to_string(longestBytes) + " make sense",
                       "count_too_large");
    if (text.find('\0') != std::string_view::npos) // where the parser would stop, content
        return failure(ErrorCode::ModelInvalid, path + ": holds a zero byte, which JSON has not", "bad_json");
    try {
        nlohmann::json root = nlohmann::json::parse(text);
        if (!root.is_object())
            return failure(ErrorCode::ModelInvalid, path + ": is no JSON object", "bad_json");
        return JsonFile(path, std::move(root));
    } catch (const nlohmann::json::parse_error &error) {
        const bool atEnd = error.byte >= text.size();
        return failure(
            ErrorCode::ModelInvalid,
            path + ": not JSON at byte " + std::to_string(error.byte)
                + (atEnd ? ", where the file ends (incomplete download?)" : parsing::foreignHint((*file)->bytes())),
            "bad_json");
    } catch (const nlohmann::json::exception &) {
        return failure(ErrorCode::ModelInvalid, path + ": a number beyond all ranges", "bad_json");
    }
}

const nlohmann::json *JsonFile::find(std::initializer_list<std::string_view> keys) const
{
    for (const std::string_view key : keys) {
        const auto found = m_root.find(key);
        if (found != m_root.end() && !found->is_null())
            return &*found;
    }
    return nullptr;
}

Result<std::optional<int64_t>> JsonFile::integer(std::initializer_list<std::string_view> keys, Presence presence,
                                                 int64_t least) const
{
    const nlohmann::json *value = find(keys);
    const std::string_view name = *keys.begin();
    if (!value) {
        if (presence == Presence::Required)
            return invalid(name, "missing_key", "is missing");
        return std::optional<int64_t>();
    }
    const auto number = boundedInteger(*value, least);
    if (!number)
        return invalid(name, std::string(number.error()),
                       value->dump(-1, ' ', true, nlohmann::json::error_handler_t::replace).substr(0, 80)
                           + " where an integer from " + std::to_string(least) + " is needed");
    return std::optional<int64_t>(*number);
}

Result<std::optional<double>> JsonFile::positive(std::initializer_list<std::string_view> keys) const
{
    const nlohmann::json *value = find(keys);
    if (!value)
        return std::optional<double>();
    if (!value->is_number())
        return invalid(*keys.begin(), "bad_type", "is not a number");
    if (!(value->get<double>() > 0))
        return invalid(*keys.begin(), "bad_value", "is not positive");
    return std::optional<double>(value->get<double>());
}

Result<std::optional<std::string>> JsonFile::text(std::initializer_list<std::string_view> keys) const
{
    const nlohmann::json *value = find(keys);
    if (!value)
        return std::optional<std::string>();
    if (!value->is_string())
        return invalid(*keys.begin(), "bad_type", "is not a text");
    return std::optional<std::string>(value->get<std::string>());
}

tl::unexpected<Error> JsonFile::invalid(std::string_view key, std::string reason, std::string_view message) const
{
    return failure(ErrorCode::ModelInvalid, m_path + ": key " + parsing::inQuotes(key) + ": " + std::string(message),
                   std::move(reason));
}

tl::expected<int64_t, std::string_view> boundedInteger(const nlohmann::json &value, int64_t least)
{
    if (!value.is_number_integer())
        return tl::unexpected<std::string_view>("bad_type");
    const bool tooLarge = value.is_number_unsigned() && value.get<uint64_t>() > INT32_MAX;
    if (tooLarge || value.get<int64_t>() < least || value.get<int64_t>() > INT32_MAX)
        return tl::unexpected<std::string_view>("bad_value");
    return value.get<int64_t>();
}

} // namespace limno
