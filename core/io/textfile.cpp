// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"

#include <QtCore/QSaveFile>
#include <QtCore/QString>

namespace limno {

Result<void> writeTextFile(const std::string &path, const std::string &text)
{
    QSaveFile file(QString::fromStdString(path));
    // flush() tells why it failed; what commit() says of a full disk is "Unknown error".
    const bool isWritten = file.open(QIODevice::WriteOnly)
        && file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size())
        && file.flush() && file.commit();
    if (!isWritten)
        return failure(ErrorCode::Io, path + ": " + file.errorString().toStdString());
    return {};
}

} // namespace limno
