// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/model.h"

#include <QString>

namespace limno {

/// What deviceLabel() says, in the user's language: "cpu", "emulated 8 GiB", "cuda:0", a card's name.
QString deviceText(const std::string &label);
/// "none", "model", "layer" in the user's language.
QString offloadTitle(Offload offload);
/// EffectiveOffload::reason in the user's language; what is not known stays as it is.
QString offloadReasonText(const std::string &reason);
/// MemorySnapshot::reason in the user's language.
QString snapshotReasonText(const std::string &reason);

} // namespace limno
