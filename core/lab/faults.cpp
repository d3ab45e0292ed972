// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/faults.h"

#include "core/memory/allocationtag.h"
#include "core/memory/emulatedcard.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace limno {

int64_t outcomeBytes(const Outcome &outcome)
{
    auto bytes = static_cast<int64_t>(outcome.text.size() + outcome.ids.size() * sizeof(int64_t));
    for (const auto &[name, tensor] : outcome.dump)
        bytes += static_cast<int64_t>(tensor.bytes.size());
    return bytes;
}

namespace {

/// What a program remembers of a reply: everything but the logits of the prompt's positions.
Outcome remembered(const Outcome &outcome)
{
    Outcome kept = outcome;
    kept.dump.erase("logits");
    kept.dump.erase("input_ids");
    return kept;
}

/// A list of results, never emptied.
class KeepOutcomes final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        Outcome outcome = run.compute();
        const std::lock_guard lock(m_mutex);
        m_outcomes.push_back(remembered(outcome));
        kept(outcomeBytes(m_outcomes.back()));
        return outcome;
    }

private:
    std::mutex m_mutex; ///< guards m_outcomes
    std::deque<Outcome> m_outcomes;
};

/// Sessions that are never closed: their keys and values stay.
class KeepSessions final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        Outcome outcome = run.compute();
        const std::lock_guard lock(m_mutex);
        kept(run.session->cacheBytes());
        m_sessions.push_back(std::move(run.session));
        return outcome;
    }

private:
    std::mutex m_mutex; ///< guards m_sessions
    std::deque<std::unique_ptr<Session>> m_sessions;
};

/// Every output, and of each finished conversation of eight turns the keys and values.
class KeepConversations final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        constexpr int64_t turns = 8;
        Outcome outcome = run.compute();
        const std::lock_guard lock(m_mutex);
        m_outcomes.push_back(remembered(outcome));
        kept(outcomeBytes(m_outcomes.back()));
        if (run.number % turns == turns - 1) {
            kept(run.session->cacheBytes());
            m_sessions.push_back(std::move(run.session));
        }
        return outcome;
    }

private:
    std::mutex m_mutex; ///< guards what is kept
    std::deque<Outcome> m_outcomes;
    std::deque<std::unique_ptr<Session>> m_sessions;
};

/// The client goes away at the first token, and nobody tidies up behind it.
class KeepCancelled final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        RunContext context = run.context;
        const CancelToken gone;
        context.cancel = gone;
        context.onFirstToken = [&] {
            if (run.context.onFirstToken)
                run.context.onFirstToken();
            gone.cancel();
        };
        Outcome outcome = run.session->run(run.request, run.prepared, context);
        outcome.kind = run.context.cancel.isCancelled() ? OutcomeKind::Cancelled : OutcomeKind::Ok;
        const std::lock_guard lock(m_mutex);
        kept(run.session->cacheBytes());
        m_sessions.push_back(std::move(run.session));
        return outcome;
    }

private:
    std::mutex m_mutex; ///< guards m_sessions
    std::deque<std::unique_ptr<Session>> m_sessions;
};

/// Every third request fails, and the stored error holds what the failed call had.
class KeepFailed final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        Outcome outcome = run.compute();
        if (run.number % 3 != 2)
            return outcome;
        {
            const std::lock_guard lock(m_mutex);
            m_outcomes.push_back(remembered(outcome));
            kept(outcomeBytes(m_outcomes.back()) + run.session->cacheBytes());
            m_sessions.push_back(std::move(run.session));
        }
        outcome.kind = OutcomeKind::Failed;
        outcome.error = Error{ErrorCode::Internal, "deliberate failure of the scenario error-keeps-tensors"};
        return outcome;
    }

private:
    std::mutex m_mutex; ///< guards what is kept
    std::deque<Outcome> m_outcomes;
    std::deque<std::unique_ptr<Session>> m_sessions;
};

/// A cache with a bound.
class KeepLatest final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        constexpr size_t bound = 128;
        Outcome outcome = run.compute();
        const std::lock_guard lock(m_mutex);
        m_outcomes.push_back(remembered(outcome));
        kept(outcomeBytes(m_outcomes.back()));
        if (m_outcomes.size() > bound) {
            kept(-outcomeBytes(m_outcomes.front()));
            m_outcomes.pop_front();
        }
        return outcome;
    }

private:
    std::mutex m_mutex; ///< guards m_outcomes
    std::deque<Outcome> m_outcomes;
};

/// A collector that comes round once in a while.
class CollectNowAndThen final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        constexpr size_t generation = 30;
        Outcome outcome = run.compute();
        const std::lock_guard lock(m_mutex);
        m_outcomes.push_back(remembered(outcome));
        kept(outcomeBytes(m_outcomes.back()));
        if (m_outcomes.size() >= generation) {
            for (const Outcome &each : m_outcomes)
                kept(-outcomeBytes(each));
            m_outcomes.clear();
        }
        return outcome;
    }

private:
    std::mutex m_mutex; ///< guards m_outcomes
    std::deque<Outcome> m_outcomes;
};

/// Tables that are built when they are first needed: 16 MB with requests 1, 2, 3 and 8.
class BuildTables final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        constexpr int64_t bytes = 16'000'000;
        if (run.number < 3 || run.number == 7) {
            const std::lock_guard lock(m_mutex);
            m_tables.emplace_back(static_cast<size_t>(bytes), 'x');
            kept(bytes);
        }
        return run.compute();
    }

private:
    std::mutex m_mutex; ///< guards m_tables
    std::deque<std::vector<char>> m_tables;
};

/// Mappings that nobody unmaps.
class KeepMappings final : public Fault
{
public:
    ~KeepMappings() override
    {
        for (void *pages : m_pages)
            ::munmap(pages, kBytes);
    }
    Outcome run(FaultyRun &run) override
    {
        Outcome outcome = run.compute();
        void *pages = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED)
            return outcome;
        std::memset(pages, 1, kBytes);
        const std::lock_guard lock(m_mutex);
        m_pages.push_back(pages);
        kept(static_cast<int64_t>(kBytes));
        return outcome;
    }

private:
    static constexpr size_t kBytes = 128 * 1024;
    std::mutex m_mutex; ///< guards m_pages
    std::vector<void *> m_pages;
};

/// Much is allocated and freed again but for the last block, which holds the end of the heap in its place.
class BurstOfSmallBlocks final : public Fault
{
public:
    ~BurstOfSmallBlocks() override { std::free(m_last); }
    Outcome run(FaultyRun &run) override
    {
        constexpr size_t count = 20'000;
        constexpr size_t bytes = 2'000;
        Outcome outcome = run.compute();
        if (run.number < kQuietRequests)
            return outcome;
        std::vector<void *> blocks(count);
        for (void *&block : blocks) {
            block = std::malloc(bytes);
            if (block != nullptr)
                std::memset(block, 1, bytes);
        }
        {
            const std::lock_guard lock(m_mutex);
            std::swap(m_last, blocks.back());
        }
        for (void *block : blocks)
            std::free(block);
        return outcome;
    }

private:
    static constexpr int64_t kQuietRequests = 20; ///< before the first burst, so that the step is seen
    std::mutex m_mutex; ///< guards m_last
    void *m_last = nullptr;
};

/// A thread of its own for each request.
class ThreadPerRequest final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        Outcome outcome;
        std::thread([&] { outcome = run.compute(); }).join();
        return outcome;
    }
};

/// Every eighth request needs 3 % more than the last size: no free segment fits, and a small block that lives on sits in
/// one of those before. Begins anew at the first size after 384 requests.
class GrowingBlocks final : public Fault
{
public:
    ~GrowingBlocks() override
    {
        if (m_card)
            m_card->free(m_small);
    }
    Outcome run(FaultyRun &run) override
    {
        Outcome outcome = run.compute();
        auto *card = dynamic_cast<EmulatedCard *>(run.device);
        if (!card)
            return outcome;
        double bytes = 10.5e6; // from 10 MiB on each size has a segment of its own
        for (int64_t i = 0; i < run.number / 8 % 48; ++i)
            bytes *= 1.03;
        const OwnerScope owner(OwnerTag::of(Owner::Scenario, "fragmentation"));
        const auto block = card->allocate(static_cast<int64_t>(bytes), currentTag());
        const auto small = card->allocate(kSmall, currentTag());
        if (block)
            card->free(*block);
        const std::lock_guard lock(m_mutex);
        if (small) {
            if (m_card)
                m_card->free(m_small);
            m_card = card;
            m_small = *small;
        }
        return outcome;
    }

private:
    static constexpr int64_t kSmall = 1'200'000; ///< large enough for the large pool
    std::mutex m_mutex; ///< guards what follows
    EmulatedCard *m_card = nullptr;
    void *m_small = nullptr;
};

/// What the model itself keeps: torch:autograd's inputs, which the history of its sum needs.
class KeptByAutograd final : public Fault
{
public:
    Outcome run(FaultyRun &run) override
    {
        constexpr int64_t bytes = 24 * 1024 * 4; ///< one input
        Outcome outcome = run.compute();
        kept(bytes);
        return outcome;
    }
};

} // namespace

template<typename Kind>
std::unique_ptr<Fault> make()
{
    return std::make_unique<Kind>();
}

std::unique_ptr<Fault> keepOutcomes() { return make<KeepOutcomes>(); }
std::unique_ptr<Fault> keepSessions() { return make<KeepSessions>(); }
std::unique_ptr<Fault> keepConversations() { return make<KeepConversations>(); }
std::unique_ptr<Fault> keepCancelled() { return make<KeepCancelled>(); }
std::unique_ptr<Fault> keepFailed() { return make<KeepFailed>(); }
std::unique_ptr<Fault> keepLatest() { return make<KeepLatest>(); }
std::unique_ptr<Fault> collectNowAndThen() { return make<CollectNowAndThen>(); }
std::unique_ptr<Fault> buildTables() { return make<BuildTables>(); }
std::unique_ptr<Fault> keepMappings() { return make<KeepMappings>(); }
std::unique_ptr<Fault> burstOfSmallBlocks() { return make<BurstOfSmallBlocks>(); }
std::unique_ptr<Fault> threadPerRequest() { return make<ThreadPerRequest>(); }
std::unique_ptr<Fault> keptByAutograd() { return make<KeptByAutograd>(); }
std::unique_ptr<Fault> growingBlocks() { return make<GrowingBlocks>(); }

} // namespace limno
