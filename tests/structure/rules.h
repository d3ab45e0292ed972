// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/structure/sourcefile.h"

namespace limno {

// Each rule returns what it objects to, one sentence an objection; nothing means that all is well.

/// May `file` include this? `existing` holds the paths of the tree. Checks the direction between folders, the two
/// modules, the modules of Qt, and that a quoted include names a file of ours.
QStringList includeObjections(const SourceFile &file, const Include &include, const QStringList &existing);

/// A public header of core names no type of LibTorch or OpenCV.
QStringList typeObjections(const SourceFile &file);

/// Licence lines, length, `#pragma once`.
QStringList formObjections(const SourceFile &file);

/// Every source and every build file stands in a build file of its folder or of one above.
QStringList registrationObjections(const QList<SourceFile> &files);

} // namespace limno
