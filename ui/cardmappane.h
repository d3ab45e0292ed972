// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/devicestats.h"
#include "ui/workbench.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace limno {

class CardMap;
class DeviceMenu;
class ElidedLabel;
class HolderLegend;

/// The card map with its sums, its legend, and what the chosen block is; without a card, the way to one. Reads the card
/// on a helper thread, twice a second at most, and only while it is seen.
class CardMapPane : public QWidget
{
    Q_OBJECT

public:
    CardMapPane(const Workbench &bench, DeviceMenu &devices, QWidget *parent = nullptr);
    ~CardMapPane() override;

    CardMap *map() const { return m_map; }
    QToolButton *ghostButton() const { return m_ghost; }
    QPushButton *chooseButton() const { return m_choose; }
    QString summary() const;

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Reading {
        std::vector<CardSegment> now;
        std::vector<CardSegment> before;
        std::optional<DeviceStats> stats;
        bool hasCard = false;
    };
    class BeforeClear;

    void refresh();
    void read();
    void show(Reading reading);
    void showSummary();
    void showLegend();
    void dress();
    void retranslateUi();

    Workbench m_bench;
    std::shared_ptr<BeforeClear> m_before;
    ClearLadder::Registration m_registration;
    std::optional<DeviceStats> m_stats;
    int64_t m_nextReadNs = 0;
    bool m_isReading = false;
    QStackedWidget *m_pages;
    QLabel *m_empty;
    QPushButton *m_choose;
    ElidedLabel *m_summary;
    QToolButton *m_ghost;
    CardMap *m_map;
    HolderLegend *m_legend;
    ElidedLabel *m_current;
};

} // namespace limno
