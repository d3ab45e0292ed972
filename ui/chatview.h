// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace limno {

class Theme;

/// The transcript. Text is only ever appended at the end; a paragraph that gets long is continued in a new block
/// exactly where its last line began, so that the cost of a piece does not grow with the answer. Copies leave those
/// seams out.
class ChatView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit ChatView(const Theme &theme, QWidget *parent = nullptr);

    void addQuestion(const QString &title);
    void addAnswer(const QString &title);
    void addText(const QString &text);
    void addNote(const QString &text);
    void addError(const QString &text);
    bool isEmpty() const { return document()->isEmpty(); }

protected:
    QMimeData *createMimeDataFromSelection() const override;

private:
    enum Kind { Body, Seam, Question, Answer, Note, Fault, Space };
    class AtEnd;
    void startTurn(Kind kind, const QString &title);
    void startBlock(Kind kind, const QString &text);
    QTextCharFormat formatOf(Kind kind) const;
    void breakLongParagraph();
    void recolor();

    const Theme &m_theme;
};

} // namespace limno
