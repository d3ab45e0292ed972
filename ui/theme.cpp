// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QApplication>
#include <QFile>
#include <QFont>
#include <QFontInfo>
#include <QPalette>
#include <QRegularExpression>
#include <QStyleFactory>

#include <cmath>

namespace limno {

namespace {

QPalette paletteOf(const ThemeColors &c)
{
    QPalette palette;
    palette.setColor(QPalette::Window, c.background);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.panel);
    palette.setColor(QPalette::AlternateBase, c.raised);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.secondary);
    palette.setColor(QPalette::Button, c.raised);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::ToolTipBase, c.raised);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, c.onAccent);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::BrightText, c.bad);
    palette.setColor(QPalette::Light, c.raised);
    palette.setColor(QPalette::Midlight, c.raised);
    palette.setColor(QPalette::Mid, c.border);
    palette.setColor(QPalette::Dark, c.border);
    palette.setColor(QPalette::Shadow, c.border);
    const QColor faint = mixed(c.panel, c.secondary, 0.75);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    return palette;
}

} // namespace

Theme::Theme(QObject *parent)
    : QObject(parent)
{
    connect(&m_system, &SystemScheme::changed, this, [this] {
        if (wantedScheme() != m_scheme)
            apply();
    });
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    apply();
}

void Theme::setChoice(ThemeChoice choice)
{
    m_choice = choice;
    if (wantedScheme() != m_scheme)
        apply();
}

void Theme::setTextScale(double scale)
{
    if (scale == m_textScale)
        return;
    m_textScale = scale;
    apply();
}

int Theme::pixels(int size) const
{
    return static_cast<int>(std::lround(size * m_textScale));
}

Scheme Theme::wantedScheme() const
{
    if (m_choice == ThemeChoice::System)
        return m_system.scheme();
    return m_choice == ThemeChoice::Dark ? Scheme::Dark : Scheme::Light;
}

void Theme::apply()
{
    m_scheme = wantedScheme();
    const ThemeColors &c = colors();

    QFont font = QApplication::font();
    // Chinese text takes one face, whatever the system's family lacks. An alias as "Sans Serif" would be passed over.
    const QString cjk = QStringLiteral("Noto Sans CJK SC");
    if (!font.families().contains(cjk))
        font.setFamilies({QFontInfo(font).family(), cjk});
    font.setPixelSize(pixels(13));
    QApplication::setFont(font);
    QApplication::setPalette(paletteOf(c));

    QFile file(QStringLiteral(":/theme/limnograph.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return;
    QString sheet = QString::fromUtf8(file.readAll());
    const QList<std::pair<QString, QColor>> tokens{{QStringLiteral("@background"), c.background},
                                                   {QStringLiteral("@panel"), c.panel},
                                                   {QStringLiteral("@raised"), c.raised},
                                                   {QStringLiteral("@border"), c.border},
                                                   {QStringLiteral("@text"), c.text},
                                                   {QStringLiteral("@secondary"), c.secondary},
                                                   {QStringLiteral("@accent"), c.accent},
                                                   {QStringLiteral("@onAccent"), c.onAccent},
                                                   {QStringLiteral("@good"), c.good},
                                                   {QStringLiteral("@question"), c.question},
                                                   {QStringLiteral("@bad"), c.bad},
                                                   {QStringLiteral("@hover"), mixed(c.raised, c.text, 0.07)},
                                                   {QStringLiteral("@selected"), mixed(c.panel, c.accent, 0.16)},
                                                   {QStringLiteral("@accentHover"), mixed(c.accent, c.text, 0.12)},
                                                   {QStringLiteral("@faint"), mixed(c.panel, c.secondary, 0.6)}};
    for (const auto &[name, color] : tokens)
        sheet.replace(QRegularExpression(name + QStringLiteral("\\b")), color.name());
    sheet.replace(QStringLiteral("@scheme"),
                  m_scheme == Scheme::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
    for (const int size : {11, 12, 13, 14, 19})
        sheet.replace(QStringLiteral("@px%1").arg(size), QStringLiteral("%1px").arg(pixels(size)));
    qApp->setStyleSheet(sheet);
    Q_EMIT changed();
}

} // namespace limno
