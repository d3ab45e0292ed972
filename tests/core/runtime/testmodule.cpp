// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A module that the test of ModuleHost opens: one hook, one check, nothing else.
#include "core/runtime/modulehost.h"

namespace {

class QuietHook final : public limno::WorkerHook
{
public:
    void enter(int) override { }
    void flushThreadCaches() override { }
};

} // namespace

extern "C" __attribute__((visibility("default"))) void limnographRegister(limno::ModuleHost *host)
{
    host->add(std::make_shared<QuietHook>());
    host->add([] { return std::vector<limno::DoctorCheck>{{"test module", true, "open"}}; });
}
