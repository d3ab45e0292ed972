// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/imagedecoder.h"

namespace limno {

/// Reads a whole file and decodes it. The file is opened here and not by a library, so that any name the system takes
/// will do. Errors as ImageDecoder::decode() has them, and InputInvalid with the system's words when it can't be read or
/// is no ordinary file.
Result<Image> readImageFile(const ImageDecoder &decoder, const std::string &path);

} // namespace limno
