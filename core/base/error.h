// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace limno {

/// The kinds of failure that users and scripts can tell apart. The names are part of the command line's contract.
enum class ErrorCode {
    Cancelled,
    Busy,
    OutOfMemory,
    DeviceMissing,
    ModelInvalid,
    ModelUnsupported,
    ModelMissing,
    InputInvalid,
    Io,
    Timeout,
    Unreachable,
    Internal,
};

/// A failure as a value. `message` names the file, the key and the numbers, for people and for the log.
/// `reason` is empty or one machine-readable word that narrows the code down (`truncated`, `bad_magic`).
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    std::string reason = {};

    bool operator==(const Error &) const = default;
};

/// "ModelInvalid" and its like, as printed in JSON.
std::string_view errorCodeName(ErrorCode code);

} // namespace limno
