// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/torch/decoderconfig.h"

#include <cmath>
#include <cstring>

namespace limno {

namespace {

/// Largest value of any dimension; beyond it a file is broken, not big.
constexpr int64_t kMaxDimension = int64_t{1} << 24;

/// Reads the keys of one architecture ("llama.block_count") and keeps the first error.
class Keys
{
public:
    Keys(const GgufFile &file, std::string prefix)
        : m_file(file)
        , m_prefix(std::move(prefix))
    {
    }

    int64_t dimension(std::string_view name, std::optional<int64_t> fallback = std::nullopt)
    {
        const std::string key = m_prefix + "." + std::string(name);
        if (fallback && !m_file.has(key))
            return *fallback;
        const Result<int64_t> value = m_file.integer(key);
        if (!value)
            return fail(value.error());
        if (*value < 1 || *value > kMaxDimension)
            return fail({ErrorCode::ModelInvalid,
                         m_file.path() + ": " + key + " is " + std::to_string(*value) + ", must be 1 to "
                             + std::to_string(kMaxDimension),
                         "bad_value"});
        return *value;
    }

    double positive(std::string_view name, double fallback)
    {
        const std::string key = m_prefix + "." + std::string(name);
        if (!m_file.has(key))
            return fallback;
        const Result<double> value = m_file.number(key);
        if (!value) {
            fail(value.error());
            return fallback;
        }
        if (!(*value > 0) || !std::isfinite(*value))
            fail({ErrorCode::ModelInvalid, m_file.path() + ": " + key + " is " + std::to_string(*value) + ", must be above 0",
                  "bad_value"});
        return *value;
    }

    std::string key(std::string_view name) const { return m_prefix + "." + std::string(name); }
    const std::optional<Error> &error() const { return m_error; }
    int64_t fail(Error error)
    {
        if (!m_error)
            m_error = std::move(error);
        return 1;
    }

private:
    const GgufFile &m_file;
    std::string m_prefix;
    std::optional<Error> m_error;
};

/// Rotation speed of each pair: theta^(-2i/d), then the file's own factors (Llama 3) and linear scaling.
void fillFrequencies(DecoderConfig &config, const GgufFile &file, Keys &keys)
{
    const double theta = keys.positive("rope.freq_base", 10000.0);
    double factor = 1.0;
    if (file.has(keys.key("rope.scaling.type"))) {
        const Result<std::string> type = file.text(keys.key("rope.scaling.type"));
        if (type && *type == "linear")
            factor = keys.positive("rope.scaling.factor", 1.0);
        else if (!type || *type != "none")
            keys.fail({ErrorCode::ModelUnsupported, file.path() + ": " + keys.key("rope.scaling.type") + ": \""
                           + (type ? *type : type.error().message) + "\" is not supported"});
    }
    const int64_t pairs = config.headDim / 2;
    config.inverseFrequencies.resize(static_cast<size_t>(pairs));
    for (int64_t i = 0; i < pairs; ++i) {
        const double exponent = 2.0 * static_cast<double>(i) / static_cast<double>(config.headDim);
        config.inverseFrequencies[static_cast<size_t>(i)] = static_cast<float>(1.0 / (std::pow(theta, exponent) * factor));
    }
    const GgufTensor *factors = file.tensor("rope_freqs.weight");
    if (!factors)
        return;
    if (factors->type != GgmlType::F32 || factors->elements() != pairs) {
        keys.fail({ErrorCode::ModelInvalid, file.path() + ": rope_freqs.weight has " + std::to_string(factors->elements())
                       + " elements, expected " + std::to_string(pairs) + " of F32",
                   "bad_value"});
        return;
    }
    for (int64_t i = 0; i < pairs; ++i) {
        float divisor = 1;
        std::memcpy(&divisor, factors->bytes.data() + static_cast<size_t>(i) * sizeof(float), sizeof(float));
        config.inverseFrequencies[static_cast<size_t>(i)] /= divisor;
    }
}

} // namespace

Result<DecoderConfig> decoderConfigFromGguf(const GgufFile &file)
{
    const Result<std::string> architecture = file.text("general.architecture");
    if (!architecture)
        return failure(architecture.error());
    DecoderConfig config;
    config.architecture = *architecture;
    if (*architecture == "llama")
        config.pairing = kernels::RopePairing::Interleaved;
    else if (*architecture == "qwen2")
        config.pairing = kernels::RopePairing::Halves;
    else
        return failure(ErrorCode::ModelUnsupported, file.path() + ": general.architecture \"" + *architecture
                                                        + "\" is not supported; llama and qwen2 are");

    Keys keys(file, *architecture);
    config.layers = keys.dimension("block_count");
    config.hidden = keys.dimension("embedding_length");
    config.feedForward = keys.dimension("feed_forward_length");
    config.heads = keys.dimension("attention.head_count");
    config.kvHeads = keys.dimension("attention.head_count_kv", config.heads);
    config.context = keys.dimension("context_length");
    config.normEpsilon = keys.positive("attention.layer_norm_rms_epsilon", 1e-5);
    if (keys.error())
        return failure(*keys.error());
    if (config.heads % config.kvHeads != 0)
        return failure(ErrorCode::ModelInvalid, file.path() + ": " + keys.key("attention.head_count") + " "
                           + std::to_string(config.heads) + " is not a multiple of head_count_kv " + std::to_string(config.kvHeads),
                       "bad_value");
    if (!file.has(keys.key("attention.key_length")) && config.hidden % config.heads != 0)
        return failure(ErrorCode::ModelInvalid, file.path() + ": " + keys.key("embedding_length") + " "
                           + std::to_string(config.hidden) + " is not a multiple of head_count " + std::to_string(config.heads),
                       "bad_value");
    config.headDim = keys.dimension("attention.key_length", config.hidden / config.heads);
    const int64_t rotated = keys.dimension("rope.dimension_count", config.headDim);
    if (!keys.error() && (rotated != config.headDim || config.headDim % 2 != 0))
        return failure(ErrorCode::ModelUnsupported, file.path() + ": " + keys.key("rope.dimension_count") + " "
                           + std::to_string(rotated) + " of head size " + std::to_string(config.headDim) + " is not supported");
    fillFrequencies(config, file, keys);
    if (keys.error())
        return failure(*keys.error());
    const GgufTensor *embedding = file.tensor("token_embd.weight");
    if (!embedding || embedding->shape.size() != 2)
        return failure(ErrorCode::ModelInvalid, file.path() + ": tensor token_embd.weight is missing or not a matrix", "missing_key");
    config.vocabulary = embedding->shape[0];
    return config;
}

} // namespace limno
