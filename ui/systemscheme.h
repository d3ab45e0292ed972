// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/themecolors.h"

#include <QObject>

class QDBusPendingCallWatcher;
class QDBusVariant;

namespace limno {

/// What the desktop prefers: asked from its settings portal over D-Bus without waiting; until an answer is there, and
/// where there is no portal, the lightness of the palette with which the program started.
class SystemScheme : public QObject
{
    Q_OBJECT

public:
    explicit SystemScheme(QObject *parent = nullptr);

    Scheme scheme() const { return m_scheme; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void readPortalChange(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void askPortal();
    void takePortalValue(const QVariant &value);

    Scheme m_fallback;
    Scheme m_scheme;
};

} // namespace limno
