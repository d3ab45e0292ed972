// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/recording.h"

namespace limno::test {

constexpr int64_t kMiB = 1024 * 1024;

inline RequestRow requestRow(double submitted, double started, double finished, int worker,
                             OutcomeKind kind = OutcomeKind::Ok)
{
    const auto ns = [](double seconds) { return static_cast<int64_t>(seconds * kNsPerSecond); };
    RequestRow row;
    row.inputHash = "h";
    row.request.task = Task::Chat;
    row.request.messages = {{"user", "rain"}};
    row.outcome.kind = kind;
    row.outcome.worker = worker;
    row.outcome.tokens = {10, 20, 3, 7};
    row.outcome.times.submittedNs = ns(submitted);
    if (worker >= 0) {
        row.outcome.times.queuedNs = ns(submitted);
        row.outcome.times.grantedNs = row.outcome.times.startedNs = ns(started);
        row.outcome.times.firstTokenNs = ns((started + finished) / 2);
    }
    row.outcome.times.finishedNs = ns(finished);
    if (kind == OutcomeKind::Failed)
        row.outcome.error = Error{ErrorCode::OutOfMemory, "64.0 MiB wanted"};
    return row;
}

/// Ten seconds, ten samples a second, two workers, one failure, one mark of each kind.
inline Recording sampleRecording()
{
    Recording recording;
    recording.meta = {{"program", "Limnograph 0.1.0"},
                      {"startedAt", "2026-03-07T09:05:02.123Z"},
                      {"device", "cpu"},
                      {"state", "finished"},
                      {"machine.memoryBytes", "8589934592"}};
    ModelInfo model;
    model.name = "smollm2";
    model.format = "gguf";
    model.architecture = "llama";
    model.fileBytes = 98 * kMiB;
    model.parameters = 134'515'008;
    recording.models = {model};
    for (int i = 0; i <= 100; ++i) {
        Sample sample;
        sample.timeNs = i * kNsPerSecond / 10;
        sample.set(Metric::RssAnon, (100 + i) * kMiB);
        sample.set(Metric::RssFile, 98 * kMiB);
        sample.set(Metric::HeapInUse, (i == 50 ? 900 : 80) * kMiB);
        if (i >= 10)
            sample.set(Metric::HostTensors, 20 * kMiB);
        recording.samples.push_back(sample);
    }
    recording.requests = {requestRow(1, 1, 2, 0), requestRow(1, 2, 3, 1), requestRow(3, 3, 5, 0, OutcomeKind::Failed),
                          requestRow(5, 5, 9, 1)};
    recording.events = {{kNsPerSecond / 2, "load", "smollm2: /m.gguf"},
                        {4 * kNsPerSecond, "toggle", "smollm2: KV cache off"},
                        {5 * kNsPerSecond, "error", "OutOfMemory: 64.0 MiB wanted"},
                        {9 * kNsPerSecond, "clear", "2,8: 36.2 MiB"}};
    return recording;
}

/// 240 requests of which each keeps 64 KiB of the heap, and 144 more after a mark that confirm it.
inline Recording leakingRecording()
{
    Recording recording = sampleRecording();
    recording.requests.clear();
    recording.samples.clear();
    recording.events = {{241 * kNsPerSecond / 10, "phase", "confirm"}};
    for (int i = 0; i < 384; ++i) {
        RequestRow row = requestRow(i * 0.1, i * 0.1, i * 0.1 + 0.09, 0);
        const int64_t noise = (i * 7919 % 13 - 6) * 9000; // what comes and goes with requests
        row.outcome.memory.after.set(Metric::HeapInUse, 80 * kMiB + i * int64_t{65536} + noise);
        row.inputHash = "h" + std::to_string(i);
        recording.requests.push_back(row);
        Sample sample = row.outcome.memory.after;
        sample.timeNs = *row.outcome.times.finishedNs;
        recording.samples.push_back(sample);
    }
    return recording;
}

} // namespace limno::test
