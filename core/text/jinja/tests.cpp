// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"
#include "core/text/jinja/textfunctions.h"

namespace limno::jinja {

namespace {

template<bool (*holds)(const Value &)>
bool simple(Evaluator &, const Value &value, const Arguments &)
{
    return holds(value);
}

bool isDefined(const Value &value)
{
    return !value.isUndefined();
}

bool isUndefined(const Value &value)
{
    return value.isUndefined();
}

bool isNone(const Value &value)
{
    return value.isNone();
}

bool isString(const Value &value)
{
    return value.text() != nullptr;
}

bool isNumber(const Value &value)
{
    return value.isNumber();
}

bool isPlainInteger(const Value &value)
{
    return value.is<int64_t>();
}

bool isFloat(const Value &value)
{
    return value.is<double>();
}

bool isBoolean(const Value &value)
{
    return value.is<bool>();
}

template<bool wanted>
bool isBool(const Value &value)
{
    return value.is<bool>() && std::get<bool>(value) == wanted;
}

bool isMapping(const Value &value)
{
    return value.dict() != nullptr;
}

bool isSequence(const Value &value)
{
    return value.text() || value.list() || value.dict()
        || value.isUndefined(); // what has a length and can be subscripted
}

bool isCallable(const Value &value)
{
    return value.is<std::shared_ptr<const Callable>>();
}

bool isLower(const Value &value)
{
    const MarkedText text = toText(value);
    return lowerCase(text).text() == text.text() && upperCase(text).text() != text.text();
}

bool isUpper(const Value &value)
{
    const MarkedText text = toText(value);
    return upperCase(text).text() == text.text() && lowerCase(text).text() != text.text();
}

/// value % divisor == remainder
bool leaves(const Value &value, const Value &divisor, int64_t remainder)
{
    return equals(binary(value, "%", divisor), remainder);
}

bool isOdd(const Value &value)
{
    return leaves(value, int64_t{2}, 1);
}

bool isEven(const Value &value)
{
    return leaves(value, int64_t{2}, 0);
}

bool isDivisible(Evaluator &, const Value &value, const Arguments &arguments)
{
    return leaves(value, arguments.required(0, "num"), 0);
}

bool isSame(Evaluator &, const Value &value, const Arguments &arguments)
{
    const Value &other = arguments.required(0, "other");
    return value.index() == other.index() && equals(value, other);
}

template<char first, char second>
bool compares(Evaluator &, const Value &value, const Arguments &arguments)
{
    static constexpr char sign[] = {first, second};
    return compare(value, std::string_view(sign, second == ' ' ? 1 : 2), arguments.required(0, "other"));
}

const TestTable &tests()
{
    static const TestTable table{
        {"defined", simple<isDefined>},   {"undefined", simple<isUndefined>},
        {"none", simple<isNone>},         {"string", simple<isString>},
        {"number", simple<isNumber>},     {"integer", simple<isPlainInteger>},
        {"float", simple<isFloat>},       {"boolean", simple<isBoolean>},
        {"true", simple<isBool<true>>},   {"false", simple<isBool<false>>},
        {"mapping", simple<isMapping>},   {"sequence", simple<isSequence>},
        {"iterable", simple<isSequence>}, {"callable", simple<isCallable>},
        {"lower", simple<isLower>},       {"upper", simple<isUpper>},
        {"odd", simple<isOdd>},           {"even", simple<isEven>},
        {"divisibleby", isDivisible},     {"sameas", isSame},
        {"eq", compares<'=', '='>},       {"equalto", compares<'=', '='>},
        {"ne", compares<'!', '='>},       {"lt", compares<'<', ' '>},
        {"lessthan", compares<'<', ' '>}, {"le", compares<'<', '='>},
        {"gt", compares<'>', ' '>},       {"greaterthan", compares<'>', ' '>},
        {"ge", compares<'>', '='>},       {"==", compares<'=', '='>},
        {"!=", compares<'!', '='>},       {"<", compares<'<', ' '>},
        {"<=", compares<'<', '='>},       {">", compares<'>', ' '>},
        {">=", compares<'>', '='>},       {"in", compares<'i', 'n'>},
    };
    return table;
}

} // namespace

bool isFilter(std::string_view name)
{
    return scalarFilters().contains(name) || sequenceFilters().contains(name);
}

bool isTest(std::string_view name)
{
    return tests().contains(name);
}

FilterFunction filterFunction(std::string_view name)
{
    for (const FilterTable *table : {&scalarFilters(), &sequenceFilters()}) {
        if (const auto found = table->find(name); found != table->end())
            return found->second;
    }
    throw TemplateError("filter '" + std::string(name) + "' is not supported");
}

TestFunction testFunction(std::string_view name)
{
    if (const auto found = tests().find(name); found != tests().end())
        return found->second;
    throw TemplateError("test '" + std::string(name) + "' is not supported");
}

} // namespace limno::jinja
