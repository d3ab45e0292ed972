// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What recording costs: the caller's thread for each sample and request, rows a second to disk, bytes a row, time to
// open. bench_recording [FILE] [SAMPLES] [REQUESTS]
#include "core/memory/memoryreader.h"
#include "core/replay/recording.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace limno;

namespace {

constexpr int64_t kBurst = 10'000; ///< rows handed over at once, so that the queue never fills

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Calls add(i) `rows` times, in bursts; returns the caller's nanoseconds for each.
template<typename Add>
double callerCost(int64_t rows, Add add)
{
    double seconds = 0;
    for (int64_t done = 0; done < rows; done += kBurst) {
        const auto start = std::chrono::steady_clock::now();
        for (int64_t i = done; i < std::min(done + kBurst, rows); ++i)
            add(i);
        seconds += secondsSince(start);
        std::this_thread::sleep_for(std::chrono::milliseconds(300)); // the writer's turn
    }
    return seconds / static_cast<double>(rows) * 1e9;
}

struct Written {
    double callerNs = 0;
    double rowsPerSecond = 0;
    double bytesPerRow = 0;
    int64_t dropped = 0;
};

/// Once in bursts for the caller's cost, once as fast as the writer takes it for rows a second.
template<typename Add>
Written measure(const std::string &path, int64_t rows, Add add)
{
    Written written;
    {
        const auto writer = std::move(RecordingWriter::create(path).value());
        written.callerNs = callerCost(rows, [&](int64_t i) { add(*writer, i); });
        (void)writer->close();
        written.dropped = writer->droppedCount();
        written.bytesPerRow = static_cast<double>(std::filesystem::file_size(path)) / static_cast<double>(rows);
    }
    const auto writer = std::move(RecordingWriter::create(path).value());
    const int64_t fitting = std::min<int64_t>(rows, kBurst * 4);
    const auto start = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < fitting; ++i)
        add(*writer, i);
    (void)writer->close();
    written.rowsPerSecond = static_cast<double>(fitting - writer->droppedCount()) / secondsSince(start);
    return written;
}

} // namespace

int main(int argc, char **argv)
{
    const std::string path = argc > 1 ? argv[1] : (std::filesystem::temp_directory_path() / "bench.limno").string();
    const int64_t samples = argc > 2 ? std::atoll(argv[2]) : 100'000;
    const int64_t requests = argc > 3 ? std::atoll(argv[3]) : 20'000;

    const Sample sample = MemoryReader().read(ReadDepth::Full);
    const Written ofSamples = measure(path, samples, [&](RecordingWriter &writer, int64_t i) {
        Sample moved = sample;
        moved.timeNs = writer.startNs() + i * kNsPerSecond / 10;
        writer.addSample(moved);
    });

    Request request;
    request.task = Task::Chat;
    request.model = "smollm2";
    request.messages = {{"user", "Explain in two sentences why lakes and rivers rise after rain."}};
    Outcome outcome;
    outcome.kind = OutcomeKind::Ok;
    outcome.text = std::string(300, 'x');
    outcome.ids = std::vector<int64_t>(64, 7);
    outcome.memory.before = outcome.memory.after = sample;
    const Written ofRequests = measure(path, requests, [&](RecordingWriter &writer, int64_t i) {
        outcome.times.submittedNs = writer.startNs() + i;
        outcome.times.finishedNs = writer.startNs() + i + 1;
        writer.addRequest(i, request, outcome);
    });

    std::printf("            caller ns/row   rows/s to disk   bytes/row   dropped\n");
    for (const auto &[name, written] : {std::pair("samples ", ofSamples), std::pair("requests", ofRequests)})
        std::printf("%s  %13.0f  %15.0f  %10.1f  %8lld\n", name, written.callerNs, written.rowsPerSecond,
                    written.bytesPerRow, static_cast<long long>(written.dropped));

    (void)measure(path, samples, [&](RecordingWriter &writer, int64_t i) {
        Sample moved = sample;
        moved.timeNs = writer.startNs() + i * kNsPerSecond / 10;
        writer.addSample(moved);
    });
    const auto start = std::chrono::steady_clock::now();
    const auto recording = Recording::open(path);
    std::printf("open: %.0f ms for %zu samples\n", secondsSince(start) * 1e3,
                recording ? recording->samples.size() : 0);
    std::filesystem::remove(path);
    return recording ? 0 : 1;
}
