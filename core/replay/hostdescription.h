// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace limno {

/// What a recording says about the machine and the libraries it ran on: "machine.cpu", "machine.cores",
/// "machine.memoryBytes", "machine.os", "machine.kernel", "library.qt", "library.glibc". What is unknown is left out.
std::vector<std::pair<std::string, std::string>> hostDescription();

} // namespace limno
