// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/structure/rules.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace limno {

namespace {

const qsizetype longestFile = 500;

QString above(const QString &folder)
{
    return folder.left(std::max<qsizetype>(folder.lastIndexOf('/'), 0));
}

/// Does a build file with these words list `entry`? "tst_${name}.cpp" stands for "tst_gate.cpp" where "gate" is a word.
bool isListed(const QStringList &words, const QString &entry)
{
    static const QRegularExpression variable(QStringLiteral(R"(\\\$\\\{\w+\\\})"));
    if (words.contains(entry))
        return true;
    return std::any_of(words.begin(), words.end(), [&](const QString &word) {
        if (!word.contains("${"))
            return false;
        const QString pattern = QRegularExpression::escape(word).replace(variable, "(.+)");
        const auto match = QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(entry);
        return match.hasMatch() && words.contains(match.captured(1));
    });
}

/// Is `file` listed in a build file of its folder or of one above?
bool isRegistered(const QHash<QString, QStringList> &wordsOfFolder, const SourceFile &file)
{
    const QString name = file.isBuildFile() ? file.folder() : file.path;
    QString folder = file.isBuildFile() ? above(file.folder()) : file.folder();
    for (;; folder = above(folder)) {
        const QString entry = folder.isEmpty() ? name : name.mid(folder.size() + 1);
        if (isListed(wordsOfFolder.value(folder), entry))
            return true;
        if (folder.isEmpty())
            return false;
    }
}

} // namespace

QStringList typeObjections(const SourceFile &file)
{
    static const QRegularExpression foreign(QStringLiteral(R"(\b(at|torch|c10|cv)::)"));
    if (!file.isHeader() || !file.path.startsWith("core/") || file.path.contains("/torch/") || file.path.contains("/opencv/")
        || file.path.contains("/detail/"))
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
    QHash<QString, QStringList> wordsOfFolder;
    for (const SourceFile &file : files) {
        if (file.isBuildFile())
            wordsOfFolder.insert(file.folder(), file.words());
    }
    QStringList objections;
    for (const SourceFile &file : files) {
        const bool isTop = file.isBuildFile() && file.folder().isEmpty();
        if ((file.isSource() || file.isBuildFile()) && !isTop && !isRegistered(wordsOfFolder, file))
            objections += file.path + ": in no build file above it";
    }
    return objections;
}

} // namespace limno
