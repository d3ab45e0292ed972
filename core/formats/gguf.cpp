// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/gguf.h"

#include "core/formats/ggufparser.h"

namespace limno {

int64_t GgufTensor::elements() const
{
    return parsing::product(shape).value_or(0); // the parser has refused products that overflow
}

Result<std::shared_ptr<const GgufFile>> GgufFile::open(const std::string &path)
{
    auto file = MappedFile::open(path);
    if (!file)
        return failure(std::move(file.error()));
    return GgufParser(std::move(*file)).parse();
}

const GgufTensor *GgufFile::tensor(std::string_view name) const
{
    const auto found = m_tensorIndex.find(name);
    return found == m_tensorIndex.end() ? nullptr : &m_tensors[found->second];
}

bool GgufFile::has(std::string_view key) const
{
    return m_metadata.find(key) != m_metadata.end() || m_nestedArrays.find(key) != m_nestedArrays.end();
}

Result<int64_t> GgufFile::integer(std::string_view key) const
{
    const auto found = m_metadata.find(key);
    if (found == m_metadata.end())
        return refused(key, "an integer");
    if (const auto *number = std::get_if<int64_t>(&found->second))
        return *number;
    const auto *number = std::get_if<uint64_t>(&found->second);
    if (!number)
        return refused(key, "an integer");
    if (*number > INT64_MAX)
        return failure(ErrorCode::ModelInvalid,
                       path() + ": key '" + found->first + "': " + std::to_string(*number) + " needs more than 63 bits",
                       "bad_value");
    return static_cast<int64_t>(*number);
}

Result<double> GgufFile::number(std::string_view key) const
{
    const auto found = m_metadata.find(key);
    if (found == m_metadata.end())
        return refused(key, "a number");
    if (const auto *real = std::get_if<double>(&found->second))
        return *real;
    if (const auto *whole = std::get_if<int64_t>(&found->second))
        return static_cast<double>(*whole);
    if (const auto *natural = std::get_if<uint64_t>(&found->second))
        return static_cast<double>(*natural);
    return refused(key, "a number");
}

Result<std::string> GgufFile::text(std::string_view key) const
{
    return exactly<std::string>(key, "a text");
}

Result<std::vector<std::string>> GgufFile::texts(std::string_view key) const
{
    return exactly<std::vector<std::string>>(key, "a list of texts");
}

Result<std::vector<int64_t>> GgufFile::integers(std::string_view key) const
{
    return exactly<std::vector<int64_t>>(key, "a list of integers");
}

template<typename T>
Result<T> GgufFile::exactly(std::string_view key, std::string_view what) const
{
    const auto found = m_metadata.find(key);
    if (found != m_metadata.end()) {
        if (const auto *value = std::get_if<T>(&found->second))
            return *value;
    }
    return refused(key, what);
}

tl::unexpected<Error> GgufFile::refused(std::string_view key, std::string_view what) const
{
    const std::string place = path() + ": key " + parsing::inQuotes(key);
    if (!has(key))
        return failure(ErrorCode::ModelInvalid, place + ": is missing", "missing_key");
    return failure(ErrorCode::ModelInvalid, place + ": is not " + std::string(what), "bad_type");
}

} // namespace limno
