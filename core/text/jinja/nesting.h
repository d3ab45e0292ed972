// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/templateerror.h"

namespace limno::jinja {

/// Counts how deep an evaluator is inside itself, so that a macro that calls itself ends before the stack does.
class NestingGuard
{
public:
    static constexpr int kDeepest = 400;

    explicit NestingGuard(int &depth)
        : m_depth(depth)
    {
        if (depth >= kDeepest)
            throw TemplateError("evaluation is nested deeper than " + std::to_string(kDeepest));
        ++m_depth;
    }
    ~NestingGuard() { --m_depth; }
    NestingGuard(const NestingGuard &) = delete;
    NestingGuard &operator=(const NestingGuard &) = delete;

private:
    int &m_depth;
};

} // namespace limno::jinja
