// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/ledger.h"

#include <utility>

namespace limno {

Ledger::Registration Ledger::add(Kind kind, std::string owner, Reporter reporter)
{
    auto row = std::make_shared<Row>();
    row->kind = kind;
    row->owner = std::move(owner);
    row->reporter = std::move(reporter);
    const std::lock_guard lock(m_mutex);
    m_rows.emplace(++m_lastId, std::move(row));
    return Registration(this, m_lastId);
}

void Ledger::remove(int64_t id)
{
    std::unique_lock lock(m_mutex);
    const auto node = m_rows.extract(id);
    lock.unlock();
    node.mapped()->guard.withdraw();
}

std::vector<Ledger::Entry> Ledger::entries() const
{
    std::vector<std::shared_ptr<Row>> rows;
    {
        const std::lock_guard lock(m_mutex);
        rows.reserve(m_rows.size());
        for (const auto &[id, row] : m_rows)
            rows.push_back(row);
    }
    std::vector<Entry> result;
    result.reserve(rows.size());
    for (const auto &row : rows)
        row->guard.run([&] { result.push_back({row->kind, row->owner, row->reporter()}); });
    return result;
}

int64_t Ledger::total(Kind kind) const
{
    int64_t sum = 0;
    for (const Entry &entry : entries()) {
        if (entry.kind == kind)
            sum += entry.bytes;
    }
    return sum;
}

Ledger &Ledger::instance()
{
    static Ledger ledger;
    return ledger;
}

} // namespace limno
