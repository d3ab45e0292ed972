// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/cardstate.h"

#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace limno {

/// Where a card's addresses lie in the picture. All segments have one scale; they follow each other in rows as words in
/// lines do, and one that is longer than a row goes on in the next.
class CardMapLayout
{
public:
    struct Strip {
        uintptr_t address = 0;
        int64_t size = 0;
        bool isGone = false; ///< only `before` had it
        double start = 0; ///< pixels from the beginning of the first row, all rows one after another
        double length = 0;
    };

    CardMapLayout() = default;
    /// Places the segments of `now`, and those of `before` that overlap none of them, into `area`: the finest scale that
    /// fits, but none at which a segment of 20 MiB, or the largest one, is longer than a row.
    CardMapLayout(const std::vector<CardSegment> &now, const std::vector<CardSegment> &before, const QSizeF &area);

    /// Ascending by address.
    const std::vector<Strip> &strips() const { return m_strips; }
    /// One rectangle a row; none when the address lies in no strip.
    std::vector<QRectF> pieces(uintptr_t address, int64_t size) const;
    std::optional<uintptr_t> addressAt(const QPointF &point) const;
    double rowHeight() const { return m_rowHeight; }
    double rowStep() const { return m_rowStep; }

private:
    /// Rows that the strips take at a scale; places them.
    int place(double bytesPerPixel);
    const Strip *stripOf(uintptr_t address) const;

    std::vector<Strip> m_strips;
    double m_width = 1;
    double m_rowHeight = 1;
    double m_rowStep = 1;
    double m_gap = 1;
};

} // namespace limno
