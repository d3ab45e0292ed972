// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace limno {

/// A decoded picture as plain values, the one that models, views and reports all see: upright (the orientation tag is
/// applied), 8 bits, R, G, B interleaved, rows from the top without padding. Transparency is dropped, not blended: the
/// colour under transparent parts counts, as with Pillow's convert("RGB"), with which the models were trained.
///
/// Lives beside Request because pictures are inputs and results of several tasks, as messages are.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<uint8_t> rgb; ///< height × width × 3
    int channels = 0; ///< of the file: 1 grey, 2 grey with alpha, 3 colour, 4 colour with alpha or CMYK
    int frames = 1; ///< of the file; this is the first one
    int orientation = 1; ///< of the file, EXIF 1 to 8; already applied

    bool operator==(const Image &) const = default;
};

} // namespace limno
