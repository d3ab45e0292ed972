// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace limno {

/// Gives back the pages that are free at the end of the calling thread's part of the heap. malloc_trim() leaves them
/// there for every thread but the first: megabytes that seem to be in use. A millisecond.
void trimThreadHeap();

} // namespace limno
