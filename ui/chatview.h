// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text.h"

#include <QPlainTextEdit>

namespace limno {

class Theme;

/// The transcript. Text is only ever appended at the end; a paragraph that gets long is continued in a new block
/// exactly where its last line began, so that the cost of a piece does not grow with the answer. Copies leave those
/// seams out. Titles, notes and errors follow the language.
class ChatView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit ChatView(const Theme &theme, QWidget *parent = nullptr);

    void addQuestion(const Words &title);
    void addAnswer(const Words &title);
    void addText(const QString &text);
    void addNote(const Words &text);
    void addError(const Words &text);
    bool isEmpty() const { return document()->isEmpty(); }

protected:
    QMimeData *createMimeDataFromSelection() const override;
    void changeEvent(QEvent *event) override;

private:
    enum Kind { Body, Seam, Question, Answer, Note, Fault, Space };
    class AtEnd;
    class Translated;
    void startTurn(Kind kind, const Words &title);
    void startBlock(Kind kind, const Words &text = {});
    QTextCharFormat formatOf(Kind kind) const;
    void breakLongParagraph();
    void recolor();
    void retranslate();

    const Theme &m_theme;
};

} // namespace limno
