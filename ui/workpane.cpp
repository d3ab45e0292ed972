// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workpane.h"

#include "ui/chatview.h"
#include "ui/elidedlabel.h"
#include "ui/numberfield.h"
#include "ui/promptedit.h"
#include "ui/pulse.h"
#include "ui/starttiles.h"
#include "ui/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace limno {

WorkPane::WorkPane(const Workbench &bench, QWidget *parent)
    : Card(parent)
    , m_bench(bench)
    , m_chat(new ChatController(bench, this))
    , m_stack(new QStackedWidget)
    , m_tiles(new StartTiles(bench.theme))
    , m_view(new ChatView(bench.theme))
    , m_prompt(new PromptEdit)
    , m_send(new QPushButton)
    , m_stop(new QPushButton)
    , m_reset(new QPushButton)
    , m_hint(makeLabel("secondary"))
    , m_waitingBox(new QFrame)
    , m_waitingText(new ElidedLabel(""))
    , m_runWaiting(new QPushButton)
    , m_dropWaiting(new QPushButton)
{
    m_stack->addWidget(m_tiles);
    m_stack->addWidget(m_view);
    body()->addWidget(m_stack, 1);
    m_reset->setProperty("kind", "quiet");
    corner()->addWidget(m_reset);
    corner()->setContentsMargins(0, 0, -8, 0); // its text, not its frame, ends where the lines below end
    buildComposer();
    connectChat();
    retranslateUi();
}

QString WorkPane::endingText(const AnswerNumbers &numbers, bool wasStopped)
{
    QStringList words{tr("%n token(s)", nullptr, static_cast<int>(numbers.tokens))};
    if (numbers.tokensPerSecond > 0)
        words += tr("%1 tokens/s").arg(numbers.tokensPerSecond, 0, 'f', 1);
    if (numbers.firstTokenNs > 0)
        words += tr("first token after %1").arg(durationText(numbers.firstTokenNs));
    if (numbers.reusedTokens > 0)
        words += tr("%n token(s) reused", nullptr, static_cast<int>(numbers.reusedTokens));
    if (wasStopped)
        words.prepend(tr("stopped"));
    return words.join(QStringLiteral(" · "));
}

void WorkPane::buildComposer()
{
    m_waitingBox->setProperty("well", true);
    auto *waiting = new QHBoxLayout(m_waitingBox);
    waiting->setContentsMargins(12, 8, 8, 8);
    waiting->setSpacing(8);
    waiting->addWidget(m_waitingText, 1);
    waiting->addWidget(m_dropWaiting);
    waiting->addWidget(m_runWaiting);
    m_dropWaiting->setProperty("kind", "quiet");
    m_runWaiting->setProperty("kind", "primary");
    body()->addWidget(m_waitingBox);

    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_prompt, 1);
    auto *buttons = new QVBoxLayout;
    buttons->setSpacing(4);
    buttons->addStretch(1);
    buttons->addWidget(m_send);
    buttons->addWidget(m_stop);
    row->addLayout(buttons);
    body()->addLayout(row);
    body()->addWidget(m_hint);
    m_send->setProperty("kind", "primary");
    m_send->setMinimumWidth(88);
    m_stop->setMinimumWidth(88);
    m_view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);

    connect(m_prompt, &PromptEdit::submitted, this, &WorkPane::send);
    connect(m_prompt, &QPlainTextEdit::textChanged, this, &WorkPane::refresh);
    connect(m_send, &QPushButton::clicked, this, &WorkPane::send);
    connect(m_stop, &QPushButton::clicked, this, &WorkPane::stop);
    connect(m_reset, &QPushButton::clicked, this, &WorkPane::resetConversation);
    connect(m_dropWaiting, &QPushButton::clicked, this, [this] {
        m_waiting.clear();
        refresh();
    });
    connect(m_runWaiting, &QPushButton::clicked, this, [this] {
        const std::vector<Prompt> prompts = std::exchange(m_waiting, {});
        m_chat->runPrompts(prompts);
        refresh();
    });
    connect(m_tiles, &StartTiles::tryModel, this, [this] {
        if (m_prompt->toPlainText().isEmpty())
            setPromptText(tr("Why is the sky blue?"));
        focusPrompt();
    });
    connect(m_tiles, &StartTiles::reproduceLeak, this, &WorkPane::reproduceLeak);
}

void WorkPane::connectChat()
{
    connect(m_chat, &ChatController::asked, this, [this](const QString &title, const QString &text) {
        m_askedNs = m_bench.clock.nowNs();
        m_firstTextNs = 0;
        m_view->addQuestion([title] { return title.isEmpty() ? tr("You") : title; });
        m_view->addText(text);
        m_view->addAnswer([model = m_chat->model()] { return model; });
        m_stack->setCurrentWidget(m_view);
        showSpeed();
    });
    connect(m_chat, &ChatController::answered, this, [this](const QString &text) {
        if (m_firstTextNs == 0)
            m_firstTextNs = m_bench.clock.nowNs();
        m_view->addText(text);
    });
    connect(m_chat, &ChatController::ended, this, [this](const AnswerNumbers &numbers, bool wasStopped) {
        m_view->addNote([numbers, wasStopped] { return endingText(numbers, wasStopped); });
        Q_EMIT answered();
    });
    connect(m_chat, &ChatController::failed, this,
            [this](const Error &error) { m_view->addError([error] { return errorText(error); }); });
    connect(m_chat, &ChatController::wasReset, this, [this] {
        m_view->clear();
        m_stack->setCurrentWidget(m_tiles);
        refresh();
    });
    connect(m_chat, &ChatController::busyChanged, this, [this] {
        refresh();
        Q_EMIT stateChanged();
    });
    connect(&m_bench.pulse, &Pulse::ticked, this, &WorkPane::showSpeed);
}

void WorkPane::setModel(const QString &name, bool isLoading)
{
    m_chat->setModel(name);
    m_isLoading = isLoading;
    refresh();
}

void WorkPane::setPromptText(const QString &text)
{
    m_prompt->setPlainText(text);
    m_prompt->moveCursor(QTextCursor::End);
}

void WorkPane::takePrompts(const std::vector<Prompt> &prompts)
{
    if (prompts.size() == 1 && m_waiting.empty())
        setPromptText(prompts.front().text);
    else
        m_waiting.insert(m_waiting.end(), prompts.begin(), prompts.end());
    refresh();
    Q_EMIT promptsTaken();
}

void WorkPane::takeText(const QString &text)
{
    setPromptText(text);
    Q_EMIT promptsTaken();
}

void WorkPane::focusPrompt()
{
    m_prompt->setFocus(Qt::OtherFocusReason);
}

void WorkPane::send()
{
    commitTyping();
    const QString text = m_prompt->toPlainText().trimmed();
    if (text.isEmpty() || m_chat->isBusy() || m_chat->model().isEmpty())
        return;
    m_prompt->clear();
    m_chat->send(text);
}

void WorkPane::stop()
{
    m_chat->stop();
}

void WorkPane::resetConversation()
{
    m_chat->reset();
    focusPrompt();
}

void WorkPane::refresh()
{
    const bool isReady = !m_chat->model().isEmpty();
    const bool isBusy = m_chat->isBusy();
    m_send->setVisible(!isBusy);
    m_send->setEnabled(isReady && !m_prompt->toPlainText().trimmed().isEmpty());
    m_stop->setVisible(isBusy);
    m_reset->setEnabled(isBusy || !m_view->isEmpty());
    m_waitingBox->setVisible(!m_waiting.empty());
    m_runWaiting->setEnabled(isReady && !isBusy);
    if (!m_waiting.empty()) {
        QStringList names;
        for (const Prompt &prompt : m_waiting)
            names += prompt.title;
        m_waitingText->setFullText(
            tr("%n prompt(s): %1", nullptr, static_cast<int>(m_waiting.size())).arg(names.join(QStringLiteral(", "))));
    }
    setSubtitle(isReady ? m_chat->model() : m_isLoading ? tr("loading the model…") : tr("no model loaded"));
    m_prompt->setPlaceholderText(isReady           ? tr("Ask something, or drop files here")
                                     : m_isLoading ? tr("The model is being loaded; you can type already")
                                                   : tr("Load a model first: drop a .gguf file here"));
    m_prompt->viewport()->update(); // Qt 6.4 leaves the old placeholder on the screen
    showSpeed();
}

void WorkPane::showSpeed()
{
    if (!m_chat->isBusy()) {
        m_hint->setText(tr("Return sends · Shift+Return starts a new line"));
        return;
    }
    const double seconds = static_cast<double>(m_bench.clock.nowNs() - m_askedNs) / kNsPerSecond;
    QStringList words;
    if (m_firstTextNs == 0) {
        words += tr("working on the prompt, %1 s").arg(seconds, 0, 'f', 1);
        if (const double share = m_chat->prefillShare(); share > 0 && share < 1)
            words += tr("%1 %").arg(qRound(share * 100));
    } else {
        words += tr("answering, %1 s").arg(seconds, 0, 'f', 1);
        if (const double rate = m_chat->liveRate(); rate > 0)
            words += tr("about %1 tokens/s").arg(rate, 0, 'f', 1);
    }
    if (m_chat->waitingPrompts() > 0)
        words += tr("%n more prompt(s) waiting", nullptr, m_chat->waitingPrompts());
    m_hint->setText(words.join(QStringLiteral(" · ")));
}

void WorkPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslateUi();
    Card::changeEvent(event);
}

void WorkPane::retranslateUi()
{
    setTitle(tr("Work"));
    m_send->setText(tr("Send"));
    m_send->setAccessibleName(tr("Send the prompt"));
    m_stop->setText(tr("Stop"));
    m_stop->setAccessibleName(tr("Stop the answer"));
    m_reset->setText(tr("New conversation"));
    m_reset->setAccessibleName(tr("New conversation"));
    m_prompt->setAccessibleName(tr("Prompt"));
    m_view->setAccessibleName(tr("Conversation"));
    m_runWaiting->setText(tr("Run all"));
    m_runWaiting->setAccessibleName(tr("Run all prompts"));
    m_dropWaiting->setText(tr("Discard"));
    m_dropWaiting->setAccessibleName(tr("Discard the prompts"));
    refresh();
}

} // namespace limno
