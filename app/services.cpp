// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services.h"

#include "core/io/builtinmodels.h"

namespace limno {

namespace {
constexpr int64_t kSamplePeriodNs = kNsPerSecond / 10;
}

Services::Services(Runtime::Options options)
    : runtime(modules, options)
    , sampler(kSamplePeriodNs, [this] { return MemoryReader(&devices).read(ReadDepth::Process); })
{
    auto factory = std::make_unique<LabModelFactory>(modules, [](const std::string &name) { return resolveModel(name); });
    lab = factory.get();
    modules.add(std::move(factory));
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
