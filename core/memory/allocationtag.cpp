// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/allocationtag.h"

#include "core/memory/tally.h"

#include <utility>

namespace limno {

namespace {

constexpr uint32_t kUnknown = UINT32_MAX;

struct ThreadTag {
    OwnerTag owner;
    SiteTag site;
    uint32_t birth = 0;
    uint32_t tally = 0; ///< row for owner and site; kUnknown: look it up at the next allocation
};
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadTag threadTag;

} // namespace

AllocationTag currentTag()
{
    ThreadTag &tag = threadTag;
    if (tag.tally == kUnknown)
        tag.tally = tally().rowOf(tag.owner, tag.site);
    return {tag.tally, tag.birth};
}

OwnerScope::OwnerScope(OwnerTag owner)
    : m_previous(std::exchange(threadTag.owner, owner))
{
    threadTag.tally = kUnknown;
}

OwnerScope::~OwnerScope()
{
    threadTag.owner = m_previous;
    threadTag.tally = kUnknown;
}

OwnerTag OwnerScope::current()
{
    return threadTag.owner;
}

SiteScope::SiteScope(SiteTag site)
    : m_previous(exchange(site))
{
}

SiteScope::~SiteScope()
{
    exchange(m_previous);
}

SiteTag SiteScope::current()
{
    return threadTag.site;
}

SiteTag SiteScope::exchange(SiteTag site)
{
    threadTag.tally = kUnknown;
    return std::exchange(threadTag.site, site);
}

BirthScope::BirthScope(uint32_t birth)
    : m_previous(std::exchange(threadTag.birth, birth))
{
}

BirthScope::~BirthScope()
{
    threadTag.birth = m_previous;
}

uint32_t BirthScope::current()
{
    return threadTag.birth;
}

} // namespace limno
