// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/owner.h"

#include <cstdint>

namespace limno {

/// What an allocator remembers of each block: whose it is, and which request made it. Slot 0 of either means untagged,
/// and not made by a request.
struct AllocationTag {
    uint32_t tally = 0; ///< row of the Tally: owner and site
    uint32_t birth = 0; ///< row of the Births: the request during which the block was made

    bool operator==(const AllocationTag &) const = default;
};

/// The tag of an allocation that the calling thread makes now. Some nanoseconds, no lock.
AllocationTag currentTag();

/// The allocations of the present thread belong to `owner` until this goes out of scope; scopes nest.
class OwnerScope
{
public:
    explicit OwnerScope(OwnerTag owner);
    ~OwnerScope();
    OwnerScope(const OwnerScope &) = delete;
    OwnerScope &operator=(const OwnerScope &) = delete;

    /// The present thread's owner; untagged outside of every scope.
    static OwnerTag current();

private:
    OwnerTag m_previous;
};

/// The same for the site. Operators of LibTorch set theirs by themselves.
class SiteScope
{
public:
    explicit SiteScope(SiteTag site);
    ~SiteScope();
    SiteScope(const SiteScope &) = delete;
    SiteScope &operator=(const SiteScope &) = delete;

    static SiteTag current();
    /// For those that cannot use a scope: puts `site` in place and returns what was there.
    static SiteTag exchange(SiteTag site);

private:
    SiteTag m_previous;
};

/// The same for the request: `birth` is what Births::begin() returned. Hand it to threads that help with the request.
class BirthScope
{
public:
    explicit BirthScope(uint32_t birth);
    ~BirthScope();
    BirthScope(const BirthScope &) = delete;
    BirthScope &operator=(const BirthScope &) = delete;

    static uint32_t current();

private:
    uint32_t m_previous;
};

} // namespace limno
