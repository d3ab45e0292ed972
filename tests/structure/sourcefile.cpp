// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/structure/sourcefile.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace limno {

QString SourceFile::folder() const
{
    return path.left(std::max<qsizetype>(path.lastIndexOf(QLatin1Char('/')), 0));
}

QList<Include> SourceFile::includes() const
{
    static const QRegularExpression pattern(QStringLiteral(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])"));
    QList<Include> found;
    for (int i = 0; i < lines.size(); ++i) {
        const auto match = pattern.match(lines[i]);
        if (match.hasMatch())
            found.append({match.captured(2), match.captured(1) == QLatin1String("\""), i + 1});
    }
    return found;
}

QStringList SourceFile::words() const
{
    static const QRegularExpression separators(QStringLiteral("[\\s()]+"));
    QStringList found;
    for (const QString &line : lines)
        found += line.section(QLatin1Char('#'), 0, 0).split(separators, Qt::SkipEmptyParts);
    return found;
}

QList<SourceFile> readTree(const QString &root, const QStringList &folders)
{
    const QStringList kinds{"*.h", "*.cpp", "*.inc", "CMakeLists.txt", "*.cmake", "*.sh", "*.py"};
    QList<SourceFile> files;
    for (const QString &folder : folders) {
        QDirIterator each(root + QLatin1Char('/') + folder, kinds, QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            QFile file(each.next());
            if (!file.open(QIODevice::ReadOnly))
                continue; // gone between listing and reading
            QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
            if (lines.last().isEmpty())
                lines.removeLast();
            files.append({QDir(root).relativeFilePath(file.fileName()), lines});
        }
    }
    std::sort(files.begin(), files.end(), [](const auto &a, const auto &b) { return a.path < b.path; });
    return files;
}

} // namespace limno
