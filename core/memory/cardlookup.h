// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace limno {

class EmulatedCard;

/// Which card an address lies on, for a deleter that knows nothing but the address. Process-wide, without locks.
namespace cardlookup {

inline constexpr size_t kMostCards = 16;

/// `begin` and `bytes` are multiples of 2 MiB. False when kMostCards are there already.
bool add(EmulatedCard *card, uintptr_t begin, int64_t bytes);
/// Call before the addresses go back to the system.
void remove(EmulatedCard *card);
/// Null for addresses of no card.
EmulatedCard *find(const void *address);

} // namespace cardlookup

} // namespace limno
