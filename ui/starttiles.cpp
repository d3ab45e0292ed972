// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/starttiles.h"

#include "ui/card.h"
#include "ui/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace limno {

namespace {

// Heights at 100 % text size.
constexpr int kTileHeight = 128;
constexpr int kNameHeight = 56; ///< a tile with its name only
constexpr int kRoomForAll = 224;
constexpr int kRoomForHeadline = 104;

} // namespace

StartTiles::StartTiles(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_headline(makeLabel("headline"))
    , m_hint(makeLabel("secondary"))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addStretch(2);
    layout->addWidget(m_headline);
    layout->addWidget(m_hint);
    layout->addSpacing(8);
    m_hint->setWordWrap(true);
    m_headline->setWordWrap(true);
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    for (const char *name : {"chat", "leak", "watch"}) {
        m_tiles.push_back(makeTile(name));
        row->addWidget(m_tiles.back().button, 1);
    }
    layout->addLayout(row);
    layout->addStretch(3);
    connect(m_tiles[0].button, &QPushButton::clicked, this, &StartTiles::tryModel);
    connect(m_tiles[1].button, &QPushButton::clicked, this, &StartTiles::reproduceLeak);
    m_tiles[2].button->setEnabled(false);
    connect(&theme, &Theme::changed, this, &StartTiles::dress);
    dress();
    retranslateUi();
}

StartTiles::Tile StartTiles::makeTile(const char *iconName)
{
    Tile tile{new QPushButton, new QLabel, makeLabel("strong"), makeLabel("secondary"), iconName};
    tile.button->setProperty("kind", "tile");
    tile.button->setCursor(Qt::PointingHandCursor);
    auto *layout = new QVBoxLayout(tile.button);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(4);
    layout->addWidget(tile.icon);
    layout->addSpacing(4);
    layout->addWidget(tile.title);
    layout->addWidget(tile.text, 1, Qt::AlignTop);
    for (QLabel *label : {tile.icon, tile.title, tile.text}) {
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        label->setWordWrap(true);
    }
    tile.button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    return tile;
}

void StartTiles::dress()
{
    for (const Tile &tile : m_tiles) {
        tile.icon->setPixmap(themedIcon(QLatin1String(tile.iconName),
                                        tile.button->isEnabled() ? m_theme.colors().accent : m_theme.colors().secondary)
                                 .pixmap(QSize(24, 24), devicePixelRatio()));
    }
    fit();
}

void StartTiles::fit()
{
    const bool hasRoom = height() >= m_theme.pixels(kRoomForAll);
    m_headline->setVisible(height() >= m_theme.pixels(kRoomForHeadline));
    m_hint->setVisible(hasRoom);
    for (const Tile &tile : m_tiles) {
        tile.icon->setVisible(hasRoom);
        tile.text->setVisible(hasRoom);
        const int margin = hasRoom ? 16 : 8;
        tile.button->layout()->setContentsMargins(16, margin, 16, margin);
        tile.button->setMinimumHeight(m_theme.pixels(hasRoom ? kTileHeight : kNameHeight));
    }
    updateGeometry();
}

QSize StartTiles::minimumSizeHint() const
{
    return {m_theme.pixels(240), m_theme.pixels(kNameHeight)};
}

void StartTiles::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void StartTiles::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QWidget::changeEvent(event);
}

void StartTiles::retranslateUi()
{
    m_headline->setText(tr("What does it cost?"));
    m_hint->setText(tr("Run a model here and watch what it does to memory. Files, folders and text can be dropped "
                       "anywhere in this window."));
    m_tiles[0].title->setText(tr("Try a model"));
    m_tiles[0].text->setText(tr("Type a prompt, or drop a .gguf file."));
    m_tiles[1].title->setText(tr("Reproduce a leak"));
    m_tiles[1].text->setText(tr("Repeat one request in a loop and see what stays."));
    m_tiles[2].title->setText(tr("Watch a service"));
    m_tiles[2].text->setText(tr("Attach to a running program and judge its memory. Comes with a later version."));
    for (const Tile &tile : m_tiles) {
        tile.button->setAccessibleName(tile.title->text());
        tile.button->setAccessibleDescription(tile.text->text());
    }
}

} // namespace limno
