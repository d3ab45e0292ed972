// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace limno {

/// Text for element content and attribute values of XML and HTML. Control characters that XML forbids and bytes that are
/// not UTF-8 become U+FFFD.
std::string escapeXml(std::string_view text);

/// A point under every locale; trailing zeros stay.
std::string fixed(double value, int digits);
/// As short as it can be at up to two digits after the point: coordinates.
std::string coordinate(double value);
/// "1 234 567": groups of three with a narrow no-break space.
std::string grouped(int64_t value);
/// formatByteSize() with a sign: "+3.1 MiB", "−3.1 MiB", "0 B".
std::string signedByteSize(int64_t bytes);
/// "0.8 s", "12.3 s", "2 min 3 s", "1 h 5 min".
std::string durationText(double seconds);

/// At most so many characters, an ellipsis in place of the rest. Never cuts a character in two.
std::string shortened(std::string_view text, size_t characters);
/// Estimated width in a sans-serif font; ideographs count as wide as the font is high.
double textWidth(std::string_view text, double fontSize);

} // namespace limno
