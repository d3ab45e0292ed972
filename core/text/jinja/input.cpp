// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/input.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace limno::jinja {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeepestInput = 64;
constexpr std::array<std::string_view, 7> kRoles{"system",    "user",     "assistant", "tool",
                                                 "developer", "function", "ipython"};

Value fromJson(const Json &json, Origin origin, int depth)
{
    if (depth > kDeepestInput)
        throw TemplateError("the input is nested deeper than " + std::to_string(kDeepestInput));
    switch (json.type()) {
    case Json::value_t::boolean:
        return json.get<bool>();
    case Json::value_t::number_integer:
        return json.get<int64_t>();
    case Json::value_t::number_unsigned:
        if (json.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX))
            return json.get<double>();
        return json.get<int64_t>();
    case Json::value_t::number_float:
        return json.get<double>();
    case Json::value_t::string:
        return MarkedText(json.get_ref<const std::string &>(), origin);
    case Json::value_t::array: {
        List list;
        for (const Json &item : json)
            list.items.push_back(fromJson(item, origin, depth + 1));
        return list;
    }
    case Json::value_t::object: {
        Dict dict;
        for (const auto &[key, value] : json.items())
            dict.entries.emplace_back(MarkedText(key, origin), fromJson(value, origin, depth + 1));
        return dict;
    }
    default:
        return None();
    }
}

Value message(const Json &json)
{
    const Value value = fromJson(json, Origin::Untrusted, 2);
    if (!value.dict())
        return value;
    Dict dict = *value.dict();
    for (auto &[key, entry] : dict.entries) {
        if (key.text()->text() == "role" && entry.text()
            && std::find(kRoles.begin(), kRoles.end(), entry.text()->text()) != kRoles.end())
            entry = literal(entry.text()->text());
    }
    return dict;
}

} // namespace

Dict inputVariables(const Json &input)
{
    if (!input.is_object())
        throw TemplateError("the input is not a JSON object");
    Dict variables;
    for (const auto &[key, value] : input.items()) {
        if (key == "messages" && value.is_array()) {
            List messages;
            for (const Json &item : value)
                messages.items.push_back(message(item));
            variables.entries.emplace_back(literal(key), std::move(messages));
        } else {
            const bool isToken = value.is_string() && std::string_view(key).ends_with("_token");
            variables.entries.emplace_back(literal(key),
                                           fromJson(value, isToken ? Origin::Trusted : Origin::Untrusted, 1));
        }
    }
    return variables;
}

} // namespace limno::jinja
