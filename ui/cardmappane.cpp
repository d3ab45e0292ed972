// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cardmappane.h"

#include "core/memory/devices.h"
#include "ui/background.h"
#include "ui/card.h"
#include "ui/devicemenu.h"
#include "ui/elidedlabel.h"
#include "ui/plot/cardmap.h"
#include "ui/plot/holderlegend.h"
#include "ui/pulse.h"
#include "ui/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include <cmath>
#include <mutex>

namespace limno {

namespace {
constexpr int64_t kPeriodNs = kNsPerSecond / 2;
}

/// The card as it was when the last run of the clear ladder began. Thread-safe.
class CardMapPane::BeforeClear
{
public:
    void keep(const std::shared_ptr<Device> &device)
    {
        auto segments = device->segments();
        const std::lock_guard lock(m_mutex);
        m_device = device;
        m_segments = segments ? std::move(*segments) : std::vector<CardSegment>();
    }
    /// Nothing when it was another card.
    std::vector<CardSegment> of(const std::shared_ptr<Device> &device) const
    {
        const std::lock_guard lock(m_mutex);
        return m_device.lock() == device ? m_segments : std::vector<CardSegment>();
    }

private:
    mutable std::mutex m_mutex; ///< guards everything below
    std::weak_ptr<Device> m_device; ///< weak: memory of a card that is no longer in use goes at once
    std::vector<CardSegment> m_segments;
};

CardMapPane::CardMapPane(const Workbench &bench, DeviceMenu &devices, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_before(std::make_shared<BeforeClear>())
    , m_registration(bench.ladder.addBefore([before = m_before, &all = bench.devices] { before->keep(all.current()); }))
    , m_pages(new QStackedWidget)
    , m_empty(makeLabel("strong"))
    , m_choose(new QPushButton)
    , m_summary(new ElidedLabel("secondary"))
    , m_ghost(new QToolButton)
    , m_map(new CardMap)
    , m_legend(new HolderLegend)
    , m_current(new ElidedLabel("secondary"))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_pages);

    auto *nothing = new QWidget;
    auto *nothingLayout = new QVBoxLayout(nothing);
    nothingLayout->setSpacing(8);
    nothingLayout->addStretch(1);
    m_empty->setAlignment(Qt::AlignCenter);
    nothingLayout->addWidget(m_empty);
    nothingLayout->addWidget(m_choose, 0, Qt::AlignHCenter);
    nothingLayout->addStretch(1);
    m_choose->setMenu(&devices);
    m_pages->addWidget(nothing);

    auto *page = new QWidget;
    auto *pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->setSpacing(8);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_summary, 1);
    m_ghost->setCheckable(true);
    m_ghost->setChecked(true);
    m_ghost->setProperty("kind", "toggle");
    m_ghost->setFocusPolicy(Qt::StrongFocus);
    head->addWidget(m_ghost);
    pageLayout->addLayout(head);
    pageLayout->addWidget(m_map, 1);
    pageLayout->addWidget(m_current);
    pageLayout->addWidget(m_legend);
    m_pages->addWidget(page);

    connect(m_ghost, &QToolButton::toggled, this, [this](bool on) {
        m_map->setGhostShown(on);
        showLegend();
    });
    connect(m_map, &CardMap::currentChanged, this, [this] { retranslateUi(); });
    connect(&bench.pulse, &Pulse::ticked, this, &CardMapPane::refresh);
    connect(&bench.theme, &Theme::changed, this, &CardMapPane::dress);
    dress();
    retranslateUi();
}

CardMapPane::~CardMapPane() = default;

QString CardMapPane::summary() const
{
    return m_summary->text();
}

void CardMapPane::refresh()
{
    if (!isVisible() || window()->isMinimized() || m_isReading || m_bench.clock.nowNs() < m_nextReadNs)
        return;
    read();
}

/// Not on this thread: a card's books are locked while a new segment is filled with pages.
void CardMapPane::read()
{
    m_isReading = true;
    m_nextReadNs = m_bench.clock.nowNs() + kPeriodNs;
    runInBackground(
        this,
        [device = m_bench.devices.current(), before = m_before] {
            Reading reading;
            auto segments = device->segments();
            reading.hasCard = segments.has_value();
            if (segments)
                reading.now = std::move(*segments);
            reading.stats = device->stats();
            reading.before = before->of(device);
            return reading;
        },
        [this](Reading reading) {
            m_isReading = false;
            show(std::move(reading));
        });
}

void CardMapPane::show(Reading reading)
{
    m_pages->setCurrentIndex(reading.hasCard ? 1 : 0);
    m_stats = reading.stats;
    m_map->setSegments(std::move(reading.now), std::move(reading.before));
    m_ghost->setEnabled(m_map->hasGhost());
    retranslateUi();
}

void CardMapPane::showSummary()
{
    if (!m_stats)
        return m_summary->setFullText({});
    const int64_t allocated = m_stats->allocatedBytes.all.current;
    const int64_t reserved = m_stats->reservedBytes.all.current;
    const int64_t free = reserved - allocated;
    QStringList words{tr("allocated %1").arg(bytesText(allocated)), tr("reserved %1").arg(bytesText(reserved)),
                      tr("inactive split %1").arg(bytesText(m_stats->inactiveSplitBytes.all.current))};
    if (m_stats->largestFree) {
        words += tr("largest free %1").arg(bytesText(*m_stats->largestFree));
        if (free > 0) {
            const double share = 1 - static_cast<double>(*m_stats->largestFree) / static_cast<double>(free);
            words += tr("fragmentation %1 %").arg(std::lround(share * 100));
        } else {
            words += tr("fragmentation –");
        }
    }
    const QString text = words.join(QStringLiteral(" · "));
    m_summary->setText(text);
    m_summary->setToolTip(text + QLatin1Char('\n')
                          + tr("Fragmentation: the share of the reserved and unused bytes that lies outside the largest piece."));
}

void CardMapPane::showLegend()
{
    std::vector<HolderLegend::Entry> entries;
    for (const Holder holder : m_map->holders())
        entries.push_back({holder, holderTitle(holder)});
    if (m_map->hasGhost() && m_ghost->isChecked())
        entries.push_back({Holder::Free, tr("went since the last clear began"), true});
    m_legend->setEntries(std::move(entries));
}

void CardMapPane::dress()
{
    const ThemeColors &colors = m_bench.theme.colors();
    m_map->setColors(colors, m_bench.theme.pixels(12));
    m_legend->setColors(colors, m_bench.theme.pixels(12));
}

void CardMapPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_nextReadNs = 0;
    refresh();
}

void CardMapPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QWidget::changeEvent(event);
}

void CardMapPane::retranslateUi()
{
    m_empty->setText(tr("No card: choose an emulated one."));
    m_choose->setText(tr("Choose a card"));
    m_choose->setAccessibleName(m_choose->text());
    m_ghost->setText(tr("Before the clear"));
    m_ghost->setAccessibleName(tr("Show what has gone since the last clear began"));
    m_ghost->setToolTip(tr("Outlines of the blocks and segments that were there when the last clear began"));
    m_map->setAccessibleName(tr("Card map"));
    const QString current = m_map->currentText();
    m_current->setFullText(current.isEmpty() ? tr("Point at a block, or walk with the arrow keys.") : current);
    showSummary();
    showLegend();
}

} // namespace limno
