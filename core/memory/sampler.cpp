// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/sampler.h"

#include "core/memory/callguard.h"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace limno {

struct Sampler::Impl {
    struct Row {
        int id = 0;
        Listener listener;
        CallGuard guard;
    };

    Impl(int64_t period, std::function<Sample()> readSample, const Clock &timeSource)
        : periodNs(std::max<int64_t>(period, 1))
        , read(std::move(readSample))
        , clock(timeSource)
    {
    }

    void run();
    /// False when the sampler is to stop.
    bool waitUntil(int64_t timeNs);

    const int64_t periodNs;
    const std::function<Sample()> read;
    const Clock &clock;
    std::thread thread;
    std::atomic<int64_t> samples = 0;
    std::atomic<int64_t> skipped = 0;
    std::atomic<int64_t> cpuNs = 0;

    std::mutex mutex; ///< guards everything below
    std::condition_variable wake;
    bool stopping = false;
    std::vector<std::shared_ptr<Row>> rows;
    int lastId = 0;
};

namespace {

int64_t threadCpuNs()
{
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return used.tv_sec * kNsPerSecond + used.tv_nsec;
}

} // namespace

bool Sampler::Impl::waitUntil(int64_t timeNs)
{
    std::unique_lock lock(mutex);
    while (!stopping) {
        const int64_t leftNs = timeNs - clock.nowNs();
        if (leftNs <= 0)
            return true;
        wake.wait_for(lock, std::chrono::nanoseconds(leftNs));
    }
    return false;
}

void Sampler::Impl::run()
{
    pthread_setname_np(pthread_self(), "sampler");
    const int64_t cpuBefore = cpuNs;
    std::vector<std::shared_ptr<Row>> listeners; // kept from turn to turn, so that no turn allocates
    int64_t slotNs = clock.nowNs();
    while (waitUntil(slotNs)) {
        const int64_t missed = (clock.nowNs() - slotNs) / periodNs;
        slotNs += (missed + 1) * periodNs;
        skipped += missed;

        const Sample sample = read();
        ++samples;
        {
            const std::lock_guard lock(mutex);
            listeners = rows;
        }
        for (const auto &row : listeners)
            row->guard.run([&] { row->listener(sample); });
        listeners.clear();
        cpuNs = cpuBefore + threadCpuNs();
    }
}

Sampler::Sampler(int64_t periodNs, std::function<Sample()> read, const Clock &clock)
    : m_impl(std::make_unique<Impl>(periodNs, std::move(read), clock))
{
}

Sampler::~Sampler()
{
    stop();
}

int Sampler::addListener(Listener listener)
{
    auto row = std::make_shared<Impl::Row>();
    row->listener = std::move(listener);
    const std::lock_guard lock(m_impl->mutex);
    row->id = ++m_impl->lastId;
    m_impl->rows.push_back(std::move(row));
    return m_impl->lastId;
}

void Sampler::removeListener(int id)
{
    std::shared_ptr<Impl::Row> removed;
    {
        const std::lock_guard lock(m_impl->mutex);
        const auto row = std::ranges::find_if(m_impl->rows, [&](const auto &each) { return each->id == id; });
        if (row == m_impl->rows.end())
            return;
        removed = *row;
        m_impl->rows.erase(row);
    }
    removed->guard.withdraw();
}

void Sampler::start()
{
    if (m_impl->thread.joinable())
        return;
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->stopping = false;
    }
    m_impl->thread = std::thread([impl = m_impl.get()] { impl->run(); });
}

void Sampler::stop()
{
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->stopping = true;
    }
    m_impl->wake.notify_all();
    if (m_impl->thread.joinable())
        m_impl->thread.join();
}

int64_t Sampler::sampleCount() const
{
    return m_impl->samples;
}

int64_t Sampler::skippedCount() const
{
    return m_impl->skipped;
}

Sample Sampler::readNow() const
{
    return m_impl->read();
}

int64_t Sampler::cpuNs() const
{
    return m_impl->cpuNs;
}

} // namespace limno
