// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;

namespace limno {

/// A row of buttons of which exactly one is on.
class SegmentedControl : public QWidget
{
    Q_OBJECT

public:
    enum class Size { Normal, Small };

    explicit SegmentedControl(int count, Size size = Size::Normal, QWidget *parent = nullptr);

    void setLabels(const QStringList &labels);
    void setToolTips(const QStringList &tips);
    int current() const;
    /// Does not emit chosen().
    void setCurrent(int index);
    /// Nothing is on (the view fits none of the choices).
    void clearCurrent();

Q_SIGNALS:
    void chosen(int index);

private:
    QButtonGroup *m_group;
};

} // namespace limno
