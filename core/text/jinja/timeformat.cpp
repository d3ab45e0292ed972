// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"

#include <QDateTime>

#include <array>
#include <cstdio>

namespace limno::jinja {

namespace {

constexpr std::array<const char *, 7> kDays{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                            "Friday", "Saturday", "Sunday"};
constexpr std::array<const char *, 12> kMonths{"January", "February", "March",     "April",   "May",      "June",
                                               "July",    "August",   "September", "October", "November", "December"};

std::string padded(int value, int width, char pad)
{
    std::string digits = std::to_string(value);
    if (pad != '\0' && digits.size() < static_cast<size_t>(width))
        digits.insert(0, static_cast<size_t>(width) - digits.size(), pad);
    return digits;
}

/// One field; `pad` is '0', ' ' or none. The names are English whatever the locale is.
std::string field(char letter, char pad, const QDateTime &time)
{
    const QDate date = time.date();
    const QTime clock = time.time();
    const std::string day = kDays[static_cast<size_t>(date.dayOfWeek() - 1)];
    const std::string month = kMonths[static_cast<size_t>(date.month() - 1)];
    const int hour12 = clock.hour() % 12 == 0 ? 12 : clock.hour() % 12;
    switch (letter) {
    case 'a':
        return day.substr(0, 3);
    case 'A':
        return day;
    case 'b':
    case 'h':
        return month.substr(0, 3);
    case 'B':
        return month;
    case 'd':
        return padded(date.day(), 2, pad);
    case 'e':
        return padded(date.day(), 2, pad == '0' ? ' ' : pad);
    case 'm':
        return padded(date.month(), 2, pad);
    case 'y':
        return padded(date.year() % 100, 2, pad);
    case 'Y':
        return std::to_string(date.year());
    case 'j':
        return padded(date.dayOfYear(), 3, pad);
    case 'H':
        return padded(clock.hour(), 2, pad);
    case 'I':
        return padded(hour12, 2, pad);
    case 'M':
        return padded(clock.minute(), 2, pad);
    case 'S':
        return padded(clock.second(), 2, pad);
    case 'p':
        return clock.hour() < 12 ? "AM" : "PM";
    case 'u':
        return std::to_string(date.dayOfWeek());
    case 'w':
        return std::to_string(date.dayOfWeek() % 7);
    case 'F':
        return field('Y', pad, time) + "-" + field('m', '0', time) + "-" + field('d', '0', time);
    case 'T':
        return field('H', '0', time) + ":" + field('M', '0', time) + ":" + field('S', '0', time);
    case 'n':
        return "\n";
    case 't':
        return "\t";
    case '%':
        return "%";
    default:
        throw TemplateError(std::string("strftime_now: %") + letter + " is not supported");
    }
}

} // namespace

std::string formatTime(std::string_view format, std::string_view now)
{
    const QDateTime time =
        QDateTime::fromString(QString::fromUtf8(now.data(), static_cast<qsizetype>(now.size())), Qt::ISODate);
    if (!time.isValid())
        throw TemplateError("'now' is not a time like 2026-03-07T09:05:02: " + std::string(now));
    std::string result;
    for (size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%' || i + 1 == format.size()) {
            result += format[i];
            continue;
        }
        char pad = '0';
        if (format[i + 1] == '-' && i + 2 < format.size()) { // glibc: no padding
            pad = '\0';
            ++i;
        }
        result += field(format[++i], pad, time);
    }
    return result;
}

std::string currentTime()
{
    return QDateTime::currentDateTime().toString(Qt::ISODate).toStdString();
}

} // namespace limno::jinja
