// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/cardmaplayout.h"

#include "core/memory/cardrules.h"

#include <algorithm>
#include <cmath>

namespace limno {

namespace {

struct Rows {
    double height;
    double between; ///< rows
    double gap; ///< segments
};
/// The highest that leaves room for every segment is taken.
constexpr Rows kRows[] = {{22, 6, 5}, {16, 5, 4}, {11, 3, 3}, {7, 2, 2}, {4, 1, 1}, {2, 1, 1}};
constexpr double kLeastStrip = 2;
constexpr int kHalvings = 40;

} // namespace

CardMapLayout::CardMapLayout(const std::vector<CardSegment> &now, const std::vector<CardSegment> &before,
                             const QSizeF &area)
    : m_width(std::max(area.width(), 1.0))
{
    for (const CardSegment &segment : now)
        m_strips.push_back({segment.address, segment.size});
    for (const CardSegment &segment : before) {
        const auto reaches = std::partition_point(now.begin(), now.end(), [&](const CardSegment &other) {
            return other.address + static_cast<uintptr_t>(other.size) <= segment.address;
        });
        const bool overlaps =
            reaches != now.end() && reaches->address < segment.address + static_cast<uintptr_t>(segment.size);
        if (!overlaps)
            m_strips.push_back({segment.address, segment.size, true});
    }
    std::sort(m_strips.begin(), m_strips.end(), [](const Strip &a, const Strip &b) { return a.address < b.address; });
    if (m_strips.empty())
        return;

    int64_t largest = 1;
    double total = 0;
    for (const Strip &strip : m_strips) {
        largest = std::max(largest, strip.size);
        total += static_cast<double>(strip.size);
    }
    int rowCount = 1;
    for (const Rows &rows : kRows) {
        m_rowHeight = rows.height;
        m_rowStep = rows.height + rows.between;
        m_gap = rows.gap;
        rowCount = std::max(1, static_cast<int>((area.height() + rows.between) / m_rowStep));
        // Half of the room may go to the least widths, the other half is for what tells sizes apart.
        if (static_cast<double>(m_strips.size()) * (kLeastStrip + m_gap) < rowCount * m_width / 2)
            break;
    }
    double fine = static_cast<double>(std::min(largest, cardrules::kLargeBuffer)) / m_width;
    if (place(fine) <= rowCount)
        return;
    double coarse = std::max(total, fine * 2);
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = std::sqrt(fine * coarse);
        (place(middle) <= rowCount ? coarse : fine) = middle;
    }
    place(coarse);
}

int CardMapLayout::place(double bytesPerPixel)
{
    double at = 0;
    for (Strip &strip : m_strips) {
        strip.length = std::max(static_cast<double>(strip.size) / bytesPerPixel, kLeastStrip);
        const double used = std::fmod(at, m_width);
        if (used > 0 && used + strip.length > m_width)
            at += m_width - used;
        strip.start = at;
        at += strip.length;
        // A row that is full has no gap at its end.
        if (const double rest = m_width - std::fmod(at, m_width); rest < m_width)
            at += std::min(m_gap, rest);
    }
    return static_cast<int>(std::ceil(at / m_width - 1e-9));
}

const CardMapLayout::Strip *CardMapLayout::stripOf(uintptr_t address) const
{
    auto after = std::upper_bound(m_strips.begin(), m_strips.end(), address,
                                  [](uintptr_t wanted, const Strip &strip) { return wanted < strip.address; });
    if (after == m_strips.begin())
        return nullptr;
    const Strip &strip = *--after;
    return address < strip.address + static_cast<uintptr_t>(strip.size) ? &strip : nullptr;
}

std::vector<QRectF> CardMapLayout::pieces(uintptr_t address, int64_t size) const
{
    const Strip *strip = stripOf(address);
    if (!strip)
        return {};
    const double scale = strip->length / static_cast<double>(strip->size);
    const auto offset = static_cast<double>(address - strip->address);
    double from = strip->start + offset * scale;
    const double to = std::min(from + static_cast<double>(size) * scale, strip->start + strip->length);
    std::vector<QRectF> pieces;
    while (from < to - 1e-9) {
        const double row = std::floor(from / m_width + 1e-9);
        const double end = std::min(to, (row + 1) * m_width);
        pieces.emplace_back(from - row * m_width, row * m_rowStep, end - from, m_rowHeight);
        from = end;
    }
    return pieces;
}

std::optional<uintptr_t> CardMapLayout::addressAt(const QPointF &point) const
{
    const double row = std::floor(point.y() / m_rowStep);
    if (row < 0 || point.y() - row * m_rowStep > m_rowHeight || point.x() < 0 || point.x() >= m_width)
        return std::nullopt;
    const double at = row * m_width + point.x();
    // Strips are placed in the order of their addresses.
    auto after = std::upper_bound(m_strips.begin(), m_strips.end(), at,
                                  [](double wanted, const Strip &strip) { return wanted < strip.start; });
    if (after == m_strips.begin())
        return std::nullopt;
    const Strip &strip = *--after;
    if (at >= strip.start + strip.length)
        return std::nullopt;
    return strip.address + static_cast<uintptr_t>((at - strip.start) / strip.length * static_cast<double>(strip.size));
}

} // namespace limno
