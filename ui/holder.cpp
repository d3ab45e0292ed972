// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holder.h"

#include <QCoreApplication>
#include <QPainter>

namespace limno {

namespace {
constexpr double kLeastForPattern = 4; ///< pixels
}

Holder holderOf(Owner owner)
{
    switch (owner) {
    case Owner::Weights:
        return Holder::Weights;
    case Owner::KvCache:
        return Holder::KvCache;
    case Owner::Activations:
        return Holder::Activations;
    case Owner::Result:
        return Holder::Result;
    case Owner::Cache:
        return Holder::Cache;
    case Owner::Scenario:
        return Holder::Scenario;
    case Owner::Untagged:
        break;
    }
    return Holder::Untagged;
}

QString holderTitle(Holder holder)
{
    const auto words = [](const char *text) { return QCoreApplication::translate("limno::Holder", text); };
    switch (holder) {
    case Holder::Weights:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "weights"));
    case Holder::KvCache:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "KV cache"));
    case Holder::Activations:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "activations"));
    case Holder::Result:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "result"));
    case Holder::Cache:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "cache"));
    case Holder::Scenario:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "scenario"));
    case Holder::Untagged:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "untagged"));
    case Holder::BlockCache:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "block cache"));
    case Holder::OtherHeap:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "other heap"));
    case Holder::MappedWeights:
        return words(QT_TRANSLATE_NOOP("limno::Holder", "mapped weights"));
    case Holder::Free:
        break;
    }
    return words(QT_TRANSLATE_NOOP("limno::Holder", "free piece"));
}

HolderLook holderLook(Holder holder, const ThemeColors &colors)
{
    switch (holder) {
    case Holder::Weights:
        return {colors.accent, Qt::NoBrush};
    case Holder::KvCache:
        return {colors.curve(Metric::DeviceReserved).color, Qt::FDiagPattern};
    case Holder::Activations:
        return {colors.curve(Metric::DeviceAllocated).color, Qt::VerPattern};
    case Holder::Result:
        return {colors.good, Qt::HorPattern};
    case Holder::Cache:
        return {colors.curve(Metric::HeapInUse).color, Qt::CrossPattern};
    case Holder::Scenario:
        return {colors.curve(Metric::DeviceUsed).color, Qt::DiagCrossPattern};
    case Holder::Untagged:
        return {colors.curve(Metric::RssFile).color, Qt::Dense6Pattern};
    case Holder::BlockCache:
        return {mixed(colors.panel, colors.secondary, 0.45), Qt::HorPattern};
    case Holder::OtherHeap:
        return {mixed(colors.panel, colors.secondary, 0.7), Qt::NoBrush};
    case Holder::MappedWeights:
        return {mixed(colors.panel, colors.accent, 0.55), Qt::BDiagPattern};
    case Holder::Free:
        break;
    }
    return {colors.raised, Qt::BDiagPattern};
}

void paintHolder(QPainter &painter, const QRectF &rect, Holder holder, const ThemeColors &colors)
{
    const HolderLook look = holderLook(holder, colors);
    painter.fillRect(rect, look.color);
    if (look.pattern == Qt::NoBrush || rect.width() < kLeastForPattern || rect.height() < kLeastForPattern)
        return;
    QColor over = holder == Holder::Free ? colors.border : colors.panel;
    if (holder != Holder::Free)
        over.setAlphaF(0.5F);
    painter.fillRect(rect, QBrush(over, look.pattern));
}

} // namespace limno
