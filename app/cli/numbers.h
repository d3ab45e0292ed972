// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>

namespace limno::cli {

// Checks of options that are numbers, in place of CLI11's: those let NaN through and print their limits with 300 digits.

/// A whole number from `low` to `high`.
CLI::Validator wholeNumber(int64_t low, int64_t high);
/// A number from `low` to `high`; neither NaN nor infinite.
CLI::Validator realNumber(double low, double high);
/// Any number but NaN and infinities: something else knows the limits.
CLI::Validator anyNumber();

} // namespace limno::cli
