// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/promptedit.h"

#include <QEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>

#include <algorithm>

namespace limno {

namespace {
constexpr int kFewestLines = 2;
constexpr int kMostLines = 8;
} // namespace

PromptEdit::PromptEdit(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setProperty("field", true);
    setAcceptDrops(false);
    setTabChangesFocus(true);
    document()->setDocumentMargin(2);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    connect(this, &QPlainTextEdit::textChanged, this, &PromptEdit::fit);
    fit();
}

int PromptEdit::heightOf(int lines) const
{
    return fontMetrics().lineSpacing() * lines + 16;
}

QSize PromptEdit::sizeHint() const
{
    return {320, heightOf(kFewestLines)};
}

QSize PromptEdit::minimumSizeHint() const
{
    return {160, heightOf(kFewestLines)};
}

void PromptEdit::fit()
{
    // QPlainTextEdit's document counts its height in lines.
    const int lines = static_cast<int>(document()->size().height());
    setFixedHeight(heightOf(std::clamp(lines, kFewestLines, kMostLines)));
}

void PromptEdit::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isReturn || event->modifiers().testFlag(Qt::ShiftModifier)) {
        QPlainTextEdit::keyPressEvent(event);
        return;
    }
    if (!m_isComposing)
        Q_EMIT submitted();
    event->accept();
}

void PromptEdit::inputMethodEvent(QInputMethodEvent *event)
{
    m_isComposing = !event->preeditString().isEmpty();
    QPlainTextEdit::inputMethodEvent(event);
}

void PromptEdit::focusOutEvent(QFocusEvent *event)
{
    m_isComposing = false;
    QPlainTextEdit::focusOutEvent(event);
}

void PromptEdit::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

} // namespace limno
