// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text.h"

#include "core/base/bytesize.h"
#include "core/base/clock.h"

#include <QCoreApplication>

namespace limno {

namespace {

QString sentence(ErrorCode code)
{
    const auto words = [](const char *text) { return QCoreApplication::translate("limno::Error", text); };
    switch (code) {
    case ErrorCode::Cancelled:
        return words(QT_TRANSLATE_NOOP("limno::Error", "Stopped."));
    case ErrorCode::Busy:
        return words(QT_TRANSLATE_NOOP("limno::Error", "Too much is waiting already. Try again in a moment."));
    case ErrorCode::OutOfMemory:
        return words(QT_TRANSLATE_NOOP("limno::Error", "Not enough memory."));
    case ErrorCode::DeviceMissing:
        return words(QT_TRANSLATE_NOOP("limno::Error", "This device is not there."));
    case ErrorCode::ModelInvalid:
        return words(QT_TRANSLATE_NOOP("limno::Error", "The model file is damaged."));
    case ErrorCode::ModelUnsupported:
        return words(QT_TRANSLATE_NOOP("limno::Error", "This kind of model cannot be run here."));
    case ErrorCode::ModelMissing:
        return words(QT_TRANSLATE_NOOP("limno::Error", "The model was not found."));
    case ErrorCode::InputInvalid:
        return words(QT_TRANSLATE_NOOP("limno::Error", "The input cannot be used."));
    case ErrorCode::Io:
        return words(QT_TRANSLATE_NOOP("limno::Error", "Reading or writing failed."));
    case ErrorCode::Timeout:
        return words(QT_TRANSLATE_NOOP("limno::Error", "It took too long."));
    case ErrorCode::Unreachable:
        return words(QT_TRANSLATE_NOOP("limno::Error", "The target does not answer."));
    case ErrorCode::Internal:
        break;
    }
    return words(QT_TRANSLATE_NOOP("limno::Error", "Something went wrong inside the program."));
}

} // namespace

QString bytesText(int64_t bytes)
{
    return fromUtf8(formatByteSize(bytes));
}

QString durationText(int64_t ns)
{
    if (ns < kNsPerSecond)
        return QCoreApplication::translate("limno::Text", "%1 ms").arg(ns / kNsPerMs);
    const double seconds = static_cast<double>(ns) / kNsPerSecond;
    return QCoreApplication::translate("limno::Text", "%1 s").arg(seconds, 0, 'f', seconds < 10 ? 2 : 1);
}

QString errorText(const Error &error)
{
    const QString text = sentence(error.code);
    return error.message.empty() || error.code == ErrorCode::Cancelled
        ? text
        : text + QLatin1Char(' ') + fromUtf8(error.message);
}

} // namespace limno
