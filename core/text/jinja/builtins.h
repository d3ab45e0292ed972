// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/value.h"

#include <map>
#include <string_view>

namespace limno::jinja {

class Evaluator;

using FilterFunction = Value (*)(Evaluator &, const Value &input, const Arguments &);
using TestFunction = bool (*)(Evaluator &, const Value &value, const Arguments &);
using FilterTable = std::map<std::string_view, FilterFunction>;
using TestTable = std::map<std::string_view, TestFunction>;

bool isFilter(std::string_view name);
bool isTest(std::string_view name);
/// TemplateError for a name that we lack (names can come out of the template's own data).
FilterFunction filterFunction(std::string_view name);
TestFunction testFunction(std::string_view name);

/// The parts of the table, by what they work on.
const FilterTable &scalarFilters();
const FilterTable &sequenceFilters();

/// The method or attribute `name` that Python gives to a str or dict; null if it has none.
std::shared_ptr<const Callable> boundMethod(const Value &object, std::string_view name);

/// `left sign right` for + - * / // % ** ~.
Value binary(const Value &left, std::string_view sign, const Value &right);
/// == != < <= > >= in, not in.
bool compare(const Value &left, std::string_view sign, const Value &right);
/// object[start:stop:step]; missing bounds are none.
Value slice(const Value &object, const Value &start, const Value &stop, const Value &step);

/// json.dumps as transformers calls it.
MarkedText toJson(const Value &value, const Arguments &arguments);
/// strftime in the C locale; `now` as "2026-03-07T09:05:02".
std::string formatTime(std::string_view format, std::string_view now);
/// The current local time in that form.
std::string currentTime();

} // namespace limno::jinja
