// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace limno::cli {

/// Remembers SIGINT and SIGTERM instead of ending the process, so that what was finished is still printed. A second
/// signal ends it at once.
void catchInterrupts();
/// 0, or the exit code for the signal that came: 130 or 143.
int interruptCode();

} // namespace limno::cli
