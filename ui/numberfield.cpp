// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numberfield.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QFocusEvent>
#include <QLocale>
#include <QTimer>

namespace limno {

namespace {

class SelectOnClick final : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        auto *box = qobject_cast<QAbstractSpinBox *>(watched);
        if (box && event->type() == QEvent::FocusIn && static_cast<QFocusEvent *>(event)->reason() == Qt::MouseFocusReason)
            QTimer::singleShot(0, box, &QAbstractSpinBox::selectAll); // after the click has placed the cursor
        return false;
    }
};

} // namespace

void easeTyping(QAbstractSpinBox *box)
{
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    box->setLocale(locale);
    box->installEventFilter(new SelectOnClick(box));
}

void commitTyping()
{
    if (auto *box = qobject_cast<QAbstractSpinBox *>(QApplication::focusWidget()))
        box->interpretText();
}

} // namespace limno
