// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>

namespace limno {

// The pieces of the report's page. Texts are escaped; `body` and `rows` are HTML.
std::string cell(const std::string &text);
/// `tone`: "good", "bad" or none.
std::string number(const std::string &text, const char *tone = "");
std::string panel(const std::string &title, const std::string &note, const std::string &body);
/// `heads` that begin with '>' stand over numbers.
std::string table(std::initializer_list<std::string> heads, const std::string &rows);

} // namespace limno
