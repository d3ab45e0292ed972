// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/card.h"

#include "ui/elidedlabel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QVariant>

namespace limno {

Card::Card(QWidget *parent)
    : QFrame(parent)
    , m_title(makeLabel("title"))
    , m_subtitle(new ElidedLabel("secondary"))
    , m_corner(new QHBoxLayout)
    , m_body(new QVBoxLayout)
{
    setProperty("card", true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 12);
    layout->setSpacing(8);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title);
    head->addWidget(m_subtitle, 1);
    head->addStrut(28);
    m_corner->setSpacing(4);
    head->addLayout(m_corner);
    layout->addLayout(head);
    m_body->setSpacing(8);
    layout->addLayout(m_body, 1);
}

void Card::setTitle(const QString &title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void Card::setSubtitle(const QString &text)
{
    m_subtitle->setFullText(text);
}

QLabel *makeLabel(const char *tone, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setProperty("tone", tone);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel *makeParagraph(int lines, QWidget *parent)
{
    QLabel *label = makeLabel("secondary", parent);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    label->setMinimumHeight(QFontMetrics(label->font()).lineSpacing() * lines);
    return label;
}

void setTone(QWidget *widget, const char *tone)
{
    restyle(widget, "tone", tone);
}

void restyle(QWidget *widget, const char *property, const QVariant &value)
{
    if (widget->property(property) == value)
        return;
    widget->setProperty(property, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace limno
