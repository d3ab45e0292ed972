// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace limno {

/// What to do first: three tiles in the empty work pane. The third says what is still to come. Where there is no room for
/// all of it the explanations go, then the headline; the tiles' names stay.
class StartTiles : public QWidget
{
    Q_OBJECT

public:
    explicit StartTiles(const Theme &theme, QWidget *parent = nullptr);
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void tryModel();
    void reproduceLeak();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Tile {
        QPushButton *button;
        QLabel *icon;
        QLabel *title;
        QLabel *text;
        const char *iconName;
    };
    Tile makeTile(const char *iconName);
    void retranslateUi();
    void dress();
    void fit();

    const Theme &m_theme;
    QLabel *m_headline;
    QLabel *m_hint;
    std::vector<Tile> m_tiles;
};

} // namespace limno
