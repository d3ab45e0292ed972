// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/value.h"
#include "core/text/utf8.h"

#include <QChar>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace limno::jinja {

namespace {

/// Python's str.isprintable for one character.
bool isPrintable(char32_t character)
{
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return false;
    case QChar::Separator_Space:
        return character == U' ';
    default:
        return true;
    }
}

std::string hexEscape(char32_t character)
{
    std::array<char, 16> buffer{};
    const char *format = character < 0x100 ? "\\x%02x" : character < 0x10000 ? "\\u%04x" : "\\U%08x";
    const int length = std::snprintf(buffer.data(), buffer.size(), format, static_cast<unsigned>(character));
    return std::string(buffer.data(), static_cast<size_t>(length));
}

MarkedText quoted(const MarkedText &text)
{
    const bool isDoubleQuoted =
        text.text().find('\'') != std::string::npos && text.text().find('"') == std::string::npos;
    const char quote = isDoubleQuoted ? '"' : '\'';
    MarkedText result(std::string(1, quote), Origin::Trusted);
    result.append(text.changedByCharacter([quote](std::string_view bytes) -> std::string {
        const Utf8Unit unit = firstUtf8Unit(bytes);
        if (unit.kind != Utf8Kind::Valid)
            return std::string(bytes);
        switch (unit.character) {
        case U'\n':
            return "\\n";
        case U'\r':
            return "\\r";
        case U'\t':
            return "\\t";
        case U'\\':
            return "\\\\";
        default:
            if (bytes[0] == quote)
                return std::string("\\") + quote;
            return isPrintable(unit.character) ? std::string(bytes) : hexEscape(unit.character);
        }
    }));
    result.append(std::string(1, quote), Origin::Trusted);
    return result;
}

MarkedText listText(const List &list)
{
    MarkedText result(list.isTuple ? "(" : "[", Origin::Trusted);
    for (size_t i = 0; i < list.items.size(); ++i) {
        if (i > 0)
            result.append(", ", Origin::Trusted);
        result.append(toRepr(list.items[i]));
    }
    result.append(list.isTuple ? (list.items.size() == 1 ? ",)" : ")") : "]", Origin::Trusted);
    return result;
}

MarkedText dictText(const Dict &dict)
{
    MarkedText result("{", Origin::Trusted);
    for (size_t i = 0; i < dict.entries.size(); ++i) {
        if (i > 0)
            result.append(", ", Origin::Trusted);
        result.append(toRepr(dict.entries[i].first));
        result.append(": ", Origin::Trusted);
        result.append(toRepr(dict.entries[i].second));
    }
    result.append("}", Origin::Trusted);
    return result;
}

} // namespace

/// The shortest digits that read back as the same number, in Python's layout (float.__repr__).
std::string pythonFloat(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    const double magnitude = std::fabs(value);
    const bool isScientific = magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   isScientific ? std::chars_format::scientific : std::chars_format::fixed)
                         .ptr;
    std::string text(buffer.data(), end);
    if (!isScientific && text.find('.') == std::string::npos)
        text += ".0";
    return text;
}

MarkedText toRepr(const Value &value)
{
    return value.text() ? quoted(*value.text()) : toText(value);
}

MarkedText toText(const Value &value)
{
    if (const MarkedText *text = value.text())
        return *text;
    if (const List *list = value.list())
        return listText(*list);
    if (const Dict *dict = value.dict())
        return dictText(*dict);
    const auto plain = [&]() -> std::string {
        if (value.isUndefined())
            return "";
        if (value.isNone())
            return "None";
        if (value.is<bool>())
            return std::get<bool>(value) ? "True" : "False";
        if (value.is<int64_t>())
            return std::to_string(std::get<int64_t>(value));
        if (value.is<double>())
            return pythonFloat(std::get<double>(value));
        return "<" + typeName(value) + ">";
    };
    return MarkedText(plain(), Origin::Trusted);
}

} // namespace limno::jinja
