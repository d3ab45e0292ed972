// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/ledger.h"
#include "core/memory/metric.h"
#include "core/memory/tally.h"
#include "ui/holder.h"
#include "ui/plot/stackview.h"

#include <string>
#include <vector>

namespace limno {

/// Bytes in one hand: tensors of one owner and site, the block cache, the rest of the heap, one mapped file.
struct Holding {
    enum class Place { Host, Device, Mapped };

    Holder holder = Holder::Untagged;
    std::string whose; ///< "smollm2: conversation 3"
    std::string site; ///< "aten::mm"
    Place place = Place::Host;
    int64_t bytes = 0;
    std::optional<int64_t> blocks; ///< absent where they are not counted

    /// The same hand, whatever it holds.
    bool isSame(const Holding &other) const
    {
        return holder == other.holder && place == other.place && whose == other.whose && site == other.site;
    }
    bool operator==(const Holding &) const = default;
};

/// Who holds what, the largest first. `tensors` are rows of the tally, `sample` gives what is no tensor; a number that
/// is not known makes no row.
std::vector<Holding> holdings(const std::vector<Tally::Row> &tensors, const std::vector<Ledger::Entry> &ledger,
                              const Sample &sample);

/// The same as bars: host, card (when `deviceTitle` is not empty), mapped weights (when there are some).
std::vector<StackView::Bar> holdingBars(const std::vector<Holding> &holdings, const QString &deviceTitle);

} // namespace limno
