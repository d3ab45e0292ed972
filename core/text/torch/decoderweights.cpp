// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/torch/decoderweights.h"

#include "core/memory/allocationtag.h"

#include <ATen/Parallel.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <set>

namespace limno {

namespace {

std::string shapeText(const std::vector<int64_t> &shape)
{
    std::string text = "[";
    for (const int64_t size : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    return text + "]";
}

/// Takes tensors out of a GGUF file one by one and remembers the first thing that is wrong.
class TensorTaker
{
public:
    TensorTaker(DecoderWeights &weights, ComputeType type, OwnerTag owner, const LoadContext &context)
        : m_weights(weights)
        , m_type(type)
        , m_owner(owner)
        , m_context(context)
    {
    }

    const std::optional<Error> &error() const { return m_error; }

    LinearWeight matrix(const std::string &name, int64_t rows, int64_t columns)
    {
        const GgufTensor *tensor = find(name, {rows, columns});
        if (!tensor)
            return {};
        if (!kernels::isSupported(tensor->type)) {
            m_error = Error{ErrorCode::ModelUnsupported, path() + ": tensor " + name + " is stored as "
                                + std::string(ggmlTypeInfo(tensor->type)->name) + ", which is not supported yet"};
            return {};
        }
        m_types.insert(std::string(ggmlTypeInfo(tensor->type)->name));
        const kernels::QuantMatrix mapped{tensor->type, tensor->bytes.data(), rows, columns};
        if (m_type == ComputeType::Native) {
            m_weights.mappedBytes += static_cast<int64_t>(tensor->bytes.size());
            return {mapped, {}};
        }
        return widen(mapped);
    }

    VectorWeight vector(const std::string &name, int64_t size)
    {
        const GgufTensor *tensor = find(name, {size});
        if (!tensor)
            return {};
        if (tensor->type != GgmlType::F32) {
            m_error = Error{ErrorCode::ModelUnsupported, path() + ": tensor " + name + " is stored as "
                                + std::string(ggmlTypeInfo(tensor->type)->name) + "; vectors must be F32"};
            return {};
        }
        m_types.insert("F32");
        m_weights.mappedBytes += static_cast<int64_t>(tensor->bytes.size());
        return {reinterpret_cast<const float *>(tensor->bytes.data()), size};
    }

    VectorWeight optionalVector(const std::string &name, int64_t size)
    {
        return m_weights.file->tensor(name) ? vector(name, size) : VectorWeight();
    }

    std::string storage() const
    {
        std::string text;
        for (const std::string &type : m_types)
            text += (text.empty() ? "" : ", ") + type;
        return text;
    }

private:
    const std::string &path() const { return m_weights.file->path(); }

    const GgufTensor *find(const std::string &name, const std::vector<int64_t> &shape)
    {
        if (m_error)
            return nullptr;
        if (m_context.cancel.isCancelled()) {
            m_error = Error{ErrorCode::Cancelled, "loading was cancelled"};
            return nullptr;
        }
        const GgufTensor *tensor = m_weights.file->tensor(name);
        if (!tensor) {
            m_error = Error{ErrorCode::ModelInvalid, path() + ": tensor " + name + " is missing", "missing_key"};
            return nullptr;
        }
        if (tensor->shape != shape) {
            m_error = Error{ErrorCode::ModelInvalid, path() + ": tensor " + name + " has shape " + shapeText(tensor->shape)
                                + ", the configuration asks for " + shapeText(shape),
                            "bad_value"};
            return nullptr;
        }
        if (m_context.onProgress)
            m_context.onProgress(static_cast<double>(++m_taken) / static_cast<double>(m_weights.file->tensors().size()));
        return tensor;
    }

    LinearWeight widen(const kernels::QuantMatrix &mapped)
    {
        const OwnerScope owner(m_owner);
        const SiteScope site(SiteTag::of("decoder.widen"));
        at::Tensor dense = at::empty({mapped.rows, mapped.columns}, at::kFloat);
        auto *out = dense.data_ptr<float>();
        const auto info = *ggmlTypeInfo(mapped.type);
        const int64_t rowBytes = mapped.columns / info.blockElements * info.blockBytes;
        at::parallel_for(0, mapped.rows, 64, [&](int64_t begin, int64_t end) {
            for (int64_t row = begin; row < end; ++row)
                kernels::dequantizeRow(mapped.type, mapped.data + row * rowBytes, mapped.columns, out + row * mapped.columns);
        });
        m_weights.denseBytes += static_cast<int64_t>(dense.nbytes());
        return {{GgmlType::F32, reinterpret_cast<const std::byte *>(out), mapped.rows, mapped.columns}, std::move(dense)};
    }

    DecoderWeights &m_weights;
    ComputeType m_type;
    OwnerTag m_owner;
    const LoadContext &m_context;
    std::optional<Error> m_error;
    std::set<std::string> m_types;
    int64_t m_taken = 0;
};

} // namespace

DecoderLayer DecoderLayer::copied() const
{
    return {.attentionNorm = attentionNorm.copied(),
            .query = query.copied(),
            .key = key.copied(),
            .value = value.copied(),
            .attentionOutput = attentionOutput.copied(),
            .queryBias = queryBias.copied(),
            .keyBias = keyBias.copied(),
            .valueBias = valueBias.copied(),
            .feedForwardNorm = feedForwardNorm.copied(),
            .gate = gate.copied(),
            .up = up.copied(),
            .down = down.copied()};
}

int64_t DecoderLayer::bytes() const
{
    return attentionNorm.bytes() + query.bytes() + key.bytes() + value.bytes() + attentionOutput.bytes() + queryBias.bytes()
        + keyBias.bytes() + valueBias.bytes() + feedForwardNorm.bytes() + gate.bytes() + up.bytes() + down.bytes();
}

DecoderEnds DecoderEnds::copied() const
{
    return {.embedding = embedding.copied(),
            .outputNorm = outputNorm.copied(),
            .ownHead = ownHead.matrix().rows > 0 ? ownHead.copied() : LinearWeight()};
}

int64_t DecoderEnds::bytes() const
{
    return embedding.bytes() + outputNorm.bytes() + ownHead.bytes();
}

Result<DecoderWeights> DecoderWeights::fromGguf(std::shared_ptr<const GgufFile> file, const DecoderConfig &config, ComputeType type,
                                                OwnerTag owner, const LoadContext &context)
{
    DecoderWeights weights;
    weights.file = std::move(file);
    TensorTaker take(weights, type, owner, context);
    weights.ends.embedding = take.matrix("token_embd.weight", config.vocabulary, config.hidden);
    for (int64_t i = 0; i < config.layers && !take.error(); ++i) {
        const std::string block = "blk." + std::to_string(i) + ".";
        DecoderLayer layer;
        layer.attentionNorm = take.vector(block + "attn_norm.weight", config.hidden);
        layer.query = take.matrix(block + "attn_q.weight", config.queryDim(), config.hidden);
        layer.key = take.matrix(block + "attn_k.weight", config.kvDim(), config.hidden);
        layer.value = take.matrix(block + "attn_v.weight", config.kvDim(), config.hidden);
        layer.queryBias = take.optionalVector(block + "attn_q.bias", config.queryDim());
        layer.keyBias = take.optionalVector(block + "attn_k.bias", config.kvDim());
        layer.valueBias = take.optionalVector(block + "attn_v.bias", config.kvDim());
        layer.attentionOutput = take.matrix(block + "attn_output.weight", config.hidden, config.queryDim());
        layer.feedForwardNorm = take.vector(block + "ffn_norm.weight", config.hidden);
        layer.gate = take.matrix(block + "ffn_gate.weight", config.feedForward, config.hidden);
        layer.up = take.matrix(block + "ffn_up.weight", config.feedForward, config.hidden);
        layer.down = take.matrix(block + "ffn_down.weight", config.hidden, config.feedForward);
        weights.layers.push_back(std::move(layer));
    }
    weights.ends.outputNorm = take.vector("output_norm.weight", config.hidden);
    if (weights.file->tensor("output.weight"))
        weights.ends.ownHead = take.matrix("output.weight", config.vocabulary, config.hidden);
    if (take.error())
        return failure(*take.error());
    weights.storage = take.storage();
    return weights;
}

} // namespace limno
