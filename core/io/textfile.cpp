// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"

#include <QtCore/QSaveFile>
#include <QtCore/QString>

#include <cerrno>
#include <system_error>

namespace limno {

Result<void> writeTextFile(const std::string &path, const std::string &text)
{
    QSaveFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        return failure(ErrorCode::Io, path + ": " + file.errorString().toStdString());
    const auto size = static_cast<qint64>(text.size());
    // A full disk takes the first part and refuses the rest; through its buffer QSaveFile calls that "Unknown error".
    for (qint64 done = 0; done < size;) {
        errno = 0;
        const qint64 written = file.write(text.data() + done, size - done);
        if (written <= 0)
            return failure(ErrorCode::Io, path + ": " + std::system_category().message(errno));
        done += written;
    }
    if (!file.commit())
        return failure(ErrorCode::Io, path + ": " + file.errorString().toStdString());
    return {};
}

} // namespace limno
