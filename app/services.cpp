// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services.h"

namespace limno {

namespace {
constexpr int64_t kSamplePeriodNs = kNsPerSecond / 10;
}

Services::Services(Runtime::Options options)
    : runtime(modules, options)
    , sampler(kSamplePeriodNs, [this] { return MemoryReader(&devices).read(ReadDepth::Process); })
{
    forgetSnapshots = ladder.add(ClearStep::Results, [this] { snapshots.clear(); });
    sampler.addListener([this](const Sample &sample) {
        series.append(sample);
        snapshots.watch(sample);
    });
}

Services::~Services()
{
    sampler.stop();
}

} // namespace limno
