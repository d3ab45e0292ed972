// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <bit>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace limno::test {

/// The few opcodes of Python's pickle protocol that a snapshot may use; any other throws. Tuples become arrays.
class Unpickler
{
public:
    using Json = nlohmann::json;

    explicit Unpickler(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    Json load()
    {
        if (take(2) != "\x80\x04")
            throw std::runtime_error("not protocol 4");
        while (step()) { }
        if (m_stack.size() != 1 || !m_marks.empty() || !m_bytes.empty())
            throw std::runtime_error("something is left over");
        return std::move(m_stack.back());
    }

private:
    bool step()
    {
        switch (const char opcode = take(1)[0]; opcode) {
        case '.':
            return false;
        case '}':
            m_stack.push_back(Json::object());
            break;
        case ']':
            m_stack.push_back(Json::array());
            break;
        case '(':
            m_marks.push_back(m_stack.size());
            break;
        case 'e':
            for (Json &item : takeMarked())
                m_stack.back().push_back(std::move(item));
            break;
        case 'u': {
            const std::vector<Json> items = takeMarked();
            for (size_t i = 0; i < items.size(); i += 2) {
                if (m_stack.back().contains(items.at(i).get<std::string>()))
                    throw std::runtime_error("a key twice");
                m_stack.back()[items[i].get<std::string>()] = items.at(i + 1);
            }
            break;
        }
        case '\x86': {
            Json pair = Json::array({m_stack.at(m_stack.size() - 2), m_stack.back()});
            m_stack.resize(m_stack.size() - 2);
            m_stack.push_back(std::move(pair));
            break;
        }
        case '\x88':
        case '\x89':
            m_stack.push_back(opcode == '\x88');
            break;
        case 'K':
            m_stack.push_back(little(1));
            break;
        case 'J':
            m_stack.push_back(static_cast<int32_t>(little(4)));
            break;
        case '\x8a':
            takeLong();
            break;
        case 'G': {
            uint64_t bits = 0;
            for (const char byte : take(8))
                bits = bits << 8 | static_cast<uint8_t>(byte);
            m_stack.push_back(std::bit_cast<double>(bits));
            break;
        }
        case '\x8c':
            m_stack.push_back(take(little(1)));
            break;
        case 'X':
            m_stack.push_back(take(little(4)));
            break;
        default:
            throw std::runtime_error("opcode " + std::to_string(static_cast<uint8_t>(opcode)));
        }
        return true;
    }

    void takeLong()
    {
        const uint64_t length = little(1);
        if (length == 8)
            m_stack.push_back(static_cast<int64_t>(little(8)));
        else if (length == 9 && m_bytes.size() > 8 && m_bytes[8] == '\0') {
            m_stack.push_back(little(8));
            take(1);
        } else {
            throw std::runtime_error("a long of " + std::to_string(length));
        }
    }

    std::vector<Json> takeMarked()
    {
        const auto mark = static_cast<std::ptrdiff_t>(m_marks.at(m_marks.size() - 1));
        m_marks.pop_back();
        std::vector<Json> items(m_stack.begin() + mark, m_stack.end());
        m_stack.resize(static_cast<size_t>(mark));
        return items;
    }

    std::string_view take(uint64_t count)
    {
        if (count > m_bytes.size())
            throw std::runtime_error("cut");
        const std::string_view bytes = m_bytes.substr(0, count);
        m_bytes.remove_prefix(count);
        return bytes;
    }

    uint64_t little(int bytes)
    {
        uint64_t value = 0;
        int shift = 0;
        for (const char byte : take(static_cast<uint64_t>(bytes))) {
            value |= static_cast<uint64_t>(static_cast<uint8_t>(byte)) << shift;
            shift += 8;
        }
        return value;
    }

    std::string_view m_bytes;
    std::vector<Json> m_stack;
    std::vector<size_t> m_marks;
};

} // namespace limno::test
