// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/seriescsv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>

namespace limno {

namespace {

constexpr uintmax_t kLargestFile = uintmax_t{1} << 30;
constexpr size_t kLongestLine = 1 << 16;
constexpr size_t kMostColumns = 256;
constexpr size_t kShownText = 40;

/// Columns of a row that are not series.
enum class Field { Request, Phase, Ok, TimeNs, TimeMs, Tokens, Pixels, PayloadBytes, DistinctInputs, Threads, Shape, Series };

struct NamedField {
    std::string_view name;
    Field field;
};
constexpr std::array kFields{
    NamedField{"request", Field::Request}, NamedField{"phase", Field::Phase},
    NamedField{"ok", Field::Ok}, NamedField{"timeNs", Field::TimeNs},
    NamedField{"timeMs", Field::TimeMs}, NamedField{"tokens", Field::Tokens},
    NamedField{"pixels", Field::Pixels}, NamedField{"payloadBytes", Field::PayloadBytes},
    NamedField{"distinctInputs", Field::DistinctInputs}, NamedField{"threads", Field::Threads},
    NamedField{"shape", Field::Shape},
};

Field fieldOf(std::string_view name)
{
    const auto found = std::ranges::find(kFields, name, &NamedField::name);
    return found == kFields.end() ? Field::Series : found->field;
}

class CsvReader
{
public:
    CsvReader(std::string_view text, const std::string &name)
        : m_text(text)
        , m_name(name)
    {
        if (m_text.starts_with("\xEF\xBB\xBF"))
            m_text.remove_prefix(3);
    }

    Result<MemoryRun> read()
    {
        if (const size_t zero = m_text.find('\0'); zero != std::string_view::npos)
            return failure(ErrorCode::InputInvalid, m_name + ": byte " + std::to_string(zero) + " is zero: not a text file");
        if (auto header = readHeader(); !header)
            return failure(header.error());
        for (auto more = nextLine(); ; more = nextLine()) {
            if (!more)
                return failure(more.error());
            if (!*more)
                break;
            if (m_cells.size() == 1 && m_cells.front().empty())
                continue;
            if (auto row = readRow(); !row)
                return failure(row.error());
        }
        if (m_run.rows.empty())
            return failure(ErrorCode::InputInvalid, m_name + ": a header and no rows");
        return std::move(m_run);
    }

private:
    /// Splits the next line into m_cells; false at the end.
    Result<bool> nextLine()
    {
        if (m_text.empty())
            return false;
        ++m_line;
        const size_t end = std::min(m_text.find('\n'), m_text.size());
        std::string_view line = m_text.substr(0, end);
        m_text.remove_prefix(std::min(end + 1, m_text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.size() > kLongestLine)
            return failure(ErrorCode::InputInvalid, where() + ": " + std::to_string(line.size()) + " bytes, the longest allowed line has "
                                                        + std::to_string(kLongestLine));
        m_cells.clear();
        for (bool isLast = false; !isLast;) {
            size_t comma = std::min(line.find(','), line.size());
            if (line.starts_with('"')) {
                const size_t quote = line.find('"', 1);
                if (quote == std::string_view::npos || (quote + 1 < line.size() && line[quote + 1] != ','))
                    return failure(ErrorCode::InputInvalid, where() + ", column " + std::to_string(m_cells.size() + 1) + ": unmatched quote");
                m_cells.push_back(line.substr(1, quote - 1));
                comma = quote + 1;
            } else {
                m_cells.push_back(trimmed(line.substr(0, comma)));
            }
            isLast = comma >= line.size();
            line.remove_prefix(std::min(comma + 1, line.size()));
        }
        return true;
    }

    Result<void> readHeader()
    {
        const auto line = nextLine();
        if (!line)
            return failure(line.error());
        if (!*line)
            return failure(ErrorCode::InputInvalid, m_name + ": empty file, a header with the names of the series is expected");
        if (m_cells.size() > kMostColumns)
            return failure(ErrorCode::InputInvalid, where() + ": " + std::to_string(m_cells.size()) + " columns, at most " + std::to_string(kMostColumns));
        std::set<std::string_view> seen;
        for (const std::string_view name : m_cells) {
            const std::string at = where() + ", column " + std::to_string(m_names.size() + 1) + ": ";
            double number = 0;
            if (name.empty())
                return failure(ErrorCode::InputInvalid, at + "a name is missing in the header");
            if (std::from_chars(name.data(), name.data() + name.size(), number).ec == std::errc())
                return failure(ErrorCode::InputInvalid, at + '"' + shown(name) + "\" is a number: the first line has to name the series");
            if (!seen.insert(name).second)
                return failure(ErrorCode::InputInvalid, at + "a second column \"" + shown(name) + '"');
            m_names.emplace_back(name);
            m_fields.push_back(fieldOf(name));
            if (m_fields.back() == Field::Series)
                m_run.series.push_back({m_names.back(), {}});
        }
        if (m_run.series.empty())
            return failure(ErrorCode::InputInvalid, where() + ": no series of bytes (rssAnon, heapInUse, …) among the columns");
        return {};
    }

    Result<void> readRow()
    {
        if (m_cells.size() != m_fields.size())
            return failure(ErrorCode::InputInvalid, where() + ": " + std::to_string(m_cells.size()) + " columns, the header has "
                                                        + std::to_string(m_fields.size()));
        RunRow row;
        row.request = static_cast<int64_t>(m_run.rows.size());
        size_t series = 0;
        for (m_column = 0; m_column < m_cells.size(); ++m_column) {
            if (m_fields[m_column] == Field::Series) {
                const auto value = cellNumber();
                if (!value)
                    return failure(value.error());
                m_run.series[series++].values.push_back(value->value_or(RunSeries::kAbsent));
            } else if (auto set = setField(row); !set) {
                return set;
            }
        }
        m_run.rows.push_back(std::move(row));
        return {};
    }

    Result<void> setField(RunRow &row)
    {
        const std::string_view cell = m_cells[m_column];
        switch (m_fields[m_column]) {
        case Field::Phase:
            if (cell == "main" || cell.empty())
                row.phase = RunPhase::Main;
            else if (cell == "confirm")
                row.phase = RunPhase::Confirm;
            else if (cell == "rest")
                row.phase = RunPhase::Rest;
            else
                return failure(unexpected("main, confirm or rest"));
            return {};
        case Field::Ok:
            if (cell != "1" && cell != "0" && cell != "true" && cell != "false" && !cell.empty())
                return failure(unexpected("1 or 0"));
            row.isOk = cell != "0" && cell != "false";
            return {};
        case Field::Shape:
            row.shape = cell;
            return {};
        default:
            break;
        }
        const auto number = cellNumber();
        if (!number)
            return failure(number.error());
        if (!*number)
            return {};
        const bool isMs = m_fields[m_column] == Field::TimeMs;
        const double value = **number * (isMs ? 1e6 : 1);
        if (std::abs(value) > 9e18 || (!isMs && value != std::floor(value)))
            return failure(unexpected("a whole number"));
        const auto whole = static_cast<int64_t>(value);
        switch (m_fields[m_column]) {
        case Field::Request:
            row.request = whole;
            break;
        case Field::TimeNs:
        case Field::TimeMs:
            row.timeNs = whole;
            break;
        case Field::Tokens:
            row.tokens = whole;
            break;
        case Field::Pixels:
            row.pixels = whole;
            break;
        case Field::PayloadBytes:
            row.payloadBytes = whole;
            break;
        case Field::DistinctInputs:
            row.distinctInputs = whole;
            break;
        default:
            row.threads = whole;
            break;
        }
        return {};
    }

    /// Nothing for an empty cell.
    Result<std::optional<double>> cellNumber() const
    {
        const std::string_view cell = m_cells[m_column];
        if (cell.empty())
            return std::optional<double>();
        double value = 0;
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value))
            return failure(unexpected("a number"));
        return std::optional<double>(value);
    }

    Error unexpected(const std::string &expected) const
    {
        return {ErrorCode::InputInvalid, where() + ", column " + std::to_string(m_column + 1) + " (" + shown(m_names[m_column]) + "): \""
                                             + shown(m_cells[m_column]) + "\" is not " + expected};
    }

    std::string where() const { return m_name + ": line " + std::to_string(m_line); }

    static std::string shown(std::string_view text)
    {
        return std::string(text.substr(0, kShownText)) + (text.size() > kShownText ? "…" : "");
    }

    static std::string_view trimmed(std::string_view text)
    {
        while (text.starts_with(' ') || text.starts_with('\t'))
            text.remove_prefix(1);
        while (text.ends_with(' ') || text.ends_with('\t'))
            text.remove_suffix(1);
        return text;
    }

    std::string_view m_text; ///< what is still to be read
    const std::string m_name;
    size_t m_line = 0;
    size_t m_column = 0;
    std::vector<std::string_view> m_cells;
    std::vector<std::string> m_names;
    std::vector<Field> m_fields;
    MemoryRun m_run;
};

} // namespace

Result<MemoryRun> parseSeriesCsv(std::string_view text, const std::string &name)
{
    return CsvReader(text, name).read();
}

Result<MemoryRun> readSeriesCsv(const std::string &path)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return failure(ErrorCode::InputInvalid, path + ": no such file");
    if (!std::filesystem::is_regular_file(path, error))
        return failure(ErrorCode::InputInvalid, path + ": not a file");
    const uintmax_t bytes = std::filesystem::file_size(path, error);
    if (error)
        return failure(ErrorCode::Io, path + ": " + error.message());
    if (bytes > kLargestFile)
        return failure(ErrorCode::InputInvalid, path + ": " + std::to_string(bytes) + " bytes, at most " + std::to_string(kLargestFile));
    std::string text(bytes, '\0');
    std::ifstream file(path, std::ios::binary);
    if (!file.read(text.data(), static_cast<std::streamsize>(bytes)))
        return failure(ErrorCode::Io, path + ": can't be read");
    return parseSeriesCsv(text, path);
}

} // namespace limno
