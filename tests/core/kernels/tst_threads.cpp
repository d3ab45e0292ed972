// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/quantmatrix.h"

#include "tests/core/kernels/blocks.h"

#include <ATen/Parallel.h>
#include <QtTest>

#include <atomic>
#include <csignal>
#include <dlfcn.h>
#include <fstream>
#include <set>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace limno;
using namespace limno::kernels;

namespace {

constexpr size_t pageBytes = 4096;
constexpr int maximum = 64;
std::atomic<int> writerCount{0};
pid_t writers[maximum];
std::byte *guarded = nullptr;
size_t guardedBytes = 0;

/// Notes who writes to a guarded page for the first time, and lets it.
void onFault(int, siginfo_t *info, void *)
{
    auto *address = static_cast<std::byte *>(info->si_addr);
    if (address < guarded || address >= guarded + guardedBytes)
        _exit(70);
    const int at = writerCount.fetch_add(1);
    if (at < maximum)
        writers[at] = static_cast<pid_t>(syscall(SYS_gettid));
    mprotect(guarded + static_cast<size_t>(address - guarded) / pageBytes * pageBytes, pageBytes,
             PROT_READ | PROT_WRITE);
}

} // namespace

class TestThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void productsAreSharedByTwoThreads_data();
    void productsAreSharedByTwoThreads();
    void oneOpenMp();
    void blasIsLibTorchs();
};

void TestThreads::productsAreSharedByTwoThreads_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("one") << 1;
    QTest::newRow("two") << 2;
}

/// Which threads write the result is seen from the page faults of a guarded output.
void TestThreads::productsAreSharedByTwoThreads()
{
    QFETCH(int, threads);
    const int64_t rows = 16384, columns = 64;
    const auto bytes = test::randomBlocks(GgmlType::Q4_1, rows * columns, 1);
    const std::vector<float> x(columns, 1.0f);
    guardedBytes = rows * sizeof(float);
    void *memory = mmap(nullptr, guardedBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    QVERIFY(memory != MAP_FAILED);
    guarded = static_cast<std::byte *>(memory);
    writerCount = 0;

    struct sigaction action = {}, previous = {};
    action.sa_sigaction = onFault;
    action.sa_flags = SA_SIGINFO;
    QCOMPARE(sigaction(SIGSEGV, &action, &previous), 0);
    at::set_num_threads(threads);
    matmul({GgmlType::Q4_1, bytes.data(), rows, columns}, x.data(), 1, static_cast<float *>(memory));
    QCOMPARE(sigaction(SIGSEGV, &previous, nullptr), 0);

    QVERIFY(writerCount.load() >= int(guardedBytes / pageBytes)); // two threads may fault on the page between them
    QVERIFY(writerCount.load() <= maximum);
    QCOMPARE(std::set<pid_t>(writers, writers + writerCount.load()).size(), size_t(threads));
    munmap(memory, guardedBytes);
}

void TestThreads::oneOpenMp()
{
    std::set<std::string> libraries;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const auto path = line.find('/');
        if (path != std::string::npos && (line.find("/libgomp", path) != std::string::npos
                                          || line.find("/libomp", path) != std::string::npos
                                          || line.find("/libiomp", path) != std::string::npos))
            libraries.insert(line.substr(path));
    }
    QCOMPARE(libraries.size(), size_t(1));
}

void TestThreads::blasIsLibTorchs()
{
    void *sgemm = dlsym(RTLD_DEFAULT, "sgemm_");
    QVERIFY(sgemm);
    Dl_info info = {};
    QVERIFY(dladdr(sgemm, &info) != 0);
    QVERIFY2(QByteArray(info.dli_fname).contains("libtorch_cpu"), info.dli_fname);
}

QTEST_APPLESS_MAIN(TestThreads)
#include "tst_threads.moc"
