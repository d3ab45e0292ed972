// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QVariant>

#include <span>

namespace limno {

/// What the window remembers. The table in settings.cpp declares key, default, range and label of each.
enum class Setting {
    Geometry,
    Arrangement,
    SplittersTry,
    SplittersDiagnose,
    SplittersDemo,
    ThemeChoice,
    Language,
    KvCache,
    Offload,
    Permits,
    Workers,
    MaxTokens,
    Temperature,
    Seed,
    ReplayRequests,
    ReplaySeconds,
    ReplayConcurrency,
    ReplayVary,
};

struct SettingInfo {
    Setting setting;
    const char *key;
    QVariant fallback;
    QVariant low; ///< invalid = no range
    QVariant high;
    const char *label; ///< English source text in the context "limno::Settings"; empty = not shown
};

std::span<const SettingInfo> settingTable();

/// Typed access to QSettings. A value that is none or out of its range is removed with a line in the log, and the default
/// applies; a settings file that cannot be read is set aside as "….broken".
class Settings
{
public:
    /// The user's settings.
    Settings();
    /// Those of one file (tests).
    explicit Settings(const QString &path);

    QVariant value(Setting setting) const;
    int integer(Setting setting) const { return value(setting).toInt(); }
    void set(Setting setting, const QVariant &value);
    void sync() { m_store.sync(); }

    static const SettingInfo &info(Setting setting);
    static QString label(Setting setting);

private:
    static QString sound(const QString &path);
    /// `value` in the setting's type; invalid when it is no such value or out of range.
    static QVariant accepted(const SettingInfo &declared, QVariant value);

    QSettings m_store;
};

} // namespace limno
