// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ownerspane.h"

#include "core/memory/devices.h"
#include "core/memory/memorysummary.h"
#include "ui/background.h"
#include "ui/deviceterms.h"
#include "ui/models/ownersmodel.h"
#include "ui/models/tonedelegate.h"
#include "ui/plot/holderlegend.h"
#include "ui/pulse.h"
#include "ui/segmentedcontrol.h"
#include "ui/snapshotsview.h"
#include "ui/tables.h"
#include "ui/text.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>

namespace limno {

namespace {
constexpr int64_t kPeriodNs = kNsPerSecond / 2;
} // namespace

OwnersPane::OwnersPane(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_model(new OwnersModel(this))
    , m_left(new QScrollArea)
    , m_bars(new StackView)
    , m_legend(new HolderLegend)
    , m_choice(new SegmentedControl(3, SegmentedControl::Size::Small))
    , m_pages(new QStackedWidget)
    , m_table(makeTable())
    , m_snapshots(new SnapshotsView(bench))
    , m_summary(new QPlainTextEdit)
    , m_copy(new QPushButton)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(24);
    auto *bars = new QWidget;
    m_left->setWidget(bars);
    m_left->setWidgetResizable(true);
    m_left->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_left->setFocusPolicy(Qt::NoFocus);
    m_left->viewport()->setAutoFillBackground(false);
    bars->setAutoFillBackground(false);
    auto *left = new QVBoxLayout(bars);
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(12);
    left->addWidget(m_bars);
    left->addWidget(m_legend);
    left->addStretch(1);
    layout->addWidget(m_left, 1);

    auto *right = new QVBoxLayout;
    right->setSpacing(8);
    auto *head = new QHBoxLayout;
    head->addWidget(m_choice);
    head->addStretch(1);
    head->addWidget(m_copy);
    right->addLayout(head);
    right->addWidget(m_pages, 1);
    layout->addLayout(right, 2);

    m_table->setModel(m_model);
    const int widths[] = {104, 160, 120, 72, 88, 64};
    for (int column = 0; column < OwnersModel::ColumnCount; ++column)
        m_table->setColumnWidth(column, widths[column]);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(OwnersModel::Site, QHeaderView::Stretch);
    m_table->setItemDelegateForColumn(OwnersModel::Owner,
                                      new ToneDelegate(
                                          [this](const QModelIndex &index) {
                                              const auto holder = static_cast<Holder>(index.data(OwnersModel::HolderRole).toInt());
                                              const ThemeColors &c = m_bench.theme.colors();
                                              const QColor color = holderLook(holder, c).color;
                                              return contrast(color, c.panel) >= 4.5 ? color : c.secondary;
                                          },
                                          this));
    m_summary->setReadOnly(true);
    m_summary->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_summary->setTabChangesFocus(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_snapshots);
    m_pages->addWidget(m_summary);
    m_copy->setProperty("kind", "quiet");

    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_summary->toPlainText()); });
    connect(m_choice, &SegmentedControl::chosen, this, [this](int page) { showPage(static_cast<Page>(page)); });
    connect(&bench.pulse, &Pulse::ticked, this, [this] {
        if (isVisible() && !window()->isMinimized() && m_bench.clock.nowNs() >= m_nextNs)
            refresh();
    });
    connect(&bench.theme, &Theme::changed, this, &OwnersPane::dress);
    dress();
    retranslateUi();
    showPage(Now);
}

void OwnersPane::showPage(Page page)
{
    m_choice->setCurrent(page);
    m_pages->setCurrentIndex(page);
    m_copy->setVisible(page == Summary);
    m_left->setVisible(page == Now);
    if (isVisible())
        refresh();
}

void OwnersPane::refresh()
{
    m_nextNs = m_bench.clock.nowNs() + kPeriodNs;
    ++m_refreshes;
    const DeviceSpec device = m_bench.pulse.snapshot().device;
    const bool isCpu = device.kind == DeviceSpec::Kind::Cpu;
    std::vector<Holding> list = holdings(tally().rows(), Ledger::instance().entries(), m_bench.series.latest());
    std::vector<StackView::Bar> bars = holdingBars(list, isCpu ? QString() : deviceText(deviceLabel(device)));
    std::vector<HolderLegend::Entry> legend;
    for (size_t i = 0; i < kHolderCount; ++i) {
        const auto holder = static_cast<Holder>(i);
        int64_t sum = 0;
        for (const Holding &holding : list)
            sum += holding.holder == holder ? holding.bytes : 0;
        if (sum > 0)
            legend.push_back({holder, holderTitle(holder)});
    }
    m_bars->setBars(std::move(bars));
    m_legend->setEntries(std::move(legend));
    if (m_pages->currentIndex() == Now)
        m_model->setHoldings(std::move(list));
    else if (m_pages->currentIndex() == Snapshots)
        m_snapshots->refresh();
    else
        readSummary();
}

/// Not on this thread: a card's books are locked while a new segment is filled with pages.
void OwnersPane::readSummary()
{
    if (m_isReading)
        return;
    m_isReading = true;
    runInBackground(
        this, [device = m_bench.devices.current()] { return std::pair(device->stats(), device->name()); },
        [this](std::pair<std::optional<DeviceStats>, std::string> read) {
            m_isReading = false;
            std::tie(m_stats, m_deviceName) = std::move(read);
            showSummary();
        });
}

/// Leaves scroll position and selection as they are while the text stays the same.
void OwnersPane::showSummary()
{
    const QString text = m_stats ? fromUtf8(memorySummary(*m_stats, m_deviceName))
                                 : tr("No card is in use. Choose one at the top of the window.");
    m_copy->setEnabled(m_stats.has_value());
    if (text == m_summary->toPlainText() || m_summary->textCursor().hasSelection())
        return;
    const int down = m_summary->verticalScrollBar()->value();
    const int across = m_summary->horizontalScrollBar()->value();
    m_summary->setPlainText(text);
    m_summary->verticalScrollBar()->setValue(down);
    m_summary->horizontalScrollBar()->setValue(across);
}

void OwnersPane::dress()
{
    const ThemeColors &colors = m_bench.theme.colors();
    m_bars->setColors(colors, m_bench.theme.pixels(12));
    m_legend->setColors(colors, m_bench.theme.pixels(12));
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPixelSize(m_bench.theme.pixels(12));
    m_summary->setFont(fixed);
}

void OwnersPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void OwnersPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QWidget::changeEvent(event);
}

void OwnersPane::retranslateUi()
{
    m_choice->setLabels({tr("Now"), tr("Snapshots"), tr("Memory summary")});
    m_choice->setToolTips({tr("Who holds bytes now, as a table"), tr("What grew between two snapshots"),
                           tr("The card's numbers in PyTorch's layout")});
    m_bars->setAccessibleName(tr("Bytes by owner"));
    m_table->setAccessibleName(tr("Bytes by owner and site"));
    m_summary->setAccessibleName(tr("Memory summary of the card"));
    m_copy->setText(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy the memory summary"));
    m_model->retranslate();
    m_snapshots->retranslateUi();
    showSummary();
    if (isVisible())
        refresh();
}

} // namespace limno
