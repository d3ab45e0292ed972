// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

#include <utility>

namespace limno {

/// A value or an Error. Ignoring one is a compiler warning.
template<typename T>
class [[nodiscard]] Result : public tl::expected<T, Error>
{
public:
    using tl::expected<T, Error>::expected;
    Result(tl::expected<T, Error> other)
        : tl::expected<T, Error>(std::move(other))
    {
    }
};

/// Ends a function that returns a Result: `return failure(ErrorCode::Io, path + ": permission denied");`
[[nodiscard]] inline tl::unexpected<Error> failure(ErrorCode code, std::string message, std::string reason = {})
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(reason)});
}

/// Hands another function's Error on.
[[nodiscard]] inline tl::unexpected<Error> failure(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace limno
