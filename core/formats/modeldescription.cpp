// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/modelfile.h"

#include "core/formats/gguf.h"
#include "core/formats/modelkind.h"
#include "core/formats/parsing.h"
#include "core/formats/safetensors.h"
#include "core/formats/torchscript.h"

#include <algorithm>
#include <array>
#include <limits>

namespace limno {

namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kPrefillTokens = 512; // tokens that a long prompt is worked off in

// The metadata is not bounded by the file's size, so sums and products of it stop at the largest number.
int64_t saturatedProduct(std::initializer_list<int64_t> factors)
{
    return parsing::product({factors.begin(), factors.size()}).value_or(kMost);
}

int64_t saturatedSum(int64_t a, int64_t b)
{
    int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? kMost : sum;
}

void add(ModelDescription &description, TensorSummary tensor)
{
    description.parameters = saturatedSum(description.parameters, parsing::product(tensor.shape).value_or(kMost));
    description.weightBytes = saturatedSum(description.weightBytes, tensor.bytes);
    description.tensors.push_back(std::move(tensor));
}

/// Describes a GGUF file from its standardized keys, which carry the architecture's name as a prefix.
class GgufDescriber
{
public:
    explicit GgufDescriber(const GgufFile &file)
        : m_file(file)
    {
    }

    Result<ModelDescription> describe()
    {
        m_result.format = "gguf";
        m_result.fileBytes = static_cast<int64_t>(m_file.mapping()->bytes().size());
        auto architecture = m_file.text("general.architecture");
        if (!architecture)
            return failure(std::move(architecture.error()));
        m_result.architecture = std::move(*architecture);
        if (!parsing::isPrintable(m_result.architecture))
            return failure(ErrorCode::ModelInvalid, m_file.path() + ": key 'general.architecture': is not plain ASCII",
                           "bad_value");
        for (const GgufTensor &tensor : m_file.tensors())
            add(m_result, {tensor.name, std::string(ggmlTypeInfo(tensor.type)->name), tensor.shape,
                           static_cast<int64_t>(tensor.bytes.size())});
        if (!readNumbers())
            return failure(std::move(m_error));
        m_result.task = task();
        estimate();
        return std::move(m_result);
    }

private:
    bool readNumbers()
    {
        int64_t heads = 0;
        if (!take("context_length", m_result.contextLength) || !take("embedding_length", m_embedding)
            || !take("block_count", m_layers) || !take("feed_forward_length", m_feedForward)
            || !take("attention.head_count", heads))
            return false;
        m_keyValueHeads = saturatedProduct({m_layers, heads});
        m_keyLength = heads > 0 ? m_embedding / heads : 0;
        if (!takeKeyValueHeads() || !take("attention.key_length", m_keyLength))
            return false;
        m_valueLength = m_keyLength;
        return take("attention.value_length", m_valueLength);
    }

    /// Leaves `target` alone when the key is absent; a list (one number a layer) counts by its largest.
    bool take(std::string_view name, int64_t &target)
    {
        const std::string key = m_result.architecture + '.' + std::string(name);
        if (!m_file.has(key))
            return true;
        if (const auto list = m_file.integers(key); list && !list->empty()) {
            target = *std::max_element(list->begin(), list->end());
        } else {
            const auto number = m_file.integer(key);
            if (!number) {
                m_error = number.error();
                return false;
            }
            target = *number;
        }
        return target >= 0 || refuse(key, target);
    }

    /// All layers together: some models have another number of heads in each.
    bool takeKeyValueHeads()
    {
        const std::string key = m_result.architecture + ".attention.head_count_kv";
        if (const auto list = m_file.integers(key)) {
            m_keyValueHeads = 0;
            for (const int64_t heads : *list) {
                if (heads < 0)
                    return refuse(key, heads);
                m_keyValueHeads = saturatedSum(m_keyValueHeads, heads);
            }
            return true;
        }
        int64_t heads = -1;
        if (!m_file.has(key))
            return true;
        if (!take("attention.head_count_kv", heads))
            return false;
        m_keyValueHeads = saturatedProduct({m_layers, heads});
        return true;
    }

    bool refuse(const std::string &key, int64_t number)
    {
        m_error = {ErrorCode::ModelInvalid,
                   m_file.path() + ": key " + parsing::inQuotes(key) + ": is negative: " + std::to_string(number),
                   "bad_value"};
        return false;
    }

    /// Empty for what generates no text by itself: encoders, adapters, projectors.
    std::string task() const
    {
        const auto type = m_file.text("general.type");
        const auto causal = m_file.metadata().find(m_result.architecture + ".attention.causal");
        const bool isEncoder = causal != m_file.metadata().end() && causal->second == GgufValue(false);
        if (isEncoder || m_layers == 0 || (type && *type != "model"))
            return {};
        return m_file.has("tokenizer.chat_template") ? "chat" : "complete";
    }

    /// Weights, keys and values of a full context, and what a step over kPrefillTokens holds at once in fp32: about four
    /// vectors of the embedding's length and three of the feed-forward length a token, and one row of logits.
    void estimate()
    {
        constexpr int64_t halfBytes = 2;
        constexpr int64_t floatBytes = 4;
        m_result.kvBytesPerToken =
            saturatedProduct({m_keyValueHeads, saturatedSum(m_keyLength, m_valueLength), halfBytes});
        const auto tokens = m_file.metadata().find("tokenizer.ggml.tokens");
        const auto *vocabulary =
            tokens == m_file.metadata().end() ? nullptr : std::get_if<std::vector<std::string>>(&tokens->second);
        const int64_t perToken = saturatedSum(saturatedProduct({4, m_embedding}), saturatedProduct({3, m_feedForward}));
        const int64_t step = std::min(kPrefillTokens, m_result.contextLength);
        m_result.peakBytes =
            saturatedSum(m_result.weightBytes, saturatedProduct({m_result.contextLength, m_result.kvBytesPerToken}));
        m_result.peakBytes = saturatedSum(m_result.peakBytes, saturatedProduct({step, perToken, floatBytes}));
        m_result.peakBytes =
            saturatedSum(m_result.peakBytes, vocabulary ? static_cast<int64_t>(vocabulary->size()) * floatBytes : 0);
    }

    const GgufFile &m_file;
    ModelDescription m_result;
    int64_t m_embedding = 0;
    int64_t m_feedForward = 0;
    int64_t m_layers = 0;
    int64_t m_keyValueHeads = 0; ///< of all layers together
    int64_t m_keyLength = 0;
    int64_t m_valueLength = 0;
    Error m_error;
};

Result<ModelDescription> describeSafetensors(const std::string &path)
{
    const auto file = SafetensorsFile::open(path);
    if (!file)
        return failure(file.error());
    ModelDescription description;
    description.format = "safetensors";
    description.fileBytes = (*file)->fileBytes();
    for (const SafetensorsTensor &tensor : (*file)->tensors())
        add(description, {tensor.name, tensor.dtype, tensor.shape, static_cast<int64_t>(tensor.bytes.size())});
    description.peakBytes = description.weightBytes;
    return description;
}

Result<ModelDescription> describeTorchScript(const std::string &path)
{
    if (const auto checked = checkTorchScript(path); !checked)
        return failure(checked.error());
    const auto file = MappedFile::open(path);
    if (!file)
        return failure(file.error());
    ModelDescription description;
    description.format = "torchscript";
    description.fileBytes = static_cast<int64_t>((*file)->bytes().size());
    return description;
}

} // namespace

Result<ModelDescription> describeModel(const std::string &path)
{
    const auto kind = modelKind(path);
    if (!kind)
        return failure(kind.error());
    switch (*kind) {
    case ModelKind::Gguf: {
        const auto file = GgufFile::open(path);
        if (!file)
            return failure(file.error());
        return GgufDescriber(**file).describe();
    }
    case ModelKind::Safetensors:
        return describeSafetensors(path);
    case ModelKind::TorchScript:
        return describeTorchScript(path);
    default:
        return failure(ErrorCode::ModelUnsupported, path + ": is a part of a model, not a model", "unknown_format");
    }
}

} // namespace limno
