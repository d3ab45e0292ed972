// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/ast.h"

#include <string_view>

namespace limno::jinja {

/// The statements of a template. TemplateError names the construct that is not understood and its line.
Body parseTemplate(std::string_view source);

} // namespace limno::jinja
