// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/devicestats.h"
#include "ui/workbench.h"

#include <QWidget>

class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QTableView;

namespace limno {

class HolderLegend;
class OwnersModel;
class SegmentedControl;
class SnapshotsView;
class StackView;

/// Who holds bytes: stacked bars of host, card and mapped files with the same as a table, or the snapshots, or the
/// card's memory summary as PyTorch prints it. Looks twice a second at most, and only while it is seen.
class OwnersPane : public QWidget
{
    Q_OBJECT

public:
    enum Page { Now, Snapshots, Summary };

    explicit OwnersPane(const Workbench &bench, QWidget *parent = nullptr);

    void showPage(Page page);
    StackView *bars() const { return m_bars; }
    QTableView *table() const { return m_table; }
    SnapshotsView *snapshots() const { return m_snapshots; }
    QPlainTextEdit *summaryText() const { return m_summary; }
    int64_t refreshCount() const { return m_refreshes; }

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void readSummary();
    void showSummary();
    void dress();
    void retranslateUi();

    Workbench m_bench;
    OwnersModel *m_model;
    QScrollArea *m_left; ///< bars and legend
    StackView *m_bars;
    HolderLegend *m_legend;
    SegmentedControl *m_choice;
    QStackedWidget *m_pages;
    QTableView *m_table;
    SnapshotsView *m_snapshots;
    QPlainTextEdit *m_summary;
    QPushButton *m_copy;
    std::optional<DeviceStats> m_stats;
    std::string m_deviceName;
    bool m_isReading = false;
    int64_t m_nextNs = 0;
    int64_t m_refreshes = 0;
};

} // namespace limno
