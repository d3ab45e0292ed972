// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

/// Defined by the malloc interposer of an executable (limno_interposer), and by nothing else.
extern "C" int64_t limnoHeapInUseBytes() noexcept;

namespace limno {

/// Usable bytes of all blocks that malloc and its family have handed out and that nobody has freed yet, whoever asked
/// for them: exact while no other thread allocates. Some tens of nanoseconds, no lock. Absent in an executable without
/// the interposer and under sanitizers.
std::optional<int64_t> heapInUseBytes();

} // namespace limno
