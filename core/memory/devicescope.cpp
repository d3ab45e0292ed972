// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/devicescope.h"

#include <utility>

namespace limno {

namespace {

thread_local EmulatedCard *t_current = nullptr;

} // namespace

DeviceScope::DeviceScope(EmulatedCard *card)
    : m_previous(std::exchange(t_current, card))
{
}

DeviceScope::~DeviceScope()
{
    t_current = m_previous;
}

EmulatedCard *DeviceScope::current()
{
    return t_current;
}

} // namespace limno
