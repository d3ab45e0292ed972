// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/verdict.h"

#include <nlohmann/json.hpp>

namespace limno {

/// What `judge` prints and recordings keep: {"series":{…},"verdict":{…},"text":…}. Numbers that are not finite are null.
nlohmann::ordered_json verdictJson(const Verdict &verdict);
/// {"value":…,"low":…,"high":…}.
nlohmann::ordered_json rateJson(const Rate &rate);

} // namespace limno
