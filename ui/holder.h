// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/owner.h"
#include "ui/themecolors.h"

#include <QString>

class QPainter;
class QRectF;

namespace limno {

/// Who holds bytes, as the window colours it: the owners of tensors, and what holds bytes without being a tensor.
enum class Holder : uint8_t {
    Weights,
    KvCache,
    Activations,
    Result,
    Cache,
    Scenario,
    Untagged,
    BlockCache,
    OtherHeap,
    MappedWeights,
    Free, ///< reserved on a card and in no use
};
inline constexpr size_t kHolderCount = static_cast<size_t>(Holder::Free) + 1;

/// A colour and a pattern over it, so that no two holders depend on colour alone.
struct HolderLook {
    QColor color;
    Qt::BrushStyle pattern = Qt::NoBrush; ///< drawn over the colour; none = plain
};

Holder holderOf(Owner owner);
/// In the user's language.
QString holderTitle(Holder holder);
HolderLook holderLook(Holder holder, const ThemeColors &colors);
/// Fills `rect`; the pattern is left out where it could not be seen.
void paintHolder(QPainter &painter, const QRectF &rect, Holder holder, const ThemeColors &colors);

} // namespace limno
