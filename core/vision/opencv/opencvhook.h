// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/modulehost.h"

namespace limno {

/// OpenCV works in the worker that calls it and starts no threads of its own: the workers share the cores already.
class OpenCvHook final : public WorkerHook
{
public:
    void enter(int intraOpThreads) override;
    void flushThreadCaches() override { }
};

} // namespace limno
