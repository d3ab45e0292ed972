// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the matrix products of one token cost, beside reading the same bytes and doing nothing with them.
// usage: bench_quantmatrix MODEL.gguf [REPETITIONS] [ROWS OF X]
// One line of JSON a case: wall and CPU milliseconds (best, median), bytes of weights a second. Then what one thread
// does with one matrix that stays in cache, by rows of x: where computing, not reading, is the bound.
#include "core/formats/gguf.h"
#include "core/kernels/decoderops.h"
#include "core/kernels/quantmatrix.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <numeric>

using namespace limno;
using namespace limno::kernels;

namespace {

struct Layer {
    QuantMatrix q, k, v, output, gate, up, down;
};

struct Weights {
    std::shared_ptr<const GgufFile> file;
    std::vector<Layer> layers;
    QuantMatrix head;
    int64_t bytes = 0;
    int count = 0;

    QuantMatrix matrix(const std::string &name)
    {
        const GgufTensor *tensor = file->tensor(name);
        if (!tensor || tensor->shape.size() != 2 || !isSupported(tensor->type)) {
            std::fprintf(stderr, "%s: no usable tensor %s\n", file->path().c_str(), name.c_str());
            std::exit(1);
        }
        bytes += static_cast<int64_t>(tensor->bytes.size());
        ++count;
        return {tensor->type, tensor->bytes.data(), tensor->shape[0], tensor->shape[1]};
    }
};

Weights load(const char *path)
{
    Weights w;
    auto file = GgufFile::open(path);
    if (!file) {
        std::fprintf(stderr, "%s\n", file.error().message.c_str());
        std::exit(1);
    }
    w.file = *file;
    for (int i = 0; w.file->tensor("blk." + std::to_string(i) + ".attn_q.weight"); ++i) {
        const std::string prefix = "blk." + std::to_string(i) + ".";
        w.layers.push_back({w.matrix(prefix + "attn_q.weight"), w.matrix(prefix + "attn_k.weight"),
                            w.matrix(prefix + "attn_v.weight"), w.matrix(prefix + "attn_output.weight"),
                            w.matrix(prefix + "ffn_gate.weight"), w.matrix(prefix + "ffn_up.weight"),
                            w.matrix(prefix + "ffn_down.weight")});
    }
    w.head = w.matrix(w.file->tensor("output.weight") ? "output.weight" : "token_embd.weight");
    return w;
}

double wallMs()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpuMs()
{
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) / 1e6;
}

struct Case {
    std::string name;
    int threads;
    std::function<void()> body;
    int64_t bytes;
    std::vector<double> wall = {}, cpu = {};

    void run()
    {
        at::set_num_threads(threads);
        const double startWall = wallMs(), startCpu = cpuMs();
        body();
        wall.push_back(wallMs() - startWall);
        cpu.push_back(cpuMs() - startCpu);
    }

    void print()
    {
        std::sort(wall.begin(), wall.end());
        std::sort(cpu.begin(), cpu.end());
        std::printf("{\"case\":\"%s\",\"threads\":%d,\"n\":%zu,\"wall_ms_best\":%.3f,\"wall_ms_median\":%.3f,"
                    "\"cpu_ms_best\":%.3f,\"cpu_ms_median\":%.3f,\"GBps_best\":%.2f}\n",
                    name.c_str(), threads, wall.size(), wall[0], wall[wall.size() / 2], cpu[0], cpu[cpu.size() / 2],
                    double(bytes) / wall[0] / 1e6);
    }
};

/// Sums the words of a range; vectorized beyond what the program as a whole may use.
__attribute__((target("avx2"), optimize("O3"))) uint64_t sumOf(const uint64_t *data, int64_t begin, int64_t end)
{
    uint64_t sums[16] = {};
    for (int64_t i = begin; i + 16 <= end; i += 16) {
        for (int64_t j = 0; j < 16; ++j)
            sums[j] += data[i + j];
    }
    return std::accumulate(sums, sums + 16, uint64_t{0});
}

void printInCache(const QuantMatrix &matrix, int64_t bytes)
{
    at::set_num_threads(1);
    for (const CpuLevel level : {CpuLevel::Avx2, CpuLevel::Avx512Vnni}) {
        if (!setCpuLevel(level))
            continue;
        for (const int64_t n : {1, 2, 3, 4, 8, 16, 32, 128, 512}) {
            const std::vector<float> x(static_cast<size_t>(n * matrix.columns), 0.5f);
            std::vector<float> y(static_cast<size_t>(n * matrix.rows));
            double best = 1e9;
            for (int i = 0; i < 15; ++i) {
                const double start = cpuMs();
                matmul(matrix, x.data(), n, y.data());
                best = std::min(best, cpuMs() - start);
            }
            std::printf("{\"case\":\"in cache %s\",\"rows_of_x\":%ld,\"us_best\":%.1f,\"GBps\":%.1f,\"GMACps\":%.1f}\n",
                        cpuLevelName(level).data(), long(n), best * 1e3, double(bytes) / best / 1e6,
                        double(matrix.rows * matrix.columns * n) / best / 1e6);
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s MODEL.gguf [REPETITIONS] [ROWS OF X]\n", argv[0]);
        return 2;
    }
    const int repetitions = argc > 2 ? std::atoi(argv[2]) : 20;
    const int64_t n = argc > 3 ? std::atoi(argv[3]) : 1;
    Weights w = load(argv[1]);
    const int64_t hidden = w.layers[0].q.columns, inner = w.layers[0].gate.rows;
    std::printf("{\"matrices\":%d,\"bytes\":%ld,\"rows_of_x\":%ld}\n", w.count, long(w.bytes), long(n));

    std::vector<float> x(static_cast<size_t>(n * hidden)), q(x.size()), k(x.size()), v(x.size());
    std::vector<float> gate(static_cast<size_t>(n * inner)), up(gate.size());
    std::vector<float> logits(static_cast<size_t>(n * w.head.rows));
    for (size_t i = 0; i < x.size(); ++i)
        x[i] = std::sin(float(i));
    for (size_t i = 0; i < gate.size(); ++i)
        gate[i] = std::cos(float(i));
    const std::vector<float> inputOfDown = gate;

    const auto products = [&](CpuLevel level) {
        setCpuLevel(level);
        for (const Layer &layer : w.layers) {
            const QuantMatrix qkv[] = {layer.q, layer.k, layer.v}, gateUp[] = {layer.gate, layer.up};
            float *const qkvOut[] = {q.data(), k.data(), v.data()}, *const gateUpOut[] = {gate.data(), up.data()};
            matmulMany(qkv, qkvOut, 3, x.data(), n);
            matmul(layer.output, x.data(), n, q.data());
            matmulMany(gateUp, gateUpOut, 2, x.data(), n);
            matmul(layer.down, inputOfDown.data(), n, k.data());
        }
        matmul(w.head, x.data(), n, logits.data());
    };
    const auto mapped = w.file->mapping()->bytes();
    std::atomic<uint64_t> sink = 0;
    const auto readAll = [&] {
        const auto *data = reinterpret_cast<const uint64_t *>(mapped.data());
        at::parallel_for(0, w.bytes / 8, 65536, [&](int64_t begin, int64_t end) { sink += sumOf(data, begin, end); });
    };
    const int64_t past = 128, heads = w.layers[0].q.rows / 64, kvHeads = w.layers[0].k.rows / 64;
    const std::vector<float> cacheKeys(static_cast<size_t>((past + n) * kvHeads * 64), 0.1f);
    const std::vector<float> cosines(static_cast<size_t>(n * 32), 0.5f);
    const auto between = [&] {
        for (size_t i = 0; i < w.layers.size(); ++i) {
            rmsNorm(x.data(), x.data(), 1e-5f, n, hidden, q.data());
            rope(RopePairing::Interleaved, q.data(), cosines.data(), cosines.data(), n, heads, 64);
            rope(RopePairing::Interleaved, k.data(), cosines.data(), cosines.data(), n, kvHeads, 64);
            attend(q.data(), cacheKeys.data(), cacheKeys.data(), CacheType::F32, n, past, heads, kvHeads, 64, 0.125f,
                   v.data());
            add(v.data(), q.data(), n * hidden);
            rmsNorm(x.data(), x.data(), 1e-5f, n, hidden, q.data());
            siluMultiply(gate.data(), inputOfDown.data(), n * inner, up.data());
            add(v.data(), q.data(), n * hidden);
        }
    };

    const CpuLevel best = cpuLevel();
    std::vector<Case> cases;
    for (const int threads : {1, 2}) {
        cases.push_back({"read", threads, readAll, w.bytes});
        for (const CpuLevel level : {CpuLevel::Avx2, CpuLevel::Avx512Vnni}) {
            if (setCpuLevel(level))
                cases.push_back({std::string("products ") + cpuLevelName(level).data(), threads,
                                 [products, level] { products(level); }, w.bytes});
        }
        setCpuLevel(best);
        cases.push_back({"operators between, past 128", threads, between, 0});
    }
    for (int i = 0; i <= repetitions; ++i) {
        for (Case &c : cases) {
            c.run();
            if (i == 0) { // the first round touches the pages
                c.wall.clear();
                c.cpu.clear();
            }
        }
    }
    for (Case &c : cases)
        c.print();
    printInCache(w.layers[0].down, static_cast<int64_t>(w.file->tensor("blk.0.ffn_down.weight")->bytes.size()));
    return sink == 1;
}
