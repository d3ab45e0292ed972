// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardarena.h"

#include "core/memory/emulatedcard.h"
#include "core/memory/procfile.h"

#include <QtTest>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

using namespace limno;

namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

int64_t shmemBytes()
{
    std::array<char, 4096> buffer{};
    Sample sample;
    parseProcStatus(readSmallFile("/proc/self/status", buffer), sample);
    return sample.value(Metric::RssShmem).value_or(-1);
}

/// Lowers a limit of this process for as long as it lives.
class LoweredLimit
{
public:
    LoweredLimit(int resource, rlim_t value)
        : m_resource(resource)
    {
        ::getrlimit(static_cast<__rlimit_resource>(m_resource), &m_before);
        const rlimit lowered{value, m_before.rlim_max};
        m_isSet = ::setrlimit(static_cast<__rlimit_resource>(m_resource), &lowered) == 0;
    }
    ~LoweredLimit() { ::setrlimit(static_cast<__rlimit_resource>(m_resource), &m_before); }
    LoweredLimit(const LoweredLimit &) = delete;
    LoweredLimit &operator=(const LoweredLimit &) = delete;
    bool isSet() const { return m_isSet; }

private:
    int m_resource;
    rlimit m_before{};
    bool m_isSet = false;
};

struct Holdings {
    int64_t descriptors = countEntries("/proc/self/fd").value_or(-1);
    int64_t mappings = countLines("/proc/self/maps").value_or(-1);
    int64_t shmem = shmemBytes();
    bool operator==(const Holdings &) const = default;
};

std::shared_ptr<EmulatedCard> makeCard()
{
    const auto card = EmulatedCard::create(*parseDeviceSpec("emulated:64MiB"));
    return card ? *card : nullptr;
}

} // namespace

class TestCardArena : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void segmentsAreResidentUntilReturned();
    void lowestGapFirst();
    void staysInItsAddressesWhateverTheOrder();
    void emptyCacheGivesShmemBack();
    void childrenDoNotHaveIt();
    void withoutDescriptorsItIsNoOutOfMemory();
    void whatTheMachineRefusesIsOutOfMemory();
    void nothingStaysBehind();
};

void TestCardArena::segmentsAreResidentUntilReturned()
{
    auto arena = CardArena::reserve(64 * kMiB);
    QVERIFY(arena);
    QCOMPARE(arena->begin() % static_cast<uintptr_t>(2 * kMiB), uintptr_t(0));
    const int64_t before = shmemBytes();
    const Result<uintptr_t> segment = arena->map(20 * kMiB);
    QVERIFY(segment);
    QVERIFY(std::abs(shmemBytes() - before - 20 * kMiB) <= kMiB / 4); // untouched, and yet
    QVERIFY(arena->contains(reinterpret_cast<void *>(*segment)));
    QVERIFY(!arena->contains(reinterpret_cast<void *>(arena->begin() - 1)));
    QVERIFY(!arena->contains(reinterpret_cast<void *>(arena->begin() + static_cast<uintptr_t>(arena->bytes()))));
    arena->unmap(*segment);
    QVERIFY(std::abs(shmemBytes() - before) <= kMiB / 4);
    arena->unmap(*segment); // no segment any more
}

void TestCardArena::lowestGapFirst()
{
    auto arena = CardArena::reserve(64 * kMiB);
    QVERIFY(arena);
    const auto first = arena->map(4 * kMiB).value();
    const auto second = arena->map(2 * kMiB).value();
    const auto third = arena->map(2 * kMiB).value();
    QCOMPARE(first, arena->begin());
    QCOMPARE(second, first + 4 * kMiB);
    QCOMPARE(third, second + 2 * kMiB);
    arena->unmap(first);
    QCOMPARE(arena->map(6 * kMiB).value(), third + 2 * kMiB);
    QCOMPARE(arena->map(2 * kMiB).value(), first);
    QCOMPARE(arena->map(2 * kMiB).value(), first + 2 * kMiB);
}

/// Segments of growing sizes, always with small ones kept between: no order of requests within the budget runs out of
/// addresses.
void TestCardArena::staysInItsAddressesWhateverTheOrder()
{
    constexpr int64_t budget = 32 * kMiB;
    auto arena = CardArena::reserve(budget);
    QVERIFY(arena);
    std::map<uintptr_t, int64_t> held;
    int64_t total = 0;
    for (int64_t size = 2 * kMiB; size <= 16 * kMiB; size += 2 * kMiB) {
        while (total + size <= budget) {
            const auto segment = arena->map(size);
            QVERIFY2(segment.has_value(), segment ? "" : segment.error().message.c_str());
            held.emplace(*segment, size);
            total += size;
        }
        bool keep = false;
        for (auto segment = held.begin(); segment != held.end();) { // every other one stays
            keep = !keep;
            if (keep) {
                ++segment;
                continue;
            }
            arena->unmap(segment->first);
            total -= segment->second;
            segment = held.erase(segment);
        }
    }
}

void TestCardArena::emptyCacheGivesShmemBack()
{
    const auto card = makeCard();
    QVERIFY(card);
    const int64_t before = shmemBytes();
    void *kept = card->allocate(5 * kMiB).value();
    card->free(card->allocate(16 * kMiB).value());
    card->free(card->allocate(1000).value());
    const int64_t full = shmemBytes();
    QVERIFY(std::abs(full - before - 38 * kMiB) <= kMiB / 4);
    QCOMPARE(card->emptyCache(), 18 * kMiB);
    QVERIFY(std::abs(full - shmemBytes() - 18 * kMiB) <= kMiB / 4);
    card->free(kept);
}

void TestCardArena::childrenDoNotHaveIt()
{
    const auto card = makeCard();
    QVERIFY(card);
    auto *block = static_cast<char *>(card->allocate(4096).value());
    memset(block, 7, 4096);
    const auto page = reinterpret_cast<uintptr_t>(block) / 4096 * 4096;
    unsigned char resident = 0;
    QCOMPARE(::mincore(reinterpret_cast<void *>(page), 4096, &resident), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const bool isGone = ::mincore(reinterpret_cast<void *>(page), 4096, &resident) == -1 && errno == ENOMEM;
        ::_exit(isGone ? 0 : 1);
    }
    QVERIFY(child > 0);
    int status = -1;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
    QCOMPARE(block[4095], char(7));
    card->free(block);
}

void TestCardArena::withoutDescriptorsItIsNoOutOfMemory()
{
    const auto card = makeCard();
    QVERIFY(card);
    void *kept = card->allocate(1000).value();
    const Holdings before;
    const DeviceStats stats = *card->stats();
    {
        const LoweredLimit none(RLIMIT_NOFILE, 0);
        QVERIFY(none.isSet());
        const auto failed = card->allocate(5 * kMiB);
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::Io);
        QVERIFY2(failed.error().message.find("memfd_create for 20971520 bytes") != std::string::npos,
                 failed.error().message.c_str());
        QVERIFY(card->allocate(2000)); // fits into what is there
    }
    QVERIFY(Holdings() == before);
    QCOMPARE(card->stats()->numOoms, stats.numOoms);
    QCOMPARE(card->stats()->reservedBytes.all.current, stats.reservedBytes.all.current);
    QVERIFY(card->allocate(5 * kMiB));
    card->free(kept);
}

void TestCardArena::whatTheMachineRefusesIsOutOfMemory()
{
    ::signal(SIGXFSZ, SIG_IGN); // what the limit sends besides the error
    const auto card = makeCard();
    QVERIFY(card);
    void *cached = card->allocate(5 * kMiB).value();
    card->free(cached);
    const Holdings before;
    {
        const LoweredLimit small(RLIMIT_FSIZE, static_cast<rlim_t>(8 * kMiB));
        QVERIFY(small.isSet());
        const auto failed = card->allocate(30 * kMiB);
        QVERIFY(!failed);
        const CardOutOfMemory &error = failed.error();
        QCOMPARE(error.code, ErrorCode::OutOfMemory);
        QCOMPARE(error.requestedBytes, 30 * kMiB);
        QCOMPARE(error.freeBytes, 64 * kMiB); // the cache went
        QVERIFY2(error.message.find("The machine itself gave no memory") != std::string::npos, error.message.c_str());
        QVERIFY(card->allocate(1000)); // a segment of 2 MiB is within the limit
    }
    QCOMPARE(card->stats()->numOoms, int64_t(1));
    QCOMPARE(card->stats()->numAllocRetries, int64_t(1));
    QCOMPARE(Holdings().descriptors, before.descriptors);
    QVERIFY(std::abs(before.shmem - 18 * kMiB - shmemBytes()) <= kMiB / 4);
    QVERIFY(card->allocate(30 * kMiB));
}

void TestCardArena::nothingStaysBehind()
{
    makeCard(); // what the first one sets up for all
    const Holdings before;
    for (int round = 0; round < 20; ++round) {
        const auto card = makeCard();
        QVERIFY(card);
        for (int i = 0; i < 3; ++i)
            card->free(card->allocate((4 + 8 * i) * kMiB).value());
        QVERIFY(!card->allocate(80 * kMiB));
        card->free(card->allocate(100).value());
    }
    const Holdings after;
    QCOMPARE(after.descriptors, before.descriptors);
    QVERIFY(std::abs(after.mappings - before.mappings) <= 2); // 20 cards would show
    QVERIFY(std::abs(after.shmem - before.shmem) <= kMiB / 4);
}

QTEST_APPLESS_MAIN(TestCardArena)
#include "tst_cardarena.moc"
