// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text.h"
#include "ui/theme.h"

#include <QFrame>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace limno {

/// One line (or a few) under the toolbar: what just happened, what was refused, or a question. Never takes the focus.
/// Failures that follow each other are listed together; anything else replaces what was there.
class NoticeBar : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Info, Question, Bad };

    explicit NoticeBar(const Theme &theme, QWidget *parent = nullptr);

    void say(Kind kind, Words text);
    /// A question with one answer; closing the bar means no.
    void ask(Words text, Words answer, std::function<void()> accepted);
    /// Something newer went well: complaints go, news and open questions stay.
    void settle();
    QString text() const;
    void accept();

protected:
    void changeEvent(QEvent *event) override;

private:
    void show(Kind kind);
    bool isComplaint() const;
    void dress();
    void retranslateUi();

    const Theme &m_theme;
    Kind m_kind = Kind::Info;
    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_answer;
    QToolButton *m_close;
    std::vector<Words> m_lines;
    Words m_answerText;
    std::function<void()> m_accepted;
};

} // namespace limno
