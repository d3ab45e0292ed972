// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/arrangement.h"

#include <QDataStream>
#include <QIODevice>
#include <QScrollArea>
#include <QSplitter>

#include <algorithm>
#include <array>

namespace limno {

namespace {

constexpr int kGap = 16;
constexpr int kLayoutVersion = 1;

QSplitter *makeSplitter(Qt::Orientation orientation)
{
    auto *splitter = new QSplitter(orientation);
    splitter->setHandleWidth(kGap);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

Setting settingFor(Arrangement arrangement)
{
    constexpr std::array settings{Setting::SplittersTry, Setting::SplittersDiagnose, Setting::SplittersDemo};
    return settings[static_cast<size_t>(arrangement)];
}

} // namespace

Arranger::Arranger(const Panes &panes, Settings &settings, QWidget *parent)
    : QObject(parent)
    , m_panes(panes)
    , m_settings(settings)
    , m_columns(makeSplitter(Qt::Horizontal))
    , m_left(makeSplitter(Qt::Vertical))
    , m_centre(makeSplitter(Qt::Vertical))
    , m_right(makeSplitter(Qt::Vertical))
    , m_rightArea(new QScrollArea)
{
    m_rightArea->setWidget(m_right);
    m_rightArea->setWidgetResizable(true);
    m_rightArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_rightArea->viewport()->setAutoFillBackground(false);
    m_right->setAutoFillBackground(false);
    m_rightArea->setMinimumWidth(260);
    for (QWidget *column : std::initializer_list<QWidget *>{m_left, m_centre, m_rightArea})
        m_columns->addWidget(column);
    m_columns->setStretchFactor(1, 1);
}

QWidget *Arranger::widget() const
{
    return m_columns;
}

void Arranger::put(QSplitter *column, std::initializer_list<std::pair<QWidget *, int>> panes)
{
    int index = 0;
    QList<int> sizes;
    for (const auto &[pane, size] : panes) {
        column->insertWidget(index, pane);
        pane->show();
        column->setStretchFactor(index++, size);
        sizes += std::max(size * 100, 1);
    }
    column->setVisible(index > 0);
    if (index > 0)
        column->setSizes(sizes);
}

void Arranger::arrange(Arrangement arrangement)
{
    if (m_isArranged)
        save();
    m_current = arrangement;
    m_isArranged = true;
    for (QWidget *pane : {m_panes.models, m_panes.work, m_panes.level, m_panes.tabs, m_panes.switches, m_panes.clear}) {
        pane->setParent(m_columns->parentWidget());
        pane->hide();
    }
    // Numbers: shares of the height; 0 = as high as it needs.
    switch (arrangement) {
    case Arrangement::Try:
        put(m_left, {{m_panes.models, 1}});
        put(m_centre, {{m_panes.work, 5}, {m_panes.level, 4}});
        put(m_right, {{m_panes.switches, 0}, {m_panes.clear, 1}});
        m_columns->setSizes({288, 800, 300});
        break;
    case Arrangement::Diagnose:
        put(m_left, {});
        put(m_centre, {{m_panes.level, 5}, {m_panes.tabs, 3}});
        put(m_right, {{m_panes.switches, 0}, {m_panes.clear, 0}, {m_panes.models, 1}});
        m_columns->setSizes({0, 1000, 320});
        break;
    case Arrangement::Demo:
        put(m_left, {});
        put(m_centre, {{m_panes.level, 1}});
        put(m_right, {{m_panes.work, 1}});
        m_columns->setSizes({0, 800, 600});
        break;
    }
    restore();
}

void Arranger::save()
{
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    out << kLayoutVersion << m_columns->saveState() << m_centre->saveState() << m_right->saveState();
    m_settings.set(settingFor(m_current), state);
}

void Arranger::restore()
{
    QDataStream in(m_settings.value(settingFor(m_current)).toByteArray());
    int version = 0;
    QByteArray columns;
    QByteArray centre;
    QByteArray right;
    in >> version >> columns >> centre >> right;
    if (in.status() != QDataStream::Ok || version != kLayoutVersion)
        return;
    m_columns->restoreState(columns);
    m_centre->restoreState(centre);
    m_right->restoreState(right);
}

} // namespace limno
