// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/cardstate.h"
#include "ui/holder.h"
#include "ui/plot/cardmaplayout.h"

#include <QPixmap>
#include <QWidget>

#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace limno {

/// A card's segments with their blocks to scale, coloured by owner; free pieces are hatched, and what an earlier state
/// had and this one has not is a dashed outline. Arrow keys walk the blocks. Blocks narrower than a pixel are drawn
/// together in the colour of whoever has most of it.
class CardMap : public QWidget
{
    Q_OBJECT

public:
    explicit CardMap(QWidget *parent = nullptr);

    void setColors(const ThemeColors &colors, int textPixels);
    /// Both ascending by address; `before` may be empty. What tags mean is looked up in tally(). The chosen block stays
    /// chosen while there is one at its address.
    void setSegments(std::vector<CardSegment> now, std::vector<CardSegment> before);
    void setGhostShown(bool on);

    /// Holders that have a block in the picture, Free among them when there is a free piece.
    const std::set<Holder> &holders() const { return m_holders; }
    bool hasGhost() const { return m_ghostCount > 0; }
    /// Says owner, site, bytes and request of the chosen block; empty when none is.
    QString currentText() const;
    std::optional<uintptr_t> currentAddress() const { return m_current; }
    const CardMapLayout &layoutOfMap() const { return m_layout; }

    QSize sizeHint() const override { return {600, 160}; }
    QSize minimumSizeHint() const override { return {160, 48}; }

Q_SIGNALS:
    void currentChanged();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    struct Found {
        const CardSegment *segment = nullptr;
        const CardBlock *block = nullptr;
    };
    static Found find(const std::vector<CardSegment> &segments, uintptr_t address);
    static QString textOf(const Found &found);
    QString textAt(const QPointF &point) const;
    Holder holderAt(const CardBlock &block) const;
    void layOut();
    void drawPicture();
    void paintSegments(QPainter &painter) const;
    void paintGhost(QPainter &painter) const;
    void countGhosts();
    void choose(std::optional<uintptr_t> address);
    void step(int blocks);
    void stepRow(int direction);

    std::vector<CardSegment> m_now;
    std::vector<CardSegment> m_before;
    std::vector<uintptr_t> m_blocks; ///< every block's address, ascending
    std::unordered_map<uint32_t, Holder> m_known; ///< what rows of the tally mean
    std::set<Holder> m_holders;
    std::set<uintptr_t> m_ghosts; ///< blocks of m_before that are no longer there
    size_t m_ghostCount = 0;
    bool m_isGhostShown = true;
    CardMapLayout m_layout;
    ThemeColors m_colors;
    int m_textPixels = 12;
    std::optional<uintptr_t> m_current;
    QPixmap m_picture; ///< null: to be drawn again
};

} // namespace limno
