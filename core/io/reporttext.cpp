// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/reporttext.h"

#include "core/base/bytesize.h"

#include <QtCore/QString>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace limno {

namespace {

constexpr char32_t kFirstIdeograph = 0x1100; // Hangul and everything after it in East Asian scripts
constexpr char32_t kFirstPunctuation = 0x2000;
constexpr char32_t kLastPunctuation = 0x2fff;

/// Of the font's size; a little more than the widest of the usual sans-serif fonts, so that labels never touch.
double widthOf(char32_t character)
{
    constexpr std::u32string_view thin = U" .,:;'|!ijlIt()[]/";
    constexpr std::u32string_view broad = U"mwMWABCDGHNOQRU@%";
    if (character >= kFirstIdeograph && (character < kFirstPunctuation || character > kLastPunctuation))
        return 1.0;
    if (thin.find(character) != std::u32string_view::npos)
        return 0.36;
    return broad.find(character) != std::u32string_view::npos ? 0.86 : 0.6;
}

} // namespace

std::string escapeXml(std::string_view text)
{
    const QString decoded = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    QString safe;
    safe.reserve(decoded.size() + 16);
    for (const QChar character : decoded) {
        const char16_t code = character.unicode();
        if (code == u'&')
            safe += QStringLiteral("&amp;");
        else if (code == u'<')
            safe += QStringLiteral("&lt;");
        else if (code == u'>')
            safe += QStringLiteral("&gt;");
        else if (code == u'"')
            safe += QStringLiteral("&quot;");
        else if (code == u'\'')
            safe += QStringLiteral("&#39;");
        else if ((code < 0x20 && code != u'\n' && code != u'\t') || code == 0xFFFE || code == 0xFFFF)
            safe += QChar(QChar::ReplacementCharacter);
        else
            safe += character;
    }
    return safe.toStdString();
}

std::string fixed(double value, int digits)
{
    std::array<char, 64> buffer{};
    const auto [end, status] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, digits);
    return status == std::errc() ? std::string(buffer.data(), end) : std::string("?");
}

std::string coordinate(double value)
{
    std::string text = fixed(value, 2);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.')
        text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string grouped(int64_t value)
{
    std::string text = std::to_string(value);
    const size_t first = text.front() == '-' ? 1 : 0;
    for (size_t place = text.size(); place > first + 3;) {
        place -= 3;
        text.insert(place, "\u202f");
    }
    return text;
}

std::string signedByteSize(int64_t bytes)
{
    if (bytes == 0)
        return "0 B";
    return (bytes > 0 ? "+" : "\u2212") + formatByteSize(std::abs(bytes));
}

std::string durationText(double seconds)
{
    if (seconds < 60)
        return fixed(seconds, 1) + " s";
    const auto whole = static_cast<int64_t>(std::llround(seconds));
    if (whole < 3600)
        return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string shortened(std::string_view text, size_t characters)
{
    const QString decoded = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    if (static_cast<size_t>(decoded.size()) <= characters)
        return decoded.toStdString();
    qsizetype end = static_cast<qsizetype>(characters) - 1;
    if (end > 0 && decoded.at(end - 1).isHighSurrogate())
        --end;
    return (decoded.left(end).trimmed() + QChar(0x2026)).toStdString();
}

double textWidth(std::string_view text, double fontSize)
{
    double width = 0;
    for (const char32_t character :
         QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toStdU32String())
        width += widthOf(character);
    return width * fontSize;
}

} // namespace limno
