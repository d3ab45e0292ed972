// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services.h"

namespace limno {

namespace {
constexpr int64_t kSamplePeriodNs = kNsPerSecond / 10;
}

Services::Services(Runtime::Options options)
    : runtime(modules, options)
    , sampler(kSamplePeriodNs, [] { return MemoryReader().read(ReadDepth::Process); })
{
    sampler.addListener([this](const Sample &sample) { series.append(sample); });
}

Services::~Services()
{
    sampler.stop();
}

} // namespace limno
