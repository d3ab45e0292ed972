// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/value.h"

#include <nlohmann/json_fwd.hpp>

namespace limno::jinja {

/// The variables of a template from JSON. Trusted are the top-level strings whose name ends in `_token`, and the roles of
/// messages where they are words that programs use: templates build control tokens from these (`<|user|>`). All other
/// text is untrusted. TemplateError if `input` is no object or nested too deep.
Dict inputVariables(const nlohmann::ordered_json &input);

} // namespace limno::jinja
