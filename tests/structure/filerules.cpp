// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/structure/rules.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace limno {

namespace {

const qsizetype longestFile = 500;

/// The build file that `file` must stand in; null when no folder above has one.
const SourceFile *buildFileAbove(const QHash<QString, const SourceFile *> &buildFiles, const SourceFile &file)
{
    QString folder = file.folder();
    if (file.isBuildFile())
        folder = folder.left(std::max<qsizetype>(folder.lastIndexOf('/'), 0));
    while (!folder.isEmpty() && !buildFiles.contains(folder))
        folder = folder.left(std::max<qsizetype>(folder.lastIndexOf('/'), 0));
    return buildFiles.value(folder);
}

QString below(const QString &folder, const QString &path)
{
    return folder.isEmpty() ? path : path.mid(folder.size() + 1);
}

/// "tst_${name}.cpp" in a loop over names stands for each of them.
bool isListed(const QStringList &words, const QString &entry)
{
    const bool looped = words.contains("tst_${name}.cpp") && entry.startsWith("tst_") && entry.endsWith(".cpp");
    return words.contains(entry) || (looped && words.contains(entry.mid(4).chopped(4)));
}

} // namespace

QStringList typeObjections(const SourceFile &file)
{
    static const QRegularExpression foreign(QStringLiteral(R"(\b(at|torch|c10|cv)::)"));
    if (!file.isHeader() || !file.path.startsWith("core/") || file.path.contains("/torch/") || file.path.contains("/detail/"))
        return {};
    QStringList objections;
    for (int i = 0; i < file.lines.size(); ++i) {
        const auto match = foreign.match(file.lines[i].section("//", 0, 0));
        if (match.hasMatch())
            objections += QStringLiteral("%1:%2: names %3").arg(file.path).arg(i + 1).arg(match.captured());
    }
    return objections;
}

QStringList formObjections(const SourceFile &file)
{
    const QString top = file.lines.mid(0, 3).join('\n');
    QStringList objections;
    if (!top.contains("SPDX-FileCopyrightText: ") || !top.contains("SPDX-License-Identifier: GPL-3.0-or-later"))
        objections += file.path + ": no SPDX lines on top";
    if (file.lines.size() > longestFile)
        objections += QStringLiteral("%1: %2 lines, split it").arg(file.path).arg(file.lines.size());
    if (file.isHeader() && !file.lines.contains("#pragma once"))
        objections += file.path + ": no #pragma once";
    return objections;
}

QStringList registrationObjections(const QList<SourceFile> &files)
{
    QHash<QString, const SourceFile *> buildFiles;
    for (const SourceFile &file : files) {
        if (file.isBuildFile())
            buildFiles.insert(file.folder(), &file);
    }
    QStringList objections;
    for (const SourceFile &file : files) {
        if (!file.isSource() && (!file.isBuildFile() || file.folder().isEmpty()))
            continue;
        const SourceFile *buildFile = buildFileAbove(buildFiles, file);
        if (!buildFile) {
            objections += file.path + ": no build file above it";
            continue;
        }
        const QString entry = below(buildFile->folder(), file.isBuildFile() ? file.folder() : file.path);
        if (!isListed(buildFile->words(), entry))
            objections += QStringLiteral("%1: not in %2").arg(file.path, buildFile->path);
    }
    return objections;
}

} // namespace limno
