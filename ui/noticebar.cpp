// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/noticebar.h"

#include "ui/card.h"
#include "ui/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace limno {

NoticeBar::NoticeBar(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_icon(new QLabel)
    , m_text(makeLabel(""))
    , m_answer(new QPushButton)
    , m_close(new QToolButton)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 8, 12, 8);
    layout->setSpacing(8);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_answer);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_answer->setProperty("kind", "primary");
    m_close->setProperty("kind", "quiet");
    m_close->setFocusPolicy(Qt::TabFocus);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_answer, &QPushButton::clicked, this, &NoticeBar::accept);
    connect(&theme, &Theme::changed, this, &NoticeBar::dress);
    retranslateUi();
    hide();
}

void NoticeBar::say(Kind kind, const QString &text)
{
    m_accepted = {};
    m_answer->hide();
    show(kind, text);
}

void NoticeBar::ask(const QString &text, const QString &answer, std::function<void()> accepted)
{
    m_accepted = std::move(accepted);
    m_answer->setText(answer);
    m_answer->setAccessibleName(answer);
    m_answer->show();
    show(Kind::Question, text);
}

QString NoticeBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void NoticeBar::accept()
{
    hide();
    if (const auto accepted = std::exchange(m_accepted, {}))
        accepted();
}

void NoticeBar::show(Kind kind, const QString &text)
{
    m_kind = kind;
    m_text->setText(text);
    setAccessibleName(text);
    restyle(this, "notice", kind == Kind::Bad ? "bad" : kind == Kind::Question ? "question" : "info");
    dress();
    setVisible(true);
}

void NoticeBar::dress()
{
    const ThemeColors &c = m_theme.colors();
    const QColor color = m_kind == Kind::Bad ? c.bad : m_kind == Kind::Question ? c.question : c.accent;
    const QString name = m_kind == Kind::Info ? QStringLiteral("info") : QStringLiteral("warning");
    m_icon->setPixmap(themedIcon(name, color).pixmap(QSize(16, 16), devicePixelRatio()));
    m_close->setIcon(themedIcon(QStringLiteral("close"), c.secondary));
}

void NoticeBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QFrame::changeEvent(event);
}

void NoticeBar::retranslateUi()
{
    m_close->setAccessibleName(tr("Close this notice"));
    m_close->setToolTip(tr("Close"));
}

} // namespace limno
