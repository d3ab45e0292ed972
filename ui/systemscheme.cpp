// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/systemscheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFile>
#include <QGuiApplication>
#include <QPalette>

namespace limno {

namespace {

constexpr auto kService = "org.freedesktop.portal.Desktop";
constexpr auto kPath = "/org/freedesktop/portal/desktop";
constexpr auto kInterface = "org.freedesktop.portal.Settings";
constexpr auto kGroup = "org.freedesktop.appearance";
constexpr auto kKey = "color-scheme";

/// Connecting without a bus would try to start one, which takes long.
bool hasSessionBus()
{
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
        || QFile::exists(qEnvironmentVariable("XDG_RUNTIME_DIR", QStringLiteral("/nonexistent"))
                         + QStringLiteral("/bus"));
}

Scheme paletteScheme()
{
    const QPalette palette = QGuiApplication::palette();
    const bool isDark = palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
    return isDark ? Scheme::Dark : Scheme::Light;
}

} // namespace

SystemScheme::SystemScheme(QObject *parent)
    : QObject(parent)
    , m_fallback(paletteScheme())
    , m_scheme(m_fallback)
{
    if (hasSessionBus())
        askPortal();
}

void SystemScheme::askPortal()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(readPortalChange(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << QString::fromLatin1(kGroup) << QString::fromLatin1(kKey);
    auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher *answered) {
        const QDBusPendingReply<QDBusVariant> reply = *answered;
        if (reply.isValid())
            takePortalValue(reply.value().variant());
        answered->deleteLater();
    });
}

void SystemScheme::readPortalChange(const QString &group, const QString &key, const QDBusVariant &value)
{
    if (group == QLatin1String(kGroup) && key == QLatin1String(kKey))
        takePortalValue(value.variant());
}

void SystemScheme::takePortalValue(const QVariant &value)
{
    // The old "Read" call wraps its answer in a second variant.
    const QVariant inner = value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
    const uint preference = inner.toUInt();
    const Scheme scheme = preference == 1 ? Scheme::Dark : preference == 2 ? Scheme::Light : m_fallback;
    if (scheme == m_scheme)
        return;
    m_scheme = scheme;
    Q_EMIT changed();
}

} // namespace limno
