// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>

#include <cstddef>
#include <span>

namespace limno {

/// The small files of tests/data/images, by name.
inline QStringList sampleNames()
{
    return QDir(LIMNOGRAPH_SOURCE_DIR "/tests/data/images")
        .entryList({"*.png", "*.jpg", "*.webp", "*.gif", "*.bmp", "*.tif"}, QDir::Files, QDir::Name);
}

/// Empty when it can't be read.
inline QByteArray sample(const QString &name)
{
    QFile file(QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/tests/data/images/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline std::span<const std::byte> bytesOf(const QByteArray &array)
{
    return {reinterpret_cast<const std::byte *>(array.constData()), static_cast<size_t>(array.size())};
}

} // namespace limno
