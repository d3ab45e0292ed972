// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace limno {

/// "0.1.0", from the project's CMakeLists.txt.
inline constexpr const char *kVersion = LIMNOGRAPH_VERSION;

} // namespace limno
