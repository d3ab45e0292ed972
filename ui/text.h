// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace limno {

/// Makes a text in the present language: what stays on the screen is made again when the language changes.
using Words = std::function<QString()>;

inline QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline std::string toUtf8(const QString &text)
{
    return text.toStdString();
}

/// "412.0 MiB"
QString bytesText(int64_t bytes);
/// "0.42 s", "12 ms"
QString durationText(int64_t ns);
/// A sentence for the user; the message with file, key and numbers follows for the codes where it helps.
QString errorText(const Error &error);

} // namespace limno
