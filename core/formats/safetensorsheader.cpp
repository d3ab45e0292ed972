// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/safetensorsheader.h"

#include "core/formats/parsing.h"

#include <nlohmann/json.hpp>

#include <set>

namespace limno {

namespace {

constexpr size_t kMostDimensions = 64; // what a tensor of any library can have

/// Receives the parser's events (nlohmann::json_sax) and refuses the first one that has no place in a header.
class HeaderEvents
{
public:
    bool start_object(size_t)
    {
        if (m_level == Level::Outside)
            return enter(Level::Names);
        if (m_level == Level::Names)
            return enter(m_name == "__metadata__" ? Level::Metadata : Level::Tensor);
        return fail("bad_json", "an object where none belongs");
    }

    bool key(std::string &key)
    {
        if (m_level == Level::Names) {
            m_name = key;
            m_entry = {key, {}, {}, 0, 0};
            m_fields.clear();
            return m_names.insert(key).second || fail("duplicate_key", "the name occurs twice");
        }
        m_field = key;
        if (m_level == Level::Metadata)
            return !header.metadata.contains(key)
                   || fail("duplicate_key", "metadata " + parsing::inQuotes(key) + " occurs twice");
        if (key != "dtype" && key != "shape" && key != "data_offsets")
            return fail("bad_json", "an unknown field " + parsing::inQuotes(key));
        return m_fields.insert(key).second || fail("duplicate_key", key + " occurs twice");
    }

    bool end_object()
    {
        switch (m_level) {
        case Level::Tensor:
            if (m_fields.size() != 3)
                return fail("bad_json", "dtype, shape or data_offsets is missing");
            header.entries.push_back(std::move(m_entry));
            return enter(Level::Names);
        case Level::Metadata:
            return enter(Level::Names);
        default:
            return enter(Level::Outside);
        }
    }

    bool start_array(size_t)
    {
        m_offsets.clear();
        if (m_level == Level::Tensor && m_field == "shape")
            return enter(Level::Shape);
        if (m_level == Level::Tensor && m_field == "data_offsets")
            return enter(Level::Offsets);
        return fail("bad_json", "an array where none belongs");
    }

    bool end_array()
    {
        if (m_level == Level::Offsets) {
            if (m_offsets.size() != 2)
                return fail("bad_json", "data_offsets has " + std::to_string(m_offsets.size()) + " numbers, not 2");
            m_entry.begin = m_offsets[0];
            m_entry.end = m_offsets[1];
            if (m_entry.begin > m_entry.end)
                return fail("bad_offsets", "its data ends before it begins");
        }
        return enter(Level::Tensor);
    }

    bool string(std::string &text)
    {
        if (m_level == Level::Metadata) {
            header.metadata.emplace(m_field, text);
            return true;
        }
        if (m_level == Level::Tensor && m_field == "dtype") {
            m_entry.dtype = text;
            return true;
        }
        return fail("bad_json", "a text where none belongs");
    }

    bool number_unsigned(uint64_t number)
    {
        if (m_level == Level::Shape) {
            if (number > INT64_MAX)
                return fail("size_overflow", "a dimension of " + std::to_string(number));
            if (m_entry.shape.size() == kMostDimensions)
                return fail("bad_json", "more than " + std::to_string(kMostDimensions) + " dimensions");
            m_entry.shape.push_back(static_cast<int64_t>(number));
            return true;
        }
        if (m_level != Level::Offsets || m_offsets.size() == 2)
            return fail("bad_json", "a number where none belongs");
        m_offsets.push_back(number);
        return true;
    }

    bool number_integer(int64_t number)
    {
        if (m_level == Level::Offsets)
            return fail("bad_offsets", "an offset of " + std::to_string(number));
        return fail("bad_json", "a number " + std::to_string(number) + " where none belongs");
    }

    bool number_float(double, const std::string &) { return fail("bad_json", "a number that is no 64-bit integer"); }
    bool boolean(bool) { return fail("bad_json", "true or false where none belongs"); }
    bool null() { return fail("bad_json", "null where none belongs"); }
    bool binary(nlohmann::json::binary_t &) { return fail("bad_json", "binary data"); }
    bool parse_error(size_t position, const std::string &, const nlohmann::json::exception &)
    {
        m_name.clear();
        return fail("bad_json", "not JSON at byte " + std::to_string(position) + " of the header");
    }

    SafetensorsHeader header;
    Error error;

private:
    enum class Level { Outside, Names, Metadata, Tensor, Shape, Offsets };

    bool enter(Level level)
    {
        m_level = level;
        return true;
    }
    bool fail(std::string reason, const std::string &message)
    {
        const std::string place = m_name.empty() ? "header: " : "tensor " + parsing::inQuotes(m_name) + ": ";
        error = {ErrorCode::ModelInvalid, place + message, std::move(reason)};
        return false;
    }

    Level m_level = Level::Outside;
    std::string m_name;
    std::string m_field;
    std::set<std::string> m_names;
    std::set<std::string> m_fields;
    std::vector<uint64_t> m_offsets;
    SafetensorsHeader::Entry m_entry;
};

} // namespace

Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view json)
{
    if (!json.starts_with('{'))
        return failure(ErrorCode::ModelInvalid, "header: does not start with '{'", "bad_json");
    if (json.find('\0') != std::string_view::npos) // where the parser would stop, content
        return failure(ErrorCode::ModelInvalid, "header: holds a zero byte", "bad_json");
    HeaderEvents events;
    if (!nlohmann::json::sax_parse(json.begin(), json.end(), &events))
        return failure(std::move(events.error));
    return std::move(events.header);
}

} // namespace limno
