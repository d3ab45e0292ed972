// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace limno::jinja {

namespace {

std::string unicodeEscape(char32_t unit)
{
    std::array<char, 8> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "\\u%04x", static_cast<unsigned>(unit & 0xFFFF));
    return buffer.data();
}

class JsonWriter
{
public:
    explicit JsonWriter(const Arguments &arguments)
    {
        arguments.expectOnly({"ensure_ascii", "indent", "separators", "sort_keys"});
        m_escapesAll = arguments.flag(0, "ensure_ascii", false);
        m_sortsKeys = arguments.flag(3, "sort_keys", false);
        if (const Value *indent = arguments.find(1, "indent"); indent && !indent->isNone()) {
            m_isIndented = true;
            m_itemEnd = ",";
            m_margin =
                indent->text() ? *indent->text() : *binary(literal(" "), "*", arguments.integer(1, "indent", 0)).text();
        }
        if (const Value *separators = arguments.find(2, "separators"); separators && !separators->isNone()) {
            const std::vector<Value> both = itemsOf(*separators);
            if (both.size() != 2)
                throw TemplateError("tojson: separators must be two strings");
            m_itemEnd = toText(both[0]).text();
            m_keyEnd = toText(both[1]).text();
        }
    }

    MarkedText write(const Value &value)
    {
        add(value, 0);
        return std::move(m_json);
    }

private:
    void add(const Value &value, size_t depth);
    void addString(const MarkedText &text);
    void addItems(const std::vector<Value> &items, size_t depth);
    void addEntries(const Dict &dict, size_t depth);
    void addKey(const Value &key);
    std::string escaped(std::string_view character) const;

    void addPlain(std::string_view text) { m_json.append(text, Origin::Trusted); }

    void addLineBreak(size_t depth)
    {
        if (!m_isIndented)
            return;
        addPlain("\n");
        for (size_t i = 0; i < depth; ++i)
            m_json.append(m_margin);
    }

    MarkedText m_json;
    MarkedText m_margin;
    std::string m_itemEnd = ", ";
    std::string m_keyEnd = ": ";
    bool m_isIndented = false;
    bool m_escapesAll = false;
    bool m_sortsKeys = false;
};

void JsonWriter::add(const Value &value, size_t depth)
{
    if (const MarkedText *text = value.text()) {
        addString(*text);
    } else if (const List *list = value.list()) {
        addItems(list->items, depth);
    } else if (const Dict *dict = value.dict()) {
        addEntries(*dict, depth);
    } else if (value.isNone()) {
        addPlain("null");
    } else if (value.is<bool>()) {
        addPlain(std::get<bool>(value) ? "true" : "false");
    } else if (value.is<double>()) {
        const std::string number = pythonFloat(value.number());
        addPlain(number == "nan" ? "NaN" : number == "inf" ? "Infinity" : number == "-inf" ? "-Infinity" : number);
    } else if (value.is<int64_t>()) {
        addPlain(std::to_string(value.integer()));
    } else {
        throw TemplateError("Object of type " + typeName(value) + " is not JSON serializable");
    }
}

std::string JsonWriter::escaped(std::string_view character) const
{
    const Utf8Unit unit = firstUtf8Unit(character);
    if (unit.kind != Utf8Kind::Valid)
        return std::string(character);
    constexpr std::string_view special = "\"\\\n\r\t\b\f";
    constexpr std::string_view letters = "\"\\nrtbf";
    if (unit.character < 0x80) {
        if (const size_t known = special.find(static_cast<char>(unit.character)); known != std::string_view::npos)
            return {'\\', letters[known]};
    }
    if (unit.character < 0x20 || (m_escapesAll && unit.character > 0x7E && unit.character < 0x10000))
        return unicodeEscape(unit.character);
    if (m_escapesAll && unit.character >= 0x10000) {
        const char32_t rest = unit.character - 0x10000;
        return unicodeEscape(0xD800 + (rest >> 10)) + unicodeEscape(0xDC00 + (rest & 0x3FF));
    }
    return std::string(character);
}

void JsonWriter::addString(const MarkedText &text)
{
    addPlain("\"");
    m_json.append(text.changedByCharacter([this](std::string_view character) { return escaped(character); }));
    addPlain("\"");
}

void JsonWriter::addItems(const std::vector<Value> &items, size_t depth)
{
    addPlain("[");
    for (size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            addPlain(m_itemEnd);
        addLineBreak(depth + 1);
        add(items[i], depth + 1);
    }
    if (!items.empty())
        addLineBreak(depth);
    addPlain("]");
}

void JsonWriter::addEntries(const Dict &dict, size_t depth)
{
    std::vector<std::pair<Value, Value>> entries = dict.entries;
    if (m_sortsKeys)
        std::stable_sort(entries.begin(), entries.end(),
                         [](const auto &a, const auto &b) { return isLess(a.first, b.first); });
    addPlain("{");
    for (size_t i = 0; i < entries.size(); ++i) {
        if (i > 0)
            addPlain(m_itemEnd);
        addLineBreak(depth + 1);
        addKey(entries[i].first);
        addPlain(m_keyEnd);
        add(entries[i].second, depth + 1);
    }
    if (!entries.empty())
        addLineBreak(depth);
    addPlain("}");
}

void JsonWriter::addKey(const Value &key)
{
    if (key.text()) {
        addString(*key.text());
        return;
    }
    // Python writes numbers, bools and None as they look in JSON, in quotes.
    addPlain("\"");
    add(key, 0);
    addPlain("\"");
}

} // namespace

MarkedText toJson(const Value &value, const Arguments &arguments)
{
    return JsonWriter(arguments).write(value);
}

} // namespace limno::jinja
