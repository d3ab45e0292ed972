// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace limno::jinja {

namespace {

[[noreturn]] void refuse(const Value &left, std::string_view sign, const Value &right)
{
    refuseUndefined(left);
    refuseUndefined(right);
    if (sign == "+" && left.text())
        throw TemplateError("can only concatenate str (not \"" + typeName(right) + "\") to str");
    throw TemplateError("unsupported operand types for " + std::string(sign) + ": '" + typeName(left) + "' and '"
                        + typeName(right) + "'");
}

int64_t floorDivided(int64_t left, int64_t right)
{
    const int64_t quotient = left / right;
    return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

/// Nothing when the result is too large or not whole.
std::optional<int64_t> integerPower(int64_t base, int64_t exponent)
{
    int64_t result = 1;
    for (; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) && __builtin_mul_overflow(result, base, &result))
            return std::nullopt;
        if (exponent > 1 && __builtin_mul_overflow(base, base, &base))
            return std::nullopt;
    }
    return result;
}

Value integerOperation(int64_t left, std::string_view sign, int64_t right)
{
    const bool divides = sign == "//" || sign == "%" || sign == "/";
    if (divides && right == 0)
        throw TemplateError("division by zero");
    int64_t result = 0;
    bool isTooLarge = false;
    if (sign == "+")
        isTooLarge = __builtin_add_overflow(left, right, &result);
    else if (sign == "-")
        isTooLarge = __builtin_sub_overflow(left, right, &result);
    else if (sign == "*")
        isTooLarge = __builtin_mul_overflow(left, right, &result);
    else if (sign == "/")
        return static_cast<double>(left) / static_cast<double>(right);
    else if (right == -1 && divides) // the one quotient that may not fit
        isTooLarge = sign == "//" && __builtin_sub_overflow(int64_t{0}, left, &result);
    else if (sign == "//")
        result = floorDivided(left, right);
    else if (sign == "%")
        result = left - floorDivided(left, right) * right;
    else if (right < 0)
        return std::pow(static_cast<double>(left), static_cast<double>(right));
    else if (const auto power = integerPower(left, right))
        result = *power;
    else
        isTooLarge = true;
    if (isTooLarge)
        throw TemplateError("the result of " + std::to_string(left) + " " + std::string(sign) + " "
                            + std::to_string(right) + " is too large");
    return result;
}

Value floatOperation(double left, std::string_view sign, double right)
{
    if (sign == "+")
        return left + right;
    if (sign == "-")
        return left - right;
    if (sign == "*")
        return left * right;
    if (sign == "**")
        return std::pow(left, right);
    if (right == 0)
        throw TemplateError("division by zero");
    if (sign == "/")
        return left / right;
    const double quotient = std::floor(left / right);
    return sign == "//" ? quotient : left - quotient * right;
}

Value repeated(const Value &value, int64_t times)
{
    times = std::max<int64_t>(times, 0);
    if (const MarkedText *text = value.text()) {
        MarkedText result;
        MarkedText power = *text; // doubled, so that what is too long is known at once
        for (; times > 0; times >>= 1) {
            if (times & 1)
                result.append(power);
            if (times > 1)
                power.append(power);
        }
        return result;
    }
    List result;
    result.isTuple = value.list()->isTuple;
    const auto &items = value.list()->items;
    if (!items.empty() && times > 1'000'000 / static_cast<int64_t>(items.size()))
        throw TemplateError("a list would hold more than 1000000 values");
    for (int64_t i = 0; i < times; ++i)
        result.items.insert(result.items.end(), items.begin(), items.end());
    return result;
}

Value added(const Value &left, const Value &right)
{
    if (left.text() && right.text()) {
        MarkedText result = *left.text();
        result.append(*right.text());
        return result;
    }
    if (left.list() && right.list() && left.list()->isTuple == right.list()->isTuple) {
        List result = *left.list();
        result.items.insert(result.items.end(), right.list()->items.begin(), right.list()->items.end());
        return result;
    }
    refuse(left, "+", right);
}

} // namespace

Value binary(const Value &left, std::string_view sign, const Value &right)
{
    if (sign == "~") {
        MarkedText result = toText(left);
        result.append(toText(right));
        return result;
    }
    if (left.isInteger() && right.isInteger())
        return integerOperation(left.integer(), sign, right.integer());
    if (left.isNumber() && right.isNumber())
        return floatOperation(left.number(), sign, right.number());
    if (sign == "+")
        return added(left, right);
    if (sign == "*" && (left.text() || left.list()) && right.isInteger())
        return repeated(left, right.integer());
    if (sign == "*" && left.isInteger() && (right.text() || right.list()))
        return repeated(right, left.integer());
    refuse(left, sign, right);
}

bool compare(const Value &left, std::string_view sign, const Value &right)
{
    if (sign == "==")
        return equals(left, right);
    if (sign == "!=")
        return !equals(left, right);
    if (sign == "in")
        return contains(right, left);
    if (sign == "not in")
        return !contains(right, left);
    if (sign == "<")
        return isLess(left, right);
    if (sign == ">")
        return isLess(right, left);
    if (sign == "<=")
        return isLess(left, right) || equals(left, right);
    return isLess(right, left) || equals(left, right);
}

} // namespace limno::jinja
