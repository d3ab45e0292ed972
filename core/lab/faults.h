// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fault.h"

#include <memory>

namespace limno {

// One each of the faults; what they do is said in faults.cpp, what it looks like in scenario.cpp.
std::unique_ptr<Fault> keepOutcomes();
std::unique_ptr<Fault> keepSessions();
std::unique_ptr<Fault> keepConversations();
std::unique_ptr<Fault> keepCancelled();
std::unique_ptr<Fault> keepFailed();
std::unique_ptr<Fault> keepLatest();
std::unique_ptr<Fault> collectNowAndThen();
std::unique_ptr<Fault> buildTables();
std::unique_ptr<Fault> keepMappings();
std::unique_ptr<Fault> burstOfSmallBlocks();
std::unique_ptr<Fault> threadPerRequest();
std::unique_ptr<Fault> keptByAutograd();
std::unique_ptr<Fault> growingBlocks();

} // namespace limno
