// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"

#include <QtCore/QSaveFile>
#include <QtCore/QString>

namespace limno {

Result<void> writeTextFile(const std::string &path, const std::string &text)
{
    QSaveFile file(QString::fromStdString(path));
    const bool isWritten = file.open(QIODevice::WriteOnly)
        && file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size())
        && file.commit();
    if (!isWritten)
        return failure(ErrorCode::Io, path + ": " + file.errorString().toStdString());
    return {};
}

} // namespace limno
