// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/holdings.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <tuple>

namespace limno {

std::vector<Holding> holdings(const std::vector<Tally::Row> &tensors, const std::vector<Ledger::Entry> &ledger,
                              const Sample &sample)
{
    std::vector<Holding> list;
    for (const Tally::Row &row : tensors) {
        const auto place = row.space == MemorySpace::Device ? Holding::Place::Device : Holding::Place::Host;
        list.push_back({holderOf(row.owner), row.name, row.site, place, row.bytes, row.count});
    }
    for (const auto &[metric, holder] : {std::pair(Metric::HostCached, Holder::BlockCache),
                                         std::pair(Metric::HeapOther, Holder::OtherHeap)}) {
        if (const auto bytes = sample.value(metric); bytes && *bytes > 0)
            list.push_back({holder, {}, {}, Holding::Place::Host, *bytes, std::nullopt});
    }
    for (const Ledger::Entry &entry : ledger) {
        if (entry.kind == Ledger::Kind::MappedWeights)
            list.push_back({Holder::MappedWeights, entry.owner, {}, Holding::Place::Mapped, entry.bytes, std::nullopt});
    }
    std::sort(list.begin(), list.end(), [](const Holding &a, const Holding &b) {
        return std::tie(b.bytes, a.holder, a.place, a.whose, a.site)
            < std::tie(a.bytes, b.holder, b.place, b.whose, b.site);
    });
    return list;
}

std::vector<StackView::Bar> holdingBars(const std::vector<Holding> &holdings, const QString &deviceTitle)
{
    const auto words = [](const char *text) { return QCoreApplication::translate("limno::Holder", text); };
    std::array<std::array<int64_t, kHolderCount>, 3> sums{};
    for (const Holding &holding : holdings)
        sums[static_cast<size_t>(holding.place)][static_cast<size_t>(holding.holder)] += holding.bytes;
    const auto bar = [&sums](const QString &title, Holding::Place place) {
        StackView::Bar made{title, {}};
        for (size_t holder = 0; holder < kHolderCount; ++holder) {
            if (const int64_t bytes = sums[static_cast<size_t>(place)][holder]; bytes > 0)
                made.parts.push_back({static_cast<Holder>(holder), bytes});
        }
        return made;
    };
    std::vector<StackView::Bar> bars{bar(words(QT_TRANSLATE_NOOP("limno::Holder", "heap of this process")), Holding::Place::Host)};
    if (!deviceTitle.isEmpty())
        bars.push_back(bar(deviceTitle, Holding::Place::Device));
    StackView::Bar mapped = bar(words(QT_TRANSLATE_NOOP("limno::Holder", "mapped files, not part of the heap")), Holding::Place::Mapped);
    if (!mapped.parts.empty())
        bars.push_back(std::move(mapped));
    return bars;
}

} // namespace limno
