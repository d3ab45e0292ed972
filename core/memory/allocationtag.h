// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace limno {

/// What an allocator remembers of each block: whose it is, and which request made it. Both are slots of the tables in
/// core/memory/tally.h; slot 0 means untagged, and not made by a request.
struct AllocationTag {
    uint32_t tally = 0; ///< owner and site
    uint32_t birth = 0; ///< the request during which the block was made

    bool operator==(const AllocationTag &) const = default;
};

} // namespace limno
