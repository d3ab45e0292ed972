// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/quadrants.h"

#include <algorithm>

namespace limno {

namespace {

struct Range {
    int from;
    int to;
};

Range half(int length, int which)
{
    const int middle = length / 2;
    return which == 0 ? Range{0, std::max(middle, 1)} : Range{middle, length};
}

std::array<double, 3> mean(const Image &image, Range rows, Range columns)
{
    std::array<uint64_t, 3> sums{};
    for (int y = rows.from; y < rows.to; ++y) {
        const uint8_t *pixel = image.rgb.data() + (static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(columns.from)) * 3;
        for (int x = columns.from; x < columns.to; ++x, pixel += 3) {
            for (size_t channel = 0; channel < 3; ++channel)
                sums[channel] += pixel[channel];
        }
    }
    const double count = static_cast<double>(rows.to - rows.from) * (columns.to - columns.from);
    return {static_cast<double>(sums[0]) / count, static_cast<double>(sums[1]) / count, static_cast<double>(sums[2]) / count};
}

} // namespace

std::array<std::array<double, 3>, 4> quadrantMeans(const Image &image)
{
    std::array<std::array<double, 3>, 4> means{};
    for (int row = 0; row < 2; ++row) {
        for (int column = 0; column < 2; ++column)
            means[static_cast<size_t>(row * 2 + column)] = mean(image, half(image.height, row), half(image.width, column));
    }
    return means;
}

} // namespace limno
