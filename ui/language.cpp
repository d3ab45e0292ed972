// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace limno {

void Language::choose(const QString &code)
{
    const QString wanted = code.isEmpty() ? QLocale::system().name() : code;
    m_current = wanted.startsWith(QLatin1String("zh")) ? QStringLiteral("zh_CN") : QStringLiteral("en");

    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_toolkit);
    if (m_toolkit.load(QStringLiteral("qtbase_") + m_current, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_toolkit);
    if (m_own.load(QStringLiteral(":/i18n/limnograph_") + m_current))
        QCoreApplication::installTranslator(&m_own);
}

} // namespace limno
