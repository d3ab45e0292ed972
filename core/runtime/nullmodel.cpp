// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/nullmodel.h"

#include <algorithm>
#include <string_view>

namespace limno {

namespace {

constexpr std::string_view kPath = "null";
constexpr int kDefaultTokens = 256;

struct Words final : Prepared {
    std::vector<std::string> words;
};

std::vector<std::string> wordsOf(const Request &request)
{
    std::vector<std::string> words;
    if (!request.inputIds.empty()) {
        for (const int64_t id : request.inputIds)
            words.push_back(std::to_string(id));
        return words;
    }
    const std::string_view text =
        request.task == Task::Chat && !request.messages.empty() ? request.messages.back().content : request.prompt;
    constexpr std::string_view blanks = " \t\r\n";
    size_t begin = text.find_first_not_of(blanks);
    while (begin != std::string_view::npos) {
        const size_t end = std::min(text.find_first_of(blanks, begin), text.size());
        words.emplace_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(blanks, end);
    }
    return words;
}

class NullSession final : public Session
{
public:
    Outcome run(const Request &request, const Prepared &prepared, const RunContext &context) override
    {
        const auto &words = static_cast<const Words &>(prepared).words;
        const auto limit = static_cast<size_t>(std::max(request.generation.maxTokens.value_or(kDefaultTokens), 0));
        Outcome outcome;
        outcome.kind = OutcomeKind::Ok;
        outcome.finish = words.size() > limit ? FinishReason::Length : FinishReason::Stop;
        outcome.tokens.in = outcome.tokens.prefilled = static_cast<int64_t>(words.size());
        if (context.onPrefilled)
            context.onPrefilled();
        for (size_t i = 0; i < std::min(words.size(), limit); ++i) {
            if (context.cancel.isCancelled()) {
                outcome.kind = OutcomeKind::Cancelled;
                outcome.finish = FinishReason::Cancelled;
                break;
            }
            if (i == 0 && context.onFirstToken)
                context.onFirstToken();
            const std::string piece = i == 0 ? words[i] : " " + words[i];
            outcome.text += piece;
            outcome.ids.push_back(static_cast<int64_t>(i));
            if (context.onText)
                context.onText(piece);
        }
        outcome.tokens.out = static_cast<int64_t>(outcome.ids.size());
        return outcome;
    }
    int64_t clearCache() override { return 0; }
    int64_t cacheBytes() const override { return 0; }
};

class NullModel final : public Model
{
public:
    explicit NullModel(const ModelSpec &spec)
    {
        m_info.name = spec.name;
        m_info.path = spec.path;
        m_info.format = "null";
        m_info.architecture = "null";
        m_info.tasks = {Task::Chat,     Task::Complete, Task::Sentiment, Task::Caption,
                        Task::Classify, Task::Detect,   Task::Summarize, Task::Imagine};
        m_info.computeType = "none";
    }
    const ModelInfo &info() const override { return m_info; }
    Result<std::unique_ptr<Prepared>> prepare(const Request &request, const ModelPolicy &) const override
    {
        if (const Result<void> checked = checkPrompt(request); !checked)
            return failure(checked.error());
        auto words = std::make_unique<Words>();
        words->words = wordsOf(request);
        words->tokens = static_cast<int64_t>(words->words.size());
        return words;
    }
    std::unique_ptr<Session> openSession(const std::string &) override { return std::make_unique<NullSession>(); }

private:
    ModelInfo m_info;
};

} // namespace

bool NullModelFactory::accepts(const std::string &path) const
{
    return path == kPath;
}

Result<std::shared_ptr<Model>> NullModelFactory::load(const ModelSpec &spec, const LoadContext &context) const
{
    if (context.cancel.isCancelled())
        return failure(ErrorCode::Cancelled, spec.name + ": loading was cancelled");
    if (context.onProgress)
        context.onProgress(1.0);
    return std::make_shared<NullModel>(spec);
}

} // namespace limno
