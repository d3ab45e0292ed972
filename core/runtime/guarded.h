// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <exception>
#include <new>
#include <string>

namespace limno {

/// Calls `function`, which returns a Result. What it throws becomes an Error of text alone, and the exception (with
/// whatever it holds on to) is gone when this returns.
template<typename Function>
auto guarded(Function &&function) -> decltype(function())
{
    try {
        return function();
    } catch (const std::bad_alloc &exception) {
        return failure(ErrorCode::OutOfMemory, std::string("no memory: ") + exception.what());
    } catch (const std::exception &exception) {
        return failure(ErrorCode::Internal, exception.what());
    } catch (...) {
        return failure(ErrorCode::Internal, "something unknown was thrown");
    }
}

} // namespace limno
