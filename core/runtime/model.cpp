// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/model.h"

#include <array>

namespace limno {

namespace {

constexpr std::array<std::string_view, 3> kOffloadNames{"none", "model", "layer"};

} // namespace

std::string_view offloadName(Offload offload)
{
    return kOffloadNames[static_cast<size_t>(offload)];
}

std::optional<Offload> offloadByName(std::string_view name)
{
    for (size_t i = 0; i < kOffloadNames.size(); ++i) {
        if (kOffloadNames[i] == name)
            return static_cast<Offload>(i);
    }
    return std::nullopt;
}

} // namespace limno
