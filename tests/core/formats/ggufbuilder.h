// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>

#include <cstdint>
#include <string>
#include <string_view>

namespace limno::test {

/// Puts GGUF files together byte by byte, also ones that no writer would make.
class GgufBuilder
{
public:
    template<typename T>
    GgufBuilder &add(T number)
    {
        m_bytes.append(reinterpret_cast<const char *>(&number), sizeof(T));
        return *this;
    }
    GgufBuilder &header(uint64_t tensors, uint64_t keys, uint32_t version = 3)
    {
        m_bytes.append("GGUF");
        return add(version).add(tensors).add(keys);
    }
    GgufBuilder &text(std::string_view text)
    {
        add(uint64_t(text.size()));
        m_bytes.append(text.data(), qsizetype(text.size()));
        return *this;
    }
    GgufBuilder &key(std::string_view name, uint32_t type) { return text(name).add(type); }
    GgufBuilder &u32(std::string_view name, uint32_t value) { return key(name, 4).add(value); }
    GgufBuilder &tensor(std::string_view name, std::initializer_list<uint64_t> fileOrderShape, uint32_t type,
                        uint64_t offset)
    {
        text(name).add(uint32_t(fileOrderShape.size()));
        for (const uint64_t dimension : fileOrderShape)
            add(dimension);
        return add(type).add(offset);
    }
    GgufBuilder &pad(qsizetype alignment = 32)
    {
        m_bytes.append((alignment - m_bytes.size() % alignment) % alignment, '\0');
        return *this;
    }
    GgufBuilder &zeros(qsizetype bytes)
    {
        m_bytes.append(bytes, '\0');
        return *this;
    }
    GgufBuilder &raw(const QByteArray &bytes)
    {
        m_bytes.append(bytes);
        return *this;
    }
    const QByteArray &bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
};

/// Writes a file for a test to open.
inline std::string writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
    return path.toStdString();
}

} // namespace limno::test
