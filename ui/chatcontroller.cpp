// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chatcontroller.h"

#include "core/io/builtinmodels.h"
#include "ui/text.h"

#include <utility>

namespace limno {

namespace {

constexpr int kFetchMs = 33;

/// `computes`: a model that only hands words on has no rate.
AnswerNumbers numbersOf(const Outcome &outcome, bool computes)
{
    AnswerNumbers numbers;
    numbers.tokens = outcome.tokens.out;
    numbers.reusedTokens = outcome.tokens.reused;
    const RequestTimes &times = outcome.times;
    if (!times.firstTokenNs)
        return numbers;
    numbers.firstTokenNs = *times.firstTokenNs - times.submittedNs;
    if (computes && times.finishedNs && outcome.tokens.out > 1 && *times.finishedNs > *times.firstTokenNs)
        numbers.tokensPerSecond = static_cast<double>(outcome.tokens.out - 1) * kNsPerSecond
            / static_cast<double>(*times.finishedNs - *times.firstTokenNs);
    return numbers;
}

} // namespace

ChatController::ChatController(const Workbench &bench, QObject *parent)
    : QObject(parent)
    , m_bench(bench)
    , m_conversation("window-0")
{
    m_timer.setInterval(kFetchMs);
    connect(&m_timer, &QTimer::timeout, this, &ChatController::fetch);
}

void ChatController::send(const QString &text)
{
    if (!isBusy() && !m_model.isEmpty())
        submit({{}, text}, true);
}

void ChatController::runPrompts(const std::vector<Prompt> &prompts)
{
    m_line.insert(m_line.end(), prompts.begin(), prompts.end());
    if (isBusy() || m_model.isEmpty() || m_line.empty())
        return;
    const Prompt next = m_line.front();
    m_line.pop_front();
    submit(next, false);
}

void ChatController::submit(const Prompt &prompt, bool isTurn)
{
    Request request;
    request.task = Task::Chat;
    request.model = toUtf8(m_model);
    if (isTurn) {
        m_history.push_back({"user", toUtf8(prompt.text)});
        request.messages = m_history;
        request.conversation = m_conversation;
    } else {
        request.messages = {{"user", toUtf8(prompt.text)}};
        request.group = "files";
    }
    request.generation.maxTokens = m_bench.settings.integer(Setting::MaxTokens);
    request.generation.temperature = m_bench.settings.value(Setting::Temperature).toDouble();
    request.seed = static_cast<uint64_t>(m_bench.settings.integer(Setting::Seed));

    m_isTurn = isTurn;
    m_wasReset = false;
    m_prefillShare = 0;
    m_pieces = m_firstPieceNs = m_latestPieceNs = 0;
    m_job = m_bench.runtime.submit(std::move(request));
    m_timer.start();
    Q_EMIT asked(prompt.title, prompt.text);
    Q_EMIT busyChanged();
}

double ChatController::liveRate() const
{
    const int64_t span = m_latestPieceNs - m_firstPieceNs;
    return span > kNsPerSecond / 4 ? static_cast<double>(m_pieces) * kNsPerSecond / static_cast<double>(span) : 0;
}

void ChatController::stop()
{
    m_line.clear();
    if (m_job.isValid())
        m_job.cancel();
}

void ChatController::reset()
{
    stop();
    m_wasReset = true;
    m_history.clear();
    m_conversation = "window-" + std::to_string(++m_conversations);
    Q_EMIT wasReset();
}

void ChatController::fetch()
{
    // The result is looked at first: what was said before it is then certainly among the events.
    const JobResult *result = m_job.result();
    QString text;
    for (const JobEvent &event : m_job.takeEvents()) {
        if (event.kind == JobEvent::Kind::Progress) {
            m_prefillShare = event.fraction;
            continue;
        }
        text += fromUtf8(event.text);
        m_latestPieceNs = m_bench.clock.nowNs();
        if (m_firstPieceNs == 0)
            m_firstPieceNs = m_latestPieceNs;
        else
            m_pieces += event.pieces;
    }
    if (!text.isEmpty() && !m_wasReset)
        Q_EMIT answered(text);
    if (result)
        finish(*result);
}

void ChatController::finish(const JobResult &result)
{
    const JobHandle job = std::exchange(m_job, {}); // keeps the result alive
    m_timer.stop();
    const Outcome &outcome = result.outcome;
    const bool isKept = m_isTurn && !m_wasReset;
    if (outcome.kind == OutcomeKind::Failed) {
        // A question without an answer would spoil the next turn.
        if (isKept && !m_history.empty())
            m_history.pop_back();
        if (!m_wasReset)
            Q_EMIT failed(outcome.error.value_or(Error{}));
    } else {
        if (isKept)
            m_history.push_back({"assistant", outcome.text});
        if (!m_wasReset)
            Q_EMIT ended(numbersOf(outcome, m_model != QLatin1String(kNullModel)), outcome.kind == OutcomeKind::Cancelled);
    }
    if (m_line.empty())
        Q_EMIT busyChanged();
    else
        runPrompts({});
}

} // namespace limno
