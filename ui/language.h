// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTranslator>

namespace limno {

/// The window's language, changed while it runs: every widget is told by a LanguageChange event.
class Language
{
public:
    /// `code`: "en", "zh_CN", or empty for the system's. Anything else is English.
    void choose(const QString &code);
    /// "en" or "zh_CN": the one in effect.
    QString current() const { return m_current; }

private:
    QTranslator m_own;
    QTranslator m_toolkit; ///< Qt's own dialogs
    QString m_current = QStringLiteral("en");
};

} // namespace limno
