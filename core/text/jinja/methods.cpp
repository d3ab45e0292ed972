// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"
#include "core/text/jinja/textfunctions.h"

#include <QChar>

#include "core/text/utf8.h"

#include <algorithm>

namespace limno::jinja {

namespace {

using TextMethod = Value (*)(const MarkedText &, const Arguments &);
using DictMethod = Value (*)(const Dict &, const Arguments &);
using ListMethod = Value (*)(const List &, const Arguments &);

const MarkedText &requiredText(const Arguments &arguments, size_t position, std::string_view name)
{
    arguments.required(position, name);
    if (const MarkedText *text = arguments.text(position, name))
        return *text;
    throw TemplateError(arguments.callee + ": '" + std::string(name) + "' must be a str, not NoneType");
}

template<Sides sides>
Value strip(const MarkedText &text, const Arguments &arguments)
{
    return stripped(text, arguments.text(0, "chars"), sides);
}

template<Sides from>
Value splitMethod(const MarkedText &text, const Arguments &arguments)
{
    return split(text, arguments.text(0, "sep"), arguments.integer(1, "maxsplit", -1), from);
}

template<bool isStart>
Value hasAffix(const MarkedText &text, const Arguments &arguments)
{
    const Value &wanted = arguments.required(0, "affix");
    const auto fits = [&](const Value &affix) {
        if (!affix.text())
            throw TemplateError(arguments.callee + " takes a str or a tuple of str, not " + typeName(affix));
        return isStart ? text.text().starts_with(affix.text()->text()) : text.text().ends_with(affix.text()->text());
    };
    if (wanted.list())
        return std::any_of(wanted.list()->items.begin(), wanted.list()->items.end(), fits);
    return fits(wanted);
}

/// In characters, -1 if it is not there.
template<bool isLast>
Value findText(const MarkedText &text, const Arguments &arguments)
{
    const std::string &wanted = requiredText(arguments, 0, "sub").text();
    const size_t at = isLast ? text.text().rfind(wanted) : text.text().find(wanted);
    if (at == std::string::npos)
        return int64_t{-1};
    return static_cast<int64_t>(characterOffsets(std::string_view(text.text()).substr(0, at)).size()) - 1;
}

Value countText(const MarkedText &text, const Arguments &arguments)
{
    const std::string &wanted = requiredText(arguments, 0, "sub").text();
    if (wanted.empty())
        return static_cast<int64_t>(characterOffsets(text.text()).size());
    int64_t count = 0;
    for (size_t at = text.text().find(wanted); at != std::string::npos;
         at = text.text().find(wanted, at + wanted.size()))
        ++count;
    return count;
}

/// True if there are characters and `fits` holds for each.
template<bool (*fits)(char32_t)>
Value allCharacters(const MarkedText &text, const Arguments &)
{
    std::string_view rest = text.text();
    while (!rest.empty()) {
        const Utf8Unit unit = firstUtf8Unit(rest);
        if (unit.kind != Utf8Kind::Valid || !fits(unit.character))
            return false;
        rest.remove_prefix(unit.length);
    }
    return text.size() > 0;
}

bool isDigitCharacter(char32_t character)
{
    return QChar::isDigit(character);
}

bool isLetterCharacter(char32_t character)
{
    return QChar::isLetter(character);
}

bool isLetterOrNumberCharacter(char32_t character)
{
    return QChar::isLetterOrNumber(character);
}

const std::map<std::string_view, TextMethod> &textMethods()
{
    static const std::map<std::string_view, TextMethod> methods{
        {"strip", strip<Sides::Both>},
        {"lstrip", strip<Sides::Left>},
        {"rstrip", strip<Sides::Right>},
        {"split", splitMethod<Sides::Left>},
        {"rsplit", splitMethod<Sides::Right>},
        {"splitlines",
         [](const MarkedText &text, const Arguments &arguments) -> Value {
             return splitLines(text, arguments.flag(0, "keepends", false));
         }},
        {"startswith", hasAffix<true>},
        {"endswith", hasAffix<false>},
        {"find", findText<false>},
        {"rfind", findText<true>},
        {"count", countText},
        {"upper", [](const MarkedText &text, const Arguments &) -> Value { return upperCase(text); }},
        {"lower", [](const MarkedText &text, const Arguments &) -> Value { return lowerCase(text); }},
        {"title", [](const MarkedText &text, const Arguments &) -> Value { return titleCase(text); }},
        {"capitalize", [](const MarkedText &text, const Arguments &) -> Value { return capitalized(text); }},
        {"replace",
         [](const MarkedText &text, const Arguments &arguments) -> Value {
             return replaced(text, requiredText(arguments, 0, "old"), requiredText(arguments, 1, "new"),
                             arguments.integer(2, "count", -1));
         }},
        {"join",
         [](const MarkedText &text, const Arguments &arguments) -> Value {
             const std::vector<Value> items = itemsOf(arguments.required(0, "iterable"));
             for (const Value &item : items) {
                 if (!item.text())
                     throw TemplateError("join() needs str, found " + typeName(item));
             }
             return joined(text, items);
         }},
        {"removeprefix",
         [](const MarkedText &text, const Arguments &arguments) -> Value {
             const std::string &prefix = requiredText(arguments, 0, "prefix").text();
             return text.text().starts_with(prefix) ? text.slice(prefix.size(), text.size()) : text;
         }},
        {"removesuffix",
         [](const MarkedText &text, const Arguments &arguments) -> Value {
             const std::string &suffix = requiredText(arguments, 0, "suffix").text();
             return text.text().ends_with(suffix) ? text.slice(0, text.size() - suffix.size()) : text;
         }},
        {"isspace", allCharacters<isUnicodeSpace>},
        {"isdigit", allCharacters<isDigitCharacter>},
        {"isalpha", allCharacters<isLetterCharacter>},
        {"isalnum", allCharacters<isLetterOrNumberCharacter>},
    };
    return methods;
}

const std::map<std::string_view, DictMethod> &dictMethods()
{
    static const std::map<std::string_view, DictMethod> methods{
        {"keys",
         [](const Dict &dict, const Arguments &) -> Value {
             List keys;
             for (const auto &entry : dict.entries)
                 keys.items.push_back(entry.first);
             return keys;
         }},
        {"values",
         [](const Dict &dict, const Arguments &) -> Value {
             List values;
             for (const auto &entry : dict.entries)
                 values.items.push_back(entry.second);
             return values;
         }},
        {"items",
         [](const Dict &dict, const Arguments &) -> Value {
             List items;
             for (const auto &[key, value] : dict.entries)
                 items.items.emplace_back(List{{key, value}, true});
             return items;
         }},
        {"get",
         [](const Dict &dict, const Arguments &arguments) -> Value {
             if (const Value *value = dict.find(arguments.required(0, "key")))
                 return *value;
             const Value *standard = arguments.find(1, "default");
             return standard ? *standard : Value(None());
         }},
    };
    return methods;
}

const std::map<std::string_view, ListMethod> &listMethods()
{
    static const std::map<std::string_view, ListMethod> methods{
        {"index",
         [](const List &list, const Arguments &arguments) -> Value {
             const Value &wanted = arguments.required(0, "value");
             const auto found = std::find_if(list.items.begin(), list.items.end(),
                                             [&](const Value &item) { return equals(item, wanted); });
             if (found == list.items.end())
                 throw TemplateError(toRepr(wanted).text() + " is not in list");
             return static_cast<int64_t>(found - list.items.begin());
         }},
        {"count",
         [](const List &list, const Arguments &arguments) -> Value {
             const Value &wanted = arguments.required(0, "value");
             return static_cast<int64_t>(std::count_if(list.items.begin(), list.items.end(),
                                                       [&](const Value &item) { return equals(item, wanted); }));
         }},
    };
    return methods;
}

/// `object` is held by the callable, so what `self` points to stays.
template<typename Self, typename Table>
std::shared_ptr<const Callable> bound(const Table &table, std::string_view name, const Value &object, const Self *self)
{
    const auto found = table.find(name);
    if (found == table.end())
        return nullptr;
    const auto method = found->second;
    return std::make_shared<const Callable>(Callable{
        std::string(name), [object, self, method](const Arguments &arguments) { return method(*self, arguments); }});
}

} // namespace

std::shared_ptr<const Callable> boundMethod(const Value &object, std::string_view name)
{
    if (const MarkedText *text = object.text())
        return bound(textMethods(), name, object, text);
    if (const Dict *dict = object.dict())
        return bound(dictMethods(), name, object, dict);
    if (const List *list = object.list())
        return bound(listMethods(), name, object, list);
    return nullptr;
}

} // namespace limno::jinja
