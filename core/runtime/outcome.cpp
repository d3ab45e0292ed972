// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/outcome.h"

namespace limno {

std::string_view outcomeKindName(OutcomeKind kind)
{
    switch (kind) {
    case OutcomeKind::Ok:
        return "ok";
    case OutcomeKind::Cancelled:
        return "cancelled";
    case OutcomeKind::Failed:
        break;
    }
    return "error";
}

} // namespace limno
