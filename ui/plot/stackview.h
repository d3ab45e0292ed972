// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/holder.h"

#include <QWidget>

#include <cstdint>
#include <vector>

namespace limno {

/// Stacked horizontal bars on one scale, each under its name and sum: what host, card and mapped files are made of.
class StackView : public QWidget
{
    Q_OBJECT

public:
    struct Part {
        Holder holder = Holder::Untagged;
        int64_t bytes = 0;

        bool operator==(const Part &) const = default;
    };
    struct Bar {
        QString title;
        std::vector<Part> parts;
        int64_t bytes() const;

        bool operator==(const Bar &) const = default;
    };

    explicit StackView(QWidget *parent = nullptr);

    void setColors(const ThemeColors &colors, int textPixels);
    void setBars(std::vector<Bar> bars);
    /// Where a part is drawn; empty when it is not.
    QRectF rectOf(size_t bar, size_t part) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    int textHeight() const;
    int barStep() const;

    std::vector<Bar> m_bars;
    ThemeColors m_colors;
    int m_textPixels = 12;
};

} // namespace limno
