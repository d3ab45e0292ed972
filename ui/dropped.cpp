// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dropped.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QStringDecoder>
#include <QUrl>

#include <optional>

namespace limno {

namespace {

constexpr qint64 kLargestPromptBytes = 1 << 20;
constexpr qint64 kProbeBytes = 4096;
constexpr int kMostFilesInFolder = 20'000;

enum class FileKind { Text, Model, Recording, Empty, Other, Unreadable };

bool isText(const QByteArray &bytes, bool isWhole)
{
    if (bytes.contains('\0'))
        return false;
    QStringDecoder decoder(QStringDecoder::Utf8,
                           isWhole ? QStringDecoder::Flag::Stateless : QStringDecoder::Flag::Default);
    const QString decoded = decoder.decode(bytes);
    Q_UNUSED(decoded)
    return !decoder.hasError();
}

FileKind kindOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return FileKind::Unreadable;
    const QByteArray start = file.read(kProbeBytes);
    if (path.endsWith(QLatin1String(".limno"), Qt::CaseInsensitive))
        return FileKind::Recording;
    if (path.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive) || start.startsWith("GGUF"))
        return FileKind::Model;
    if (start.isEmpty())
        return FileKind::Empty;
    return isText(start, file.size() <= kProbeBytes) ? FileKind::Text : FileKind::Other;
}

DroppedFolder count(const QString &path)
{
    DroppedFolder folder;
    folder.path = path;
    // Links to folders are not entered, so a loop of links ends.
    QDirIterator files(path, QDir::Files | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    int seen = 0;
    while (files.hasNext()) {
        if (++seen > kMostFilesInFolder) {
            folder.isCut = true;
            break;
        }
        const QString file = files.next();
        switch (kindOf(file)) {
        case FileKind::Text:
            ++folder.texts;
            break;
        case FileKind::Model:
            ++folder.models;
            break;
        case FileKind::Recording:
            ++folder.recordings;
            break;
        default:
            ++folder.others;
            continue;
        }
        folder.usable += file;
    }
    folder.usable.sort();
    return folder;
}

std::optional<RefusedEntry> readText(const QString &path, std::vector<DroppedText> &texts)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return RefusedEntry{name, Refusal::Unreadable};
    if (file.size() > kLargestPromptBytes)
        return RefusedEntry{name, Refusal::TooLarge};
    const QByteArray bytes = file.readAll();
    if (!isText(bytes, true))
        return RefusedEntry{name, Refusal::Unsupported};
    texts.push_back({name, QString::fromUtf8(bytes)});
    return std::nullopt;
}

bool isWebAddress(const QUrl &url)
{
    return url.isValid() && !url.scheme().isEmpty() && !url.isLocalFile() && !url.host().isEmpty();
}

/// Every line an absolute path that exists or a file address: then they are meant, not their spelling.
std::optional<QStringList> pathsIn(const QString &text)
{
    QStringList paths;
    for (const QString &raw : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QString line = raw.trimmed();
        if (line.isEmpty())
            continue;
        const QString path = line.startsWith(QLatin1String("file:")) ? QUrl(line).toLocalFile() : line;
        if (!path.startsWith(QLatin1Char('/')) || (path == line && !QFileInfo::exists(path)))
            return std::nullopt;
        paths += path;
    }
    return paths.isEmpty() ? std::nullopt : std::optional(paths);
}

} // namespace

Dropped Dropped::copyOf(const QMimeData &data)
{
    Dropped dropped;
    for (const QUrl &url : data.urls()) {
        if (url.isLocalFile())
            dropped.paths += url.toLocalFile();
        else if (!url.isEmpty())
            dropped.refused.push_back({url.toDisplayString(), Refusal::WebAddress});
    }
    if (!dropped.isEmpty())
        return dropped;
    if (data.hasImage()) {
        dropped.refused.push_back({QString(), Refusal::Image});
        return dropped;
    }
    const QString text = data.text().trimmed();
    const QUrl address(text, QUrl::StrictMode);
    if (const auto paths = pathsIn(text))
        dropped.paths = *paths;
    else if (!text.contains(QLatin1Char(' ')) && isWebAddress(address))
        dropped.refused.push_back({text, Refusal::WebAddress});
    else
        dropped.text = data.text();
    if (text.isEmpty())
        dropped.text.clear();
    return dropped;
}

SortedFiles SortedFiles::sort(const QStringList &paths)
{
    SortedFiles sorted;
    for (const QString &path : paths) {
        const QFileInfo info(path);
        const QString name = info.fileName().isEmpty() ? path : info.fileName();
        if (!info.exists()) {
            sorted.refused.push_back({name, Refusal::Missing});
            continue;
        }
        if (info.isDir()) {
            sorted.folders.push_back(count(path));
            continue;
        }
        if (!info.isFile()) { // pipes and devices would block whoever opens them
            sorted.refused.push_back({name, Refusal::Unsupported});
            continue;
        }
        switch (kindOf(path)) {
        case FileKind::Text:
            if (const auto refused = readText(path, sorted.texts))
                sorted.refused.push_back(*refused);
            break;
        case FileKind::Model:
            sorted.models += path;
            break;
        case FileKind::Recording:
            sorted.recordings += path;
            break;
        case FileKind::Empty:
            sorted.refused.push_back({name, Refusal::Empty});
            break;
        case FileKind::Other:
            sorted.refused.push_back({name, Refusal::Unsupported});
            break;
        case FileKind::Unreadable:
            sorted.refused.push_back({name, Refusal::Unreadable});
            break;
        }
    }
    return sorted;
}

QString refusalText(const RefusedEntry &entry)
{
    const auto words = [](const char *text) { return QCoreApplication::translate("limno::Dropped", text); };
    switch (entry.reason) {
    case Refusal::WebAddress:
        return words(QT_TRANSLATE_NOOP("limno::Dropped", "%1: addresses are not fetched; save the file and drop it"))
            .arg(entry.name);
    case Refusal::Image:
        return words(QT_TRANSLATE_NOOP("limno::Dropped", "Image: no model here takes images"));
    case Refusal::Missing:
        return words(QT_TRANSLATE_NOOP("limno::Dropped", "%1: not found")).arg(entry.name);
    case Refusal::Unreadable:
        return words(QT_TRANSLATE_NOOP("limno::Dropped", "%1: cannot be read")).arg(entry.name);
    case Refusal::Empty:
        return words(QT_TRANSLATE_NOOP("limno::Dropped", "%1: empty")).arg(entry.name);
    case Refusal::TooLarge:
        return words(QT_TRANSLATE_NOOP("limno::Dropped", "%1: longer than 1 MiB")).arg(entry.name);
    case Refusal::NotTheLast:
        return words(QT_TRANSLATE_NOOP("limno::Dropped", "%1: one recording is shown at a time, the last one")).arg(entry.name);
    case Refusal::Unsupported:
        break;
    }
    return words(QT_TRANSLATE_NOOP("limno::Dropped", "%1: not a text, model or recording")).arg(entry.name);
}

} // namespace limno
