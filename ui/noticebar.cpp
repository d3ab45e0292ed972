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

#include <algorithm>
#include <utility>

namespace limno {

namespace {

constexpr size_t kMostLines = 6;

} // namespace

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
    layout->addWidget(m_text, 1, Qt::AlignTop);
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

void NoticeBar::say(Kind kind, Words text)
{
    const bool goesOn = kind == Kind::Bad && isComplaint();
    if (!goesOn)
        m_lines.clear();
    const QString line = text();
    std::erase_if(m_lines, [&line](const Words &earlier) { return earlier() == line; });
    if (m_lines.size() == kMostLines)
        m_lines.erase(m_lines.begin());
    m_lines.push_back(std::move(text));
    m_accepted = {};
    m_answerText = {};
    show(kind);
}

void NoticeBar::ask(Words text, Words answer, std::function<void()> accepted)
{
    m_lines = {std::move(text)};
    m_answerText = std::move(answer);
    m_accepted = std::move(accepted);
    show(Kind::Question);
}

void NoticeBar::settle()
{
    if (isComplaint())
        hide();
}

bool NoticeBar::isComplaint() const
{
    return !isHidden() && m_kind != Kind::Info && !m_accepted;
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

void NoticeBar::show(Kind kind)
{
    m_kind = kind;
    restyle(this, "notice", kind == Kind::Bad ? "bad" : kind == Kind::Question ? "question" : "info");
    retranslateUi();
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
    // The first line, the icon before it and the button behind it stand on one axis, however many lines follow.
    const int height = m_close->sizeHint().height();
    const int margin = std::max(0, (height - m_text->fontMetrics().height()) / 2);
    m_text->setContentsMargins(0, margin, 0, margin);
    m_icon->setFixedHeight(height);
}

void NoticeBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    QFrame::changeEvent(event);
}

void NoticeBar::retranslateUi()
{
    QStringList lines;
    for (const Words &line : m_lines)
        lines += line();
    m_text->setText(lines.join(QLatin1Char('\n')));
    setAccessibleName(m_text->text());
    m_answer->setVisible(static_cast<bool>(m_answerText));
    m_answer->setText(m_answerText ? m_answerText() : QString());
    m_answer->setAccessibleName(m_answer->text());
    m_close->setAccessibleName(tr("Close this notice"));
    m_close->setToolTip(tr("Close"));
}

} // namespace limno
