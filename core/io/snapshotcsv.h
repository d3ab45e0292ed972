// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/snapshot.h"

#include <string>
#include <vector>

namespace limno {

/// Who holds tensors: `owner,name,site,space,bytes,count`, the largest first. Fields are quoted where RFC 4180 wants it.
std::string ownersCsv(const MemorySnapshot &snapshot);

/// `owner,name,site,space,bytes,count,deltaBytes,deltaCount`, in the order of `rows`.
std::string growthCsv(const std::vector<Growth> &rows);

} // namespace limno
