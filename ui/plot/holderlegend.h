// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/holder.h"

#include <QWidget>

#include <vector>

namespace limno {

/// Swatches with words beside them, in as many rows as they need.
class HolderLegend : public QWidget
{
    Q_OBJECT

public:
    struct Entry {
        Holder holder = Holder::Untagged;
        QString text;
        bool isOutline = false; ///< the swatch is the dashed outline of what has gone

        bool operator==(const Entry &) const = default;
    };

    explicit HolderLegend(QWidget *parent = nullptr);

    void setColors(const ThemeColors &colors, int textPixels);
    void setEntries(std::vector<Entry> entries);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// Places the entries, paints them when there is a painter, returns the height.
    int layOut(int width, QPainter *painter) const;

    std::vector<Entry> m_entries;
    ThemeColors m_colors;
    int m_textPixels = 12;
};

} // namespace limno
