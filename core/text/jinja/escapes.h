// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace limno::jinja {

/// The backslash escapes of a Python string literal resolved; unknown ones stay as they are.
std::string unescaped(std::string_view literal);

} // namespace limno::jinja
