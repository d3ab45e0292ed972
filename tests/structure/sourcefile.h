// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace limno {

struct Include {
    QString target; ///< as written, without quotes or brackets
    bool quoted = false; ///< "…" rather than <…>
    int line = 0; ///< counts from 1
};

/// A text file of the source tree.
struct SourceFile {
    QString path; ///< from the root of the tree, e.g. "core/base/error.h"
    QStringList lines;

    bool isHeader() const { return path.endsWith(QLatin1String(".h")); }
    bool isSource() const { return path.endsWith(QLatin1String(".cpp")); }
    bool isCpp() const { return isHeader() || isSource() || path.endsWith(QLatin1String(".inc")); }
    bool isBuildFile() const { return path.endsWith(QLatin1String("CMakeLists.txt")); }
    /// Up to and without the last "/"; empty for a file in the root.
    QString folder() const;
    QList<Include> includes() const;
    /// Words of a build file, its comments left out.
    QStringList words() const;
};

/// Every source, script and build file below `folders` of `root`, sorted by path.
QList<SourceFile> readTree(const QString &root, const QStringList &folders);

} // namespace limno
