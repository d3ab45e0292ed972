// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace limno {

class EmulatedCard;

/// Sends the tensor allocations of the present thread to a card until it goes out of scope; scopes nest, on one thread
/// each. The card has to live as long. Null means host memory, so that code need not ask whether a card is emulated.
class DeviceScope
{
public:
    explicit DeviceScope(EmulatedCard *card);
    ~DeviceScope();
    DeviceScope(const DeviceScope &) = delete;
    DeviceScope &operator=(const DeviceScope &) = delete;

    /// Where the present thread allocates; null: in host memory. A few nanoseconds.
    static EmulatedCard *current();

private:
    EmulatedCard *m_previous;
};

/// Host memory inside a DeviceScope: for staging what comes from or goes to the card.
class HostScope
{
public:
    HostScope()
        : m_scope(nullptr)
    {
    }

private:
    DeviceScope m_scope;
};

} // namespace limno
