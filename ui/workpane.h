// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/card.h"
#include "ui/chatcontroller.h"
#include "ui/workbench.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace limno {

class ChatView;
class ElidedLabel;
class PromptEdit;
class StartTiles;

/// Where work is done: prompt, streamed answers, prompts from files.
class WorkPane : public Card
{
    Q_OBJECT

public:
    explicit WorkPane(const Workbench &bench, QWidget *parent = nullptr);

    /// `isLoading`: no model yet, but one is on its way.
    void setModel(const QString &name, bool isLoading);
    void setPromptText(const QString &text);
    /// Text from outside for the prompt field.
    void takeText(const QString &text);
    /// One goes into the prompt field, several wait to be run.
    void takePrompts(const std::vector<Prompt> &prompts);
    void focusPrompt();
    void send();
    void stop();
    void resetConversation();

    ChatController *controller() const { return m_chat; }
    ChatView *view() const { return m_view; }
    PromptEdit *prompt() const { return m_prompt; }

Q_SIGNALS:
    void reproduceLeak();
    void stateChanged();
    /// Texts came from outside and wait for the user.
    void promptsTaken();
    void answered();

protected:
    void changeEvent(QEvent *event) override;

private:
    static QString endingText(const AnswerNumbers &numbers, bool wasStopped);
    void buildComposer();
    void connectChat();
    void retranslateUi();
    void refresh();
    void showSpeed();

    Workbench m_bench;
    ChatController *m_chat;
    QStackedWidget *m_stack;
    StartTiles *m_tiles;
    ChatView *m_view;
    PromptEdit *m_prompt;
    QPushButton *m_send;
    QPushButton *m_stop;
    QPushButton *m_reset;
    QLabel *m_hint;
    QFrame *m_waitingBox;
    ElidedLabel *m_waitingText;
    QPushButton *m_runWaiting;
    QPushButton *m_dropWaiting;
    std::vector<Prompt> m_waiting;
    bool m_isLoading = false;
    int64_t m_askedNs = 0;
    int64_t m_firstTextNs = 0;
};

} // namespace limno
