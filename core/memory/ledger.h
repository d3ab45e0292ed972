// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/callguard.h"
#include "core/memory/scopedregistration.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace limno {

/// Who says to hold how much: mapped weight files and declared caches (KV, tokenizer, prompt, image, encoder).
/// Thread-safe.
class Ledger
{
public:
    enum class Kind { MappedWeights, Cache };
    struct Entry {
        Kind kind = Kind::Cache;
        std::string owner; ///< "smollm2: KV cache"
        int64_t bytes = 0;
    };
    using Reporter = std::function<int64_t()>;

    /// Destroying it waits for a report in progress.
    using Registration = ScopedRegistration<Ledger>;

    /// `reporter` is called from any thread, with no lock of the caller's; it must be quick and must not call back.
    [[nodiscard]] Registration add(Kind kind, std::string owner, Reporter reporter);

    std::vector<Entry> entries() const;
    int64_t total(Kind kind) const;

    /// The process's ledger.
    static Ledger &instance();

private:
    friend Registration;
    struct Row {
        Kind kind = Kind::Cache;
        std::string owner;
        Reporter reporter;
        CallGuard guard;
    };
    void remove(int64_t id);

    mutable std::mutex m_mutex; ///< guards m_rows and m_lastId
    std::map<int64_t, std::shared_ptr<Row>> m_rows; ///< shared, so that reports run without the lock
    int64_t m_lastId = 0;
};

} // namespace limno
