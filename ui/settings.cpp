// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include "core/base/log.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QFile>

#include <array>

namespace limno {

namespace {

QString userFile()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("Limnograph"),
                     QStringLiteral("limnograph"))
        .fileName();
}

} // namespace

std::span<const SettingInfo> settingTable()
{
    static const std::array<SettingInfo, 18> table{{
        {Setting::Geometry, "window/geometry", QByteArray(), {}, {}, ""},
        {Setting::Arrangement, "window/arrangement", 0, 0, 2, ""},
        {Setting::SplittersTry, "window/splittersTry", QByteArray(), {}, {}, ""},
        {Setting::SplittersDiagnose, "window/splittersDiagnose", QByteArray(), {}, {}, ""},
        {Setting::SplittersDemo, "window/splittersDemo", QByteArray(), {}, {}, ""},
        {Setting::ThemeChoice, "window/theme", 0, 0, 2, QT_TRANSLATE_NOOP("limno::Settings", "Theme")},
        {Setting::Language, "window/language", QString(), {}, {}, QT_TRANSLATE_NOOP("limno::Settings", "Language")},
        {Setting::KvCache, "switches/kvCache", true, {}, {}, QT_TRANSLATE_NOOP("limno::Settings", "KV cache")},
        {Setting::Offload, "switches/offload", 0, 0, 2, QT_TRANSLATE_NOOP("limno::Settings", "CPU offload")},
        {Setting::Permits, "switches/permits", 1, 0, 64, QT_TRANSLATE_NOOP("limno::Settings", "Permits")},
        {Setting::Workers, "switches/workers", 1, 1, 16, QT_TRANSLATE_NOOP("limno::Settings", "Workers")},
        {Setting::MaxTokens, "switches/maxTokens", 256, 1, 8192, QT_TRANSLATE_NOOP("limno::Settings", "Max tokens")},
        {Setting::Temperature, "switches/temperature", 0.0, 0.0, 2.0,
         QT_TRANSLATE_NOOP("limno::Settings", "Temperature")},
        {Setting::Seed, "switches/seed", 0, 0, 2147483647, QT_TRANSLATE_NOOP("limno::Settings", "Seed")},
        {Setting::ReplayRequests, "replay/requests", 40, 0, 1000000, QT_TRANSLATE_NOOP("limno::Settings", "Requests")},
        {Setting::ReplaySeconds, "replay/seconds", 0, 0, 86400, QT_TRANSLATE_NOOP("limno::Settings", "Seconds")},
        {Setting::ReplayConcurrency, "replay/concurrency", 1, 1, 64, QT_TRANSLATE_NOOP("limno::Settings", "At once")},
        {Setting::ReplayVary, "replay/vary", false, {}, {}, QT_TRANSLATE_NOOP("limno::Settings", "Vary the prompt")},
    }};
    return table;
}

Settings::Settings()
    : Settings(userFile())
{
}

Settings::Settings(const QString &path)
    : m_store(sound(path), QSettings::IniFormat)
{
    for (const SettingInfo &declared : settingTable()) {
        const QVariant stored = m_store.value(QLatin1String(declared.key));
        if (!stored.isValid() || accepted(declared, stored).isValid())
            continue;
        logWarning("window",
                   toUtf8(m_store.fileName()) + ": " + declared.key + ": \"" + toUtf8(stored.toString())
                       + "\" is not valid; the default applies: " + toUtf8(declared.fallback.toString()));
        m_store.remove(QLatin1String(declared.key));
    }
}

QVariant Settings::accepted(const SettingInfo &declared, QVariant value)
{
    const bool isWord = declared.fallback.metaType().id() == QMetaType::Bool && value.metaType().id() == QMetaType::QString;
    if (isWord && value.toString() != QLatin1String("true") && value.toString() != QLatin1String("false"))
        return {};
    if (!value.convert(declared.fallback.metaType()))
        return {};
    if (!declared.low.isValid())
        return value;
    // Put so that NaN, which compares with nothing, is refused.
    const QPartialOrdering low = QVariant::compare(value, declared.low);
    const QPartialOrdering high = QVariant::compare(value, declared.high);
    const bool isInside = (low == QPartialOrdering::Greater || low == QPartialOrdering::Equivalent)
        && (high == QPartialOrdering::Less || high == QPartialOrdering::Equivalent);
    return isInside ? value : QVariant();
}

QVariant Settings::value(Setting setting) const
{
    const SettingInfo &declared = info(setting);
    const QVariant value = accepted(declared, m_store.value(QLatin1String(declared.key), declared.fallback));
    return value.isValid() ? value : declared.fallback;
}

void Settings::set(Setting setting, const QVariant &value)
{
    m_store.setValue(QLatin1String(info(setting).key), value);
}

const SettingInfo &Settings::info(Setting setting)
{
    return settingTable()[static_cast<size_t>(setting)];
}

QString Settings::label(Setting setting)
{
    return QCoreApplication::translate("limno::Settings", info(setting).label);
}

QString Settings::sound(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return path;
    const bool hasNul = file.read(1 << 20).contains('\0');
    file.close();
    if (hasNul || QSettings(path, QSettings::IniFormat).status() == QSettings::FormatError) {
        QFile::remove(path + QStringLiteral(".broken"));
        file.rename(path + QStringLiteral(".broken"));
        logWarning("window", toUtf8(path) + ": the settings could not be read and were set aside");
    }
    return path;
}

} // namespace limno
