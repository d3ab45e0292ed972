// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fakemodel.h"

#include <chrono>
#include <thread>

namespace limno {

namespace {

void pause(int ms)
{
    if (ms > 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

class FakeSession final : public Session
{
public:
    explicit FakeSession(std::shared_ptr<FakeBehaviour> behaviour)
        : m_behaviour(std::move(behaviour))
    {
    }

    Outcome run(const Request &request, const Prepared &, const RunContext &context) override
    {
        ++m_behaviour->runs;
        Outcome outcome;
        const std::string prompt = request.messages.empty() ? request.prompt : request.messages.back().content;
        if (prompt.find("fail") != std::string::npos) {
            outcome.error = Error{ErrorCode::InputInvalid, "prompt: 9000 tokens, the context holds 2048"};
            return outcome;
        }
        outcome.kind = OutcomeKind::Ok;
        outcome.tokens.in = 12;
        if (context.onPrefilled)
            context.onPrefilled();
        for (int i = 0; i < m_behaviour->words; ++i) {
            pause(m_behaviour->wordMs);
            if (context.cancel.isCancelled() && !m_behaviour->isDeaf) {
                outcome.kind = OutcomeKind::Cancelled;
                break;
            }
            if (i == 0 && context.onFirstToken)
                context.onFirstToken();
            const std::string word = "word" + std::to_string(i) + " ";
            outcome.text += word;
            ++outcome.tokens.out;
            if (context.onText)
                context.onText(word);
        }
        return outcome;
    }
    int64_t clearCache() override { return 0; }
    int64_t cacheBytes() const override { return 3 << 20; }

private:
    std::shared_ptr<FakeBehaviour> m_behaviour;
};

class FakeModel final : public Model
{
public:
    FakeModel(const ModelSpec &spec, Offload offload, std::shared_ptr<FakeBehaviour> behaviour)
        : m_offload(offload)
        , m_behaviour(std::move(behaviour))
    {
        m_info.name = spec.name;
        m_info.path = spec.path;
        m_info.format = "gguf";
        m_info.architecture = "llama";
        m_info.tasks = {Task::Chat, Task::Complete};
        m_info.fileBytes = 98 << 20;
        m_info.weightBytes = 96 << 20;
        m_info.mappedBytes = 96 << 20;
        m_info.contextLength = 2048;
        m_info.computeType = "q4_1 blocks, int8 activations";
    }
    const ModelInfo &info() const override { return m_info; }
    Result<std::unique_ptr<Prepared>> prepare(const Request &, const ModelPolicy &) const override
    {
        return std::make_unique<Prepared>();
    }
    Result<void> setOffload(Offload offload) override
    {
        if (m_behaviour->refusesOffload)
            return failure(ErrorCode::OutOfMemory, "offload: 96 MiB do not fit");
        m_offload = offload;
        return {};
    }
    EffectiveOffload effectiveOffload() const override
    {
        if (m_behaviour->hasCard || m_offload == Offload::None)
            return {m_offload, {}};
        return {Offload::None, "weights are in host memory already on cpu"};
    }
    std::unique_ptr<Session> openSession(const std::string &) override { return std::make_unique<FakeSession>(m_behaviour); }

private:
    ModelInfo m_info;
    Offload m_offload;
    std::shared_ptr<FakeBehaviour> m_behaviour;
};

class FakeFactory final : public ModelFactory
{
public:
    explicit FakeFactory(std::shared_ptr<FakeBehaviour> behaviour)
        : m_behaviour(std::move(behaviour))
    {
    }
    bool accepts(const std::string &path) const override { return path.ends_with(".fake"); }
    Result<std::shared_ptr<Model>> load(const ModelSpec &spec, const LoadContext &context) const override
    {
        for (int step = 0; step < m_behaviour->loadSteps; ++step) {
            pause(m_behaviour->loadStepMs);
            if (context.cancel.isCancelled())
                return failure(ErrorCode::Cancelled, "stopped");
            if (context.onProgress)
                context.onProgress((step + 1.0) / m_behaviour->loadSteps);
        }
        if (spec.path.find("broken") != std::string::npos)
            return failure(ErrorCode::ModelInvalid, spec.path + ": magic: expected GGUF", "bad_magic");
        return std::make_shared<FakeModel>(spec, context.offload, m_behaviour);
    }

private:
    std::shared_ptr<FakeBehaviour> m_behaviour;
};

} // namespace

std::unique_ptr<ModelFactory> makeFakeFactory(std::shared_ptr<FakeBehaviour> behaviour)
{
    return std::make_unique<FakeFactory>(std::move(behaviour));
}

} // namespace limno
