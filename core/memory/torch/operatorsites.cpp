// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/allocationtag.h"
#include "core/memory/torch/hostallocator.h"

#include <ATen/record_function.h>

#include <memory>
#include <mutex>

namespace limno {

namespace {

/// Marks the operator that set the thread's site: the outermost one, and only where no module did.
struct Entered final : at::ObserverContext {
};

std::unique_ptr<at::ObserverContext> onEnter(const at::RecordFunction &function)
{
    if (SiteScope::current() != SiteTag())
        return nullptr;
    SiteScope::exchange(SiteTag::of(function.name()));
    return std::make_unique<Entered>();
}

void onLeave(const at::RecordFunction &, at::ObserverContext *context)
{
    if (context)
        SiteScope::exchange({});
}

} // namespace

void trackOperatorSites()
{
    static std::once_flag once;
    std::call_once(once, [] {
        at::addGlobalCallback(at::RecordFunctionCallback(onEnter, onLeave).scopes({at::RecordScope::FUNCTION}));
    });
}

} // namespace limno
