// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/runtime/image.h"

#include <cstddef>
#include <span>
#include <string>

namespace limno {

/// Turns the bytes of an image file into a picture. The images module hands one in, so that nothing else links the
/// libraries that do it. Thread-safe.
class ImageDecoder
{
public:
    virtual ~ImageDecoder() = default;
    /// The content decides about the format, `name` (a path or an address) only begins the messages. InputInvalid with
    /// `reason` empty_file, not_an_image, unsupported, truncated, corrupt or too_large; OutOfMemory. Limits are checked
    /// before anything is allocated; a failure leaves nothing behind.
    virtual Result<Image> decode(std::span<const std::byte> encoded, const std::string &name) const = 0;
};

} // namespace limno
