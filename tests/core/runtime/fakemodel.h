// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/devicescope.h"
#include "core/runtime/modulehost.h"
#include "core/runtime/runtime.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace limno {

/// What a test and its fake models share: a log, and curtains that computations stop at until the test opens them.
class Stage
{
public:
    void note(const std::string &words)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_log.push_back(words);
        }
        m_changed.notify_all();
    }
    /// Blocks until the words are in the log; false after ten seconds.
    bool waitFor(const std::string &words)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::seconds(10),
                                  [&] { return std::find(m_log.begin(), m_log.end(), words) != m_log.end(); });
    }
    void open(const std::string &curtain)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_open.insert(curtain);
        }
        m_changed.notify_all();
    }
    /// The computation's side. A token has no bell, so a cancel is looked for every millisecond.
    void stopAt(const std::string &curtain, const CancelToken *cancel)
    {
        note("at " + curtain);
        std::unique_lock lock(m_mutex);
        while (!m_open.contains(curtain) && !(cancel && cancel->isCancelled()))
            m_changed.wait_for(lock, std::chrono::milliseconds(1));
    }
    std::vector<std::string> log() const
    {
        const std::lock_guard lock(m_mutex);
        return m_log;
    }
    std::string logLine() const
    {
        std::string all;
        for (const std::string &words : log())
            all += (all.empty() ? "" : ", ") + words;
        return all;
    }

    /// Counts who computes at once.
    void enter()
    {
        const int now = ++m_running;
        int most = m_most.load();
        while (most < now && !m_most.compare_exchange_weak(most, now)) { }
    }
    void leave() { --m_running; }
    int mostAtOnce() const { return m_most.load(); }
    void forgetMost() { m_most = m_running.load(); }

private:
    mutable std::mutex m_mutex; ///< guards m_log and m_open
    std::condition_variable m_changed;
    std::vector<std::string> m_log;
    std::set<std::string> m_open;
    std::atomic<int> m_running = 0;
    std::atomic<int> m_most = 0;
};

/// The first word of the prompt says what the request does:
///     say TEXT | bad | throw | oom | unknown | fail | hold CURTAIN (until opened or cancelled) | deaf CURTAIN (cancel
///     ignored) | prepare CURTAIN (stops in prepare) | where (answers "card" or "host")
class FakeSession final : public Session
{
public:
    explicit FakeSession(std::shared_ptr<Stage> stage, std::shared_ptr<const Model> model)
        : m_stage(std::move(stage))
        , m_model(std::move(model))
    {
    }
    Outcome run(const Request &request, const Prepared &, const RunContext &context) override
    {
        const struct Inside {
            explicit Inside(Stage &s)
                : stage(s)
            {
                stage.enter();
            }
            ~Inside() { stage.leave(); }
            Stage &stage;
        } inside(*m_stage);
        const auto [verb, rest] = split(request.prompt);
        if (verb == "throw")
            throw std::runtime_error("the model broke");
        if (verb == "oom")
            throw std::bad_alloc();
        if (verb == "unknown")
            throw 42;
        Outcome outcome;
        outcome.tokens.reused = context.policy.kvCache == Toggle::On ? m_turns : 0;
        if (verb == "fail") {
            outcome.error = Error{ErrorCode::OutOfMemory, "requested 8, free 4"};
            return outcome;
        }
        if (context.onPrefilled)
            context.onPrefilled();
        if (verb == "hold" || verb == "deaf")
            m_stage->stopAt(rest, verb == "hold" ? &context.cancel : nullptr);
        ++m_turns;
        const std::string answer = verb == "where" ? (DeviceScope::current() ? "card" : "host") : rest;
        context.onFirstToken();
        context.onText(answer);
        context.onProgress(1.0);
        outcome.kind = context.cancel.isCancelled() ? OutcomeKind::Cancelled : OutcomeKind::Ok;
        outcome.text = answer;
        return outcome;
    }
    int64_t clearCache() override { return std::exchange(m_turns, 0) * kBytesPerTurn; }
    int64_t cacheBytes() const override { return m_turns * kBytesPerTurn; }

    static constexpr int64_t kBytesPerTurn = 100;
    static std::pair<std::string, std::string> split(const std::string &prompt)
    {
        const size_t blank = prompt.find(' ');
        return {prompt.substr(0, blank), blank == std::string::npos ? std::string() : prompt.substr(blank + 1)};
    }

private:
    std::shared_ptr<Stage> m_stage;
    std::shared_ptr<const Model> m_model;
    int64_t m_turns = 0;
};

class FakeModel final : public Model
{
public:
    FakeModel(std::shared_ptr<Stage> stage, const ModelSpec &spec)
        : m_stage(std::move(stage))
    {
        m_info.name = spec.name;
        m_info.path = spec.path;
        m_info.tasks = {Task::Chat, Task::Complete, Task::Caption};
        m_info.mappedBytes = 1000;
    }
    ~FakeModel() override { m_stage->note("freed " + m_info.path); }
    const ModelInfo &info() const override { return m_info; }
    Result<std::unique_ptr<Prepared>> prepare(const Request &request, const ModelPolicy &policy) const override
    {
        const auto [verb, rest] = FakeSession::split(request.prompt);
        if (verb == "bad")
            return failure(ErrorCode::InputInvalid, "prompt: bad on purpose");
        if (verb == "prepare")
            m_stage->stopAt(rest, nullptr);
        if (verb == "watched")
            m_stage->note("prepared by " + m_info.path + (policy.kvCache == Toggle::On ? " on" : " off"));
        return std::make_unique<Prepared>();
    }
    Result<void> setOffload(Offload offload) override
    {
        m_stage->note("offload " + std::string(offloadName(offload)));
        if (offload == Offload::Layer)
            return failure(ErrorCode::OutOfMemory, "no layer fits");
        m_offload = offload;
        return {};
    }
    EffectiveOffload effectiveOffload() const override { return {m_offload, ""}; }
    void evictWeights() override { m_stage->note("evicted " + m_info.path); }
    std::unique_ptr<Session> openSession(const std::string &) override
    {
        return std::make_unique<FakeSession>(m_stage, shared_from_this());
    }

private:
    std::shared_ptr<Stage> m_stage;
    ModelInfo m_info;
    Offload m_offload = Offload::None;
};

/// Loads "fake:ANYTHING"; "fake:hostonly" refuses a card; "fake:held CURTAIN" stops at a curtain while loading, "fake:broken" and "fake:throws" fail.
class FakeFactory final : public ModelFactory
{
public:
    explicit FakeFactory(std::shared_ptr<Stage> stage)
        : m_stage(std::move(stage))
    {
    }
    bool accepts(const std::string &path) const override { return path.starts_with("fake:"); }
    Result<std::shared_ptr<Model>> load(const ModelSpec &spec, const LoadContext &context) const override
    {
        const auto [kind, curtain] = FakeSession::split(spec.path);
        context.onProgress(0.5);
        if (kind == "fake:held")
            m_stage->stopAt(curtain, &context.cancel);
        if (context.cancel.isCancelled())
            return failure(ErrorCode::Cancelled, "loading was cancelled");
        if (kind == "fake:broken")
            return failure(ErrorCode::ModelInvalid, spec.path + ": broken");
        if (kind == "fake:hostonly" && context.device && context.device->emulatedCard())
            return failure(ErrorCode::OutOfMemory, spec.path + ": does not fit");
        if (kind == "fake:throws")
            throw std::bad_alloc();
        return std::make_shared<FakeModel>(m_stage, spec);
    }

private:
    std::shared_ptr<Stage> m_stage;
};

/// A runtime with the fake model "m" loaded. The stage outlives everything.
struct Bench {
    explicit Bench(Runtime::Options options = {})
        : runtime((modules.add(std::make_unique<FakeFactory>(stage)), modules), options)
    {
        runtime.load({.name = "m", .path = "fake:m"}).wait();
    }
    JobHandle ask(const std::string &prompt, const std::string &conversation = {})
    {
        Request request;
        request.model = "m";
        request.prompt = prompt;
        request.conversation = conversation;
        return runtime.submit(std::move(request));
    }
    /// The view of one job in a snapshot.
    Runtime::JobView view(const JobHandle &handle) const
    {
        for (const Runtime::JobView &view : runtime.snapshot().jobs) {
            if (view.id == handle.id())
                return view;
        }
        return {};
    }

    std::shared_ptr<Stage> stage = std::make_shared<Stage>();
    Devices devices;
    ClearLadder ladder{&devices};
    ModuleHost modules{ladder, devices};
    Runtime runtime;
};

/// "Ok", "Cancelled" or the error's code.
inline std::string endOf(const JobHandle &handle)
{
    if (!handle.waitForFinished(std::chrono::seconds(20)))
        return "never";
    const Outcome &outcome = handle.result()->outcome;
    if (outcome.kind == OutcomeKind::Failed)
        return std::string(errorCodeName(outcome.error->code));
    return outcome.kind == OutcomeKind::Ok ? "Ok" : "Cancelled";
}

} // namespace limno
