// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/textfunctions.h"

#include "core/text/utf8.h"

#include <QString>

#include <algorithm>

namespace limno::jinja {

namespace {

QString toQt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool isSpaceCharacter(std::string_view character)
{
    const Utf8Unit unit = firstUtf8Unit(character);
    return unit.kind == Utf8Kind::Valid && isUnicodeSpace(unit.character);
}

/// Where Python's str.splitlines cuts.
bool isLineEnd(char32_t character)
{
    return (character >= 0x0A && character <= 0x0D) || (character >= 0x1C && character <= 0x1E) || character == 0x85
        || character == 0x2028 || character == 0x2029;
}

/// A character changed to upper or lower case; bytes that are none stay.
std::string cased(std::string_view character, bool isUpper)
{
    if (firstUtf8Unit(character).kind != Utf8Kind::Valid)
        return std::string(character);
    const QString text = toQt(character);
    return (isUpper ? text.toUpper() : text.toLower()).toStdString();
}

bool isCased(std::string_view character)
{
    return cased(character, true) != cased(character, false);
}

} // namespace

MarkedText upperCase(const MarkedText &text)
{
    return text.changedByCharacter([](std::string_view character) { return cased(character, true); });
}

MarkedText lowerCase(const MarkedText &text)
{
    return text.changedByCharacter([](std::string_view character) { return cased(character, false); });
}

MarkedText capitalized(const MarkedText &text)
{
    bool isFirst = true;
    return text.changedByCharacter(
        [&](std::string_view character) { return cased(character, std::exchange(isFirst, false)); });
}

MarkedText titleCase(const MarkedText &text)
{
    bool isInWord = false;
    return text.changedByCharacter([&](std::string_view character) {
        const bool wasInWord = std::exchange(isInWord, isCased(character));
        return cased(character, !wasInWord);
    });
}

MarkedText stripped(const MarkedText &text, const MarkedText *characters, Sides sides)
{
    const std::string_view bytes = text.text();
    const std::vector<size_t> offsets = characterOffsets(bytes);
    std::vector<std::string_view> unwanted;
    if (characters) {
        const std::vector<size_t> their = characterOffsets(characters->text());
        for (size_t i = 0; i + 1 < their.size(); ++i)
            unwanted.push_back(std::string_view(characters->text()).substr(their[i], their[i + 1] - their[i]));
    }
    const auto goes = [&](size_t index) {
        const std::string_view character = bytes.substr(offsets[index], offsets[index + 1] - offsets[index]);
        return characters ? std::find(unwanted.begin(), unwanted.end(), character) != unwanted.end()
                          : isSpaceCharacter(character);
    };
    size_t begin = 0;
    size_t end = offsets.size() - 1;
    while (sides != Sides::Right && begin < end && goes(begin))
        ++begin;
    while (sides != Sides::Left && begin < end && goes(end - 1))
        --end;
    return text.slice(offsets[begin], offsets[end]);
}

MarkedText replaced(const MarkedText &text, const MarkedText &before, const MarkedText &after, int64_t count)
{
    MarkedText result;
    size_t done = 0;
    if (before.size() == 0) { // Python puts `after` before every character and at the end
        const std::vector<size_t> offsets = characterOffsets(text.text());
        for (size_t i = 0; i < offsets.size() && count != 0; ++i, --count) {
            result.append(text, done, offsets[i]);
            result.append(after);
            done = offsets[i];
        }
    } else {
        for (size_t at = text.text().find(before.text()); at != std::string::npos && count != 0; --count) {
            result.append(text, done, at);
            result.append(after);
            done = at + before.size();
            at = text.text().find(before.text(), done);
        }
    }
    result.append(text, done, text.size());
    return result;
}

namespace {

List splitAtSpaces(const MarkedText &text, int64_t most, Sides from)
{
    const std::vector<size_t> offsets = characterOffsets(text.text());
    const size_t count = offsets.size() - 1;
    const auto isSpace = [&](size_t index) {
        return isSpaceCharacter(
            std::string_view(text.text()).substr(offsets[index], offsets[index + 1] - offsets[index]));
    };
    List words;
    if (from == Sides::Left) {
        for (size_t i = 0;;) {
            while (i < count && isSpace(i))
                ++i;
            if (i == count)
                return words;
            size_t end = i;
            while (end < count && !isSpace(end))
                ++end;
            if (most >= 0 && static_cast<int64_t>(words.items.size()) == most) {
                words.items.emplace_back(text.slice(offsets[i], text.size()));
                return words;
            }
            words.items.emplace_back(text.slice(offsets[i], offsets[end]));
            i = end;
        }
    }
    for (size_t i = count;;) {
        while (i > 0 && isSpace(i - 1))
            --i;
        if (i == 0)
            break;
        size_t begin = i;
        while (begin > 0 && !isSpace(begin - 1))
            --begin;
        if (most >= 0 && static_cast<int64_t>(words.items.size()) == most) {
            words.items.emplace_back(text.slice(0, offsets[i]));
            break;
        }
        words.items.emplace_back(text.slice(offsets[begin], offsets[i]));
        i = begin;
    }
    std::reverse(words.items.begin(), words.items.end());
    return words;
}

} // namespace

List split(const MarkedText &text, const MarkedText *separator, int64_t most, Sides from)
{
    if (!separator)
        return splitAtSpaces(text, most, from);
    if (separator->size() == 0)
        throw TemplateError("empty separator");
    List pieces;
    const std::string &bytes = text.text();
    if (from == Sides::Left) {
        size_t begin = 0;
        for (size_t at = bytes.find(separator->text()); at != std::string::npos && most != 0; --most) {
            pieces.items.emplace_back(text.slice(begin, at));
            begin = at + separator->size();
            at = bytes.find(separator->text(), begin);
        }
        pieces.items.emplace_back(text.slice(begin, text.size()));
        return pieces;
    }
    size_t end = text.size();
    while (most != 0 && end >= separator->size()) {
        const size_t at = bytes.rfind(separator->text(), end - separator->size());
        if (at == std::string::npos)
            break;
        pieces.items.emplace_back(text.slice(at + separator->size(), end));
        end = at;
        --most;
    }
    pieces.items.emplace_back(text.slice(0, end));
    std::reverse(pieces.items.begin(), pieces.items.end());
    return pieces;
}

List splitLines(const MarkedText &text, bool keepEnds)
{
    List lines;
    const std::string &bytes = text.text();
    size_t begin = 0;
    for (size_t at = 0; at < bytes.size();) {
        const Utf8Unit unit = firstUtf8Unit(std::string_view(bytes).substr(at));
        size_t next = at + unit.length;
        if (unit.kind == Utf8Kind::Valid && isLineEnd(unit.character)) {
            if (bytes.compare(at, 2, "\r\n") == 0)
                next = at + 2;
            lines.items.emplace_back(text.slice(begin, keepEnds ? next : at));
            begin = next;
        }
        at = next;
    }
    if (begin < bytes.size())
        lines.items.emplace_back(text.slice(begin, bytes.size()));
    return lines;
}

MarkedText joined(const MarkedText &separator, const std::vector<Value> &items)
{
    MarkedText result;
    for (size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            result.append(separator);
        result.append(toText(items[i]));
    }
    return result;
}

MarkedText indented(const MarkedText &text, const MarkedText &margin, bool indentsFirst, bool indentsBlank)
{
    MarkedText closed = text;
    closed.append("\n", Origin::Trusted); // so that a newline at the end is a line, as in Jinja
    const List lines = splitLines(closed, false);
    MarkedText result;
    for (size_t i = 0; i < lines.items.size(); ++i) {
        const MarkedText &line = *lines.items[i].text();
        if (i > 0)
            result.append("\n", Origin::Trusted);
        if (i == 0 ? indentsFirst : (line.size() > 0 || indentsBlank))
            result.append(margin);
        result.append(line);
    }
    return result;
}

} // namespace limno::jinja
