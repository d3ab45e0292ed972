// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/numbers.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

namespace limno::cli {

namespace {

template<typename T>
std::optional<T> parsed(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    T value{};
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string shortText(double value)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << value;
    return text.str();
}

/// CLI11 puts the option's name in front of what a check answers; an empty answer is consent.
CLI::Validator check(const std::string &range, std::function<bool(const std::string &)> isGood, const std::string &what)
{
    return {[isGood = std::move(isGood), what](const std::string &text) {
                return isGood(text) ? std::string() : "\"" + text + "\" is not " + what;
            },
            range};
}

} // namespace

CLI::Validator wholeNumber(int64_t low, int64_t high)
{
    const std::string range = std::to_string(low) + " to " + std::to_string(high);
    const auto isGood = [low, high](const std::string &text) {
        const auto value = parsed<int64_t>(text);
        return value && *value >= low && *value <= high;
    };
    return check(range, isGood, "a whole number from " + range);
}

CLI::Validator realNumber(double low, double high)
{
    const std::string range = shortText(low) + " to " + shortText(high);
    const auto isGood = [low, high](const std::string &text) {
        const auto value = parsed<double>(text);
        return value && *value >= low && *value <= high;
    };
    return check(range, isGood, "a number from " + range);
}

CLI::Validator anyNumber()
{
    const auto isGood = [](const std::string &text) {
        const auto value = parsed<double>(text);
        return value && std::isfinite(*value);
    };
    return check({}, isGood, "a number");
}

} // namespace limno::cli
