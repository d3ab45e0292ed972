// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace limno {

/// The prompt field: Return sends, Shift+Return starts a line, and while an input method composes Return belongs to it
/// alone. Grows with its text up to a few lines.
class PromptEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit PromptEdit(QWidget *parent = nullptr);

    bool isComposing() const { return m_isComposing; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void submitted();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    int heightOf(int lines) const;
    void fit();

    bool m_isComposing = false;
};

} // namespace limno
