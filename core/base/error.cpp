// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

namespace limno {

std::string_view errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Cancelled:
        return "Cancelled";
    case ErrorCode::Busy:
        return "Busy";
    case ErrorCode::OutOfMemory:
        return "OutOfMemory";
    case ErrorCode::DeviceMissing:
        return "DeviceMissing";
    case ErrorCode::ModelInvalid:
        return "ModelInvalid";
    case ErrorCode::ModelUnsupported:
        return "ModelUnsupported";
    case ErrorCode::ModelMissing:
        return "ModelMissing";
    case ErrorCode::InputInvalid:
        return "InputInvalid";
    case ErrorCode::Io:
        return "Io";
    case ErrorCode::Timeout:
        return "Timeout";
    case ErrorCode::Unreachable:
        return "Unreachable";
    case ErrorCode::Internal:
        break;
    }
    return "Internal";
}

} // namespace limno
