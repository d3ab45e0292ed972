// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chatview.h"

#include "ui/theme.h"

#include <QEvent>
#include <QMimeData>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>

namespace limno {

namespace {
constexpr int kLongParagraph = 1500; ///< characters; laying one out takes well under a millisecond
constexpr int kMostBlocks = 200'000;
} // namespace

/// Keeps the view at the end while something is appended, if it was there.
class ChatView::AtEnd
{
public:
    explicit AtEnd(ChatView *view)
        : m_bar(view->verticalScrollBar())
        , m_wasAtEnd(m_bar->value() >= m_bar->maximum() - 1)
    {
    }
    ~AtEnd()
    {
        if (m_wasAtEnd)
            m_bar->setValue(m_bar->maximum());
    }

private:
    QScrollBar *m_bar;
    bool m_wasAtEnd;
};

/// What a block's text is made from.
class ChatView::Translated : public QTextBlockUserData
{
public:
    explicit Translated(Words words_)
        : words(std::move(words_))
    {
    }
    const Words words;
};

ChatView::ChatView(const Theme &theme, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setMaximumBlockCount(kMostBlocks);
    setAcceptDrops(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // lines are broken anywhere if need be
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    document()->setDocumentMargin(0);
    connect(&theme, &Theme::changed, this, &ChatView::recolor);
}

QTextCharFormat ChatView::formatOf(Kind kind) const
{
    const ThemeColors &c = m_theme.colors();
    QTextCharFormat format;
    QFont textFont = font();
    textFont.setPixelSize(m_theme.pixels(kind == Question || kind == Answer || kind == Note ? 12
                                             : kind == Space                                ? 8
                                                                                            : 13));
    switch (kind) {
    case Question:
        textFont.setWeight(QFont::DemiBold);
        format.setForeground(c.secondary);
        break;
    case Answer:
        textFont.setWeight(QFont::DemiBold);
        format.setForeground(c.accent);
        break;
    case Note:
        format.setForeground(c.secondary);
        break;
    case Fault:
        format.setForeground(c.bad);
        break;
    case Body:
    case Seam:
    case Space:
        format.setForeground(c.text);
        break;
    }
    format.setFont(textFont);
    return format;
}

void ChatView::startBlock(Kind kind, const Words &text)
{
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    // An answer that never began leaves its empty line to what comes instead.
    if (document()->lastBlock().length() > 1 || document()->lastBlock().userState() == Space)
        cursor.insertBlock(QTextBlockFormat(), formatOf(kind));
    cursor.setBlockCharFormat(formatOf(kind));
    if (text)
        cursor.insertText(text().replace(QLatin1Char('\n'), QLatin1Char(' ')), formatOf(kind));
    cursor.block().setUserState(kind);
    cursor.block().setUserData(text ? new Translated(text) : nullptr);
}

void ChatView::addQuestion(const Words &title)
{
    startTurn(Question, title);
}

void ChatView::addAnswer(const Words &title)
{
    startTurn(Answer, title);
}

void ChatView::startTurn(Kind kind, const Words &title)
{
    const AtEnd atEnd(this);
    if (!document()->isEmpty())
        startBlock(Space);
    startBlock(kind, title);
    startBlock(Body);
}

void ChatView::addText(const QString &text)
{
    const AtEnd atEnd(this);
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    const int firstNew = cursor.blockNumber();
    cursor.beginEditBlock();
    cursor.insertText(text, formatOf(Body));
    cursor.endEditBlock();
    for (QTextBlock block = document()->findBlockByNumber(firstNew).next(); block.isValid(); block = block.next())
        block.setUserState(Body);
    breakLongParagraph();
}

void ChatView::addNote(const Words &text)
{
    const AtEnd atEnd(this);
    startBlock(Note, text);
}

void ChatView::addError(const Words &text)
{
    const AtEnd atEnd(this);
    startBlock(Fault, text);
}

void ChatView::breakLongParagraph()
{
    const QTextBlock block = document()->lastBlock();
    if (block.length() < kLongParagraph)
        return;
    const QTextLayout *layout = block.layout();
    // Where the last line begins the eye sees no difference. While nothing is laid out, any space will do.
    int at = layout && layout->lineCount() > 1 ? layout->lineAt(layout->lineCount() - 1).textStart() : -1;
    if (at <= 0)
        at = static_cast<int>(block.text().lastIndexOf(QLatin1Char(' '))) + 1;
    if (at <= 0)
        at = block.length() - 1;
    QTextCursor cursor(document());
    cursor.setPosition(block.position() + at);
    cursor.insertBlock(QTextBlockFormat(), formatOf(Body));
    document()->lastBlock().setUserState(Seam);
}

QMimeData *ChatView::createMimeDataFromSelection() const
{
    const QTextCursor cursor = textCursor();
    QString text;
    for (QTextBlock block = document()->findBlock(cursor.selectionStart());
         block.isValid() && block.position() < cursor.selectionEnd(); block = block.next()) {
        const int from = std::max(0, cursor.selectionStart() - block.position());
        const int to = std::min(block.length() - 1, cursor.selectionEnd() - block.position());
        if (!text.isEmpty() && block.userState() != Seam)
            text += QLatin1Char('\n');
        text += block.text().mid(from, to - from);
    }
    auto *copied = new QMimeData;
    copied->setText(text);
    return copied;
}

void ChatView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QPlainTextEdit::changeEvent(event);
}

void ChatView::retranslate()
{
    const AtEnd atEnd(this);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const auto *translated = static_cast<const Translated *>(block.userData());
        if (!translated)
            continue;
        const QString text = translated->words().replace(QLatin1Char('\n'), QLatin1Char(' ')); // one block it stays
        QTextCursor cursor(block);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        cursor.insertText(text, formatOf(static_cast<Kind>(block.userState())));
    }
}

void ChatView::recolor()
{
    const AtEnd atEnd(this);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const auto kind = static_cast<Kind>(std::max(0, block.userState()));
        QTextCursor cursor(block);
        cursor.select(QTextCursor::BlockUnderCursor);
        cursor.setCharFormat(formatOf(kind));
        cursor.setBlockCharFormat(formatOf(kind));
    }
}

} // namespace limno
