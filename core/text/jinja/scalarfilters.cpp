// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"
#include "core/text/jinja/textfunctions.h"

#include <array>
#include <charconv>
#include <cmath>

namespace limno::jinja {

namespace {

Value standard(Evaluator &, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"default_value", "boolean"});
    const bool isMissing = input.isUndefined() || (arguments.flag(1, "boolean", false) && !isTrue(input));
    if (!isMissing)
        return input;
    const Value *value = arguments.find(0, "default_value");
    return value ? *value : literal("");
}

/// The white space that int() and float() allow around a number is taken away.
std::string trimmedText(const Value &value)
{
    return stripped(*value.text(), nullptr, Sides::Both).text();
}

std::optional<double> parsedNumber(const Value &value)
{
    if (value.isNumber())
        return value.number();
    if (!value.text())
        return std::nullopt;
    std::string text = trimmedText(value);
    if (text.starts_with('+'))
        text.erase(0, 1);
    double number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    return !text.empty() && status == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                                      : std::nullopt;
}

Value toInteger(Evaluator &, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"default", "base"});
    const int64_t otherwise = arguments.integer(0, "default", 0);
    const int64_t base = arguments.integer(1, "base", 10);
    if (input.isInteger())
        return input.integer();
    if (input.text() && base >= 2 && base <= 36) {
        std::string text = trimmedText(input);
        if (text.starts_with('+'))
            text.erase(0, 1);
        int64_t number = 0;
        const auto [end, status] =
            std::from_chars(text.data(), text.data() + text.size(), number, static_cast<int>(base));
        if (!text.empty() && status == std::errc() && end == text.data() + text.size())
            return number;
    }
    const std::optional<double> number = parsedNumber(input);
    return number && std::fabs(*number) < 9e18 ? static_cast<int64_t>(*number) : otherwise;
}

Value toFloat(Evaluator &, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"default"});
    if (const auto number = parsedNumber(input))
        return *number;
    const Value *otherwise = arguments.find(0, "default");
    return otherwise ? *otherwise : Value(0.0);
}

Value absolute(Evaluator &, const Value &input, const Arguments &)
{
    if (!input.isNumber())
        throw TemplateError("bad operand type for abs(): '" + typeName(input) + "'");
    if (input.isInteger())
        return input.integer() < 0 ? binary(int64_t{0}, "-", input) : Value(input.integer());
    return std::fabs(input.number());
}

Value rounded(Evaluator &, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"precision", "method"});
    if (!input.isNumber())
        throw TemplateError("round needs a number, not " + typeName(input));
    const double scale = std::pow(10.0, static_cast<double>(arguments.integer(0, "precision", 0)));
    const MarkedText *method = arguments.text(1, "method");
    const std::string name = method ? method->text() : "common";
    const double scaled = input.number() * scale;
    if (name == "ceil")
        return std::ceil(scaled) / scale;
    if (name == "floor")
        return std::floor(scaled) / scale;
    if (name != "common")
        throw TemplateError("round: method must be common, ceil or floor");
    if (input.isInteger() && scale >= 1)
        return input.integer();
    return std::nearbyint(scaled) / scale; // halves go to the even neighbour, as in Python
}

Value escaped(Evaluator &, const Value &input, const Arguments &)
{
    return toText(input).changedByCharacter([](std::string_view character) -> std::string {
        switch (character[0]) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&#34;";
        case '\'':
            return "&#39;";
        default:
            return std::string(character);
        }
    });
}

Value replace(Evaluator &, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"old", "new", "count"});
    return replaced(toText(input), toText(arguments.required(0, "old")), toText(arguments.required(1, "new")),
                    arguments.integer(2, "count", -1));
}

Value indent(Evaluator &, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"width", "first", "blank"});
    const Value *width = arguments.find(0, "width");
    MarkedText margin;
    if (width && width->text())
        margin = *width->text();
    else
        margin = *binary(literal(" "), "*", arguments.integer(0, "width", 4)).text();
    return indented(toText(input), margin, arguments.flag(1, "first", false), arguments.flag(2, "blank", false));
}

Value trim(Evaluator &, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"chars"});
    return stripped(toText(input), arguments.text(0, "chars"), Sides::Both);
}

Value wordCount(Evaluator &, const Value &input, const Arguments &)
{
    return static_cast<int64_t>(split(toText(input), nullptr, -1, Sides::Left).items.size());
}

template<MarkedText (*change)(const MarkedText &)>
Value changed(Evaluator &, const Value &input, const Arguments &)
{
    return change(toText(input));
}

} // namespace

const FilterTable &scalarFilters()
{
    static const FilterTable filters{
        {"default", standard},
        {"d", standard},
        {"int", toInteger},
        {"float", toFloat},
        {"abs", absolute},
        {"round", rounded},
        {"string", [](Evaluator &, const Value &input, const Arguments &) -> Value { return toText(input); }},
        {"safe", [](Evaluator &, const Value &input, const Arguments &) -> Value { return toText(input); }},
        {"escape", escaped},
        {"e", escaped},
        {"upper", changed<upperCase>},
        {"lower", changed<lowerCase>},
        {"capitalize", changed<capitalized>},
        {"title", changed<titleCase>},
        {"trim", trim},
        {"replace", replace},
        {"indent", indent},
        {"wordcount", wordCount},
        {"tojson",
         [](Evaluator &, const Value &input, const Arguments &arguments) -> Value { return toJson(input, arguments); }},
    };
    return filters;
}

} // namespace limno::jinja
