// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/gguf.h"
#include "core/formats/parsing.h"

namespace limno {

/// Turns the bytes of a mapping into a GgufFile; one object reads one file. Nothing is allocated by a number that was
/// not compared with the bytes that are left, and the tensors' bytes are not touched.
class GgufParser
{
public:
    explicit GgufParser(std::shared_ptr<const MappedFile> file);
    Result<std::shared_ptr<const GgufFile>> parse();

private:
    static constexpr uint64_t kLongestName = 65535; ///< the specification's limit for keys; names of tensors: 64
    static constexpr uint64_t kLongestText = 1 << 30;

    struct Extent {
        uint64_t offset = 0; ///< from the start of the data part
        uint64_t bytes = 0;
    };

    // Each returns false after fail(); m_error then holds the reason.
    bool readHeader();
    bool readMetadata();
    bool readTensorInfos();
    bool placeTensors();

    bool readKey(std::string &key);
    bool readValue(const std::string &key);
    bool readScalar(uint32_t type, GgufValue &value);
    bool readArray(uint32_t type, uint64_t count, GgufValue &value);
    template<typename Stored, typename Wide>
    bool readNumber(Wide &number);
    template<typename Stored, typename Wide>
    bool readOne(GgufValue &value);
    template<typename Stored, typename Wide>
    bool readMany(uint64_t count, GgufValue &value);
    bool skipElements(uint32_t type, uint64_t count, int depth);
    bool readAlignment();

    bool readTensorInfo(GgufTensor &tensor, Extent &extent);
    bool readShape(GgufTensor &tensor);
    bool measure(const GgufTensor &tensor, uint64_t &bytes);
    bool checkOverlaps();

    template<typename T>
    bool read(T &value)
    {
        if (left() < sizeof(T))
            return failCut(sizeof(T));
        value = parsing::load<T>(m_bytes.data() + m_position);
        m_position += sizeof(T);
        return true;
    }
    bool readText(std::string &text, uint64_t longest);
    /// A count of things of which each takes at least so many bytes.
    bool readCount(uint64_t &count, uint64_t leastBytesEach, std::string_view what);
    bool readElementHeader(uint32_t &type, uint64_t &count);
    bool checkPrintable(const std::string &name);

    uint64_t left() const { return m_bytes.size() - m_position; }
    bool fail(std::string reason, const std::string &message);
    bool failCut(uint64_t neededBytes);

    std::shared_ptr<GgufFile> m_result;
    std::span<const std::byte> m_bytes;
    uint64_t m_position = 0;
    uint64_t m_tensorCount = 0;
    uint64_t m_keyCount = 0;
    uint64_t m_alignment = 32; ///< the specification's default
    std::vector<Extent> m_extents; ///< one for each tensor
    std::string m_place; ///< what is being read, for messages: "tensor 3 'blk.0.attn_q.weight'"
    Error m_error;
};

} // namespace limno
