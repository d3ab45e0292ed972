// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace limno {

/// A measurement behind `limnograph-cli bench NAME`.
struct Benchmark {
    struct Row {
        std::string name;
        std::vector<std::pair<std::string, double>> values; ///< the unit is in the name: "oursNs", "ratio"
    };
    std::string name;
    std::string about;
    std::function<std::vector<Row>(int rounds)> run;
};

} // namespace limno
