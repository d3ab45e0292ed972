// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include <functional>

namespace limno {

/// Paints a cell's text in a colour chosen by its index (state, log level); the words say the same without colour.
class ToneDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using Chooser = std::function<QColor(const QModelIndex &)>;

    ToneDelegate(Chooser chooser, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_chooser(std::move(chooser))
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const QColor color = m_chooser(index);
        if (!color.isValid())
            return;
        option->palette.setColor(QPalette::Text, color);
        option->palette.setColor(QPalette::HighlightedText, color);
    }

private:
    Chooser m_chooser;
};

} // namespace limno
