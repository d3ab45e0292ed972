// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <optional>
#include <vector>

namespace limno {

/// A text to be run on its own.
struct Prompt {
    QString title; ///< file name; empty for typed ones
    QString text;
};

/// What is known when an answer has ended.
struct AnswerNumbers {
    int64_t tokens = 0;
    int64_t reusedTokens = 0;
    int64_t firstTokenNs = 0; ///< from submission; 0 = none came
    double tokensPerSecond = 0; ///< after the first token; 0 = unknown
};

/// One conversation: sends requests, fetches what they say at 30 Hz, keeps the history. Prompts from files run one
/// after another, each without history; one that fails does not stop the others.
class ChatController : public QObject
{
    Q_OBJECT

public:
    explicit ChatController(const Workbench &bench, QObject *parent = nullptr);

    void setModel(const QString &name) { m_model = name; }
    QString model() const { return m_model; }
    bool isBusy() const { return m_job.isValid(); }
    /// Tokens a second of the present answer, counted by its pieces; 0 = not known yet.
    double liveRate() const;
    /// How much of a long prompt has been computed, 0 to 1.
    double prefillShare() const { return m_prefillShare; }
    int waitingPrompts() const { return static_cast<int>(m_line.size()); }

    /// Next turn of the conversation. Ignored while busy or without a model.
    void send(const QString &text);
    void runPrompts(const std::vector<Prompt> &prompts);
    /// Stops the present answer and what waits behind it.
    void stop();
    /// Forgets the conversation.
    void reset();
    const std::vector<Message> &history() const { return m_history; }

Q_SIGNALS:
    void asked(const QString &title, const QString &text);
    void answered(const QString &text);
    void ended(const limno::AnswerNumbers &numbers, bool wasStopped);
    void failed(const limno::Error &error);
    void busyChanged();
    void wasReset();

private:
    void submit(const Prompt &prompt, bool isTurn);
    void fetch();
    void finish(const JobResult &result);

    Workbench m_bench;
    QString m_model;
    std::vector<Message> m_history;
    std::string m_conversation;
    std::deque<Prompt> m_line;
    JobHandle m_job;
    bool m_isTurn = false;
    bool m_wasReset = false;
    int m_conversations = 0;
    double m_prefillShare = 0;
    int64_t m_pieces = 0;
    int64_t m_firstPieceNs = 0;
    int64_t m_latestPieceNs = 0;
    QTimer m_timer;
};

} // namespace limno
