// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hfconfig.h"

#include "core/formats/jsonfile.h"

#include <algorithm>
#include <array>

namespace limno {

namespace {

constexpr uint64_t kLongestConfig = 16 << 20;

/// Fills a configuration and stops at the first thing that is wrong.
class ConfigReader
{
public:
    explicit ConfigReader(const JsonFile &file)
        : m_file(file)
    {
    }

    Result<HfConfig> read()
    {
        if (readKind() && readSizes() && readHeads() && readRest())
            return std::move(m_config);
        return failure(std::move(m_error));
    }

private:
    using Presence = JsonFile::Presence;

    bool readKind()
    {
        if (!take(m_file.text({"model_type", "_class_name"}), m_config.modelType))
            return false;
        if (const auto *list = m_file.find({"architectures"})) {
            if (!list->is_array()
                || std::any_of(list->begin(), list->end(), [](const auto &name) { return !name.is_string(); }))
                return refuse(m_file.invalid("architectures", "bad_type", "is no list of texts"));
            if (!list->empty())
                m_config.architecture = list->front().template get<std::string>();
        }
        if (m_config.modelType.empty() && m_config.architecture.empty())
            return refuse(m_file.invalid("model_type", "missing_key", "is missing, and so is 'architectures'"));
        return true;
    }

    bool readSizes()
    {
        const Presence needed = m_config.isTextDecoder() ? Presence::Required : Presence::Optional;
        return take(m_file.integer({"hidden_size", "n_embd", "d_model"}, needed), m_config.hiddenSize)
               && take(m_file.integer({"num_hidden_layers", "n_layer", "decoder_layers"}, needed), m_config.layers)
               && take(m_file.integer({"vocab_size"}, needed), m_config.vocabularySize)
               && take(m_file.integer({"intermediate_size", "n_inner", "decoder_ffn_dim"}, Presence::Optional),
                       m_config.intermediateSize)
               && take(m_file.integer({"max_position_embeddings", "n_positions"}, Presence::Optional),
                       m_config.contextLength);
    }

    bool readHeads()
    {
        const Presence needed = m_config.isTextDecoder() ? Presence::Required : Presence::Optional;
        if (!take(m_file.integer({"num_attention_heads", "n_head", "decoder_attention_heads"}, needed),
                  m_config.attentionHeads)
            || !take(m_file.integer({"num_key_value_heads"}, Presence::Optional), m_config.keyValueHeads)
            || !take(m_file.integer({"head_dim"}, Presence::Optional), m_config.headDimension))
            return false;
        const int64_t heads = m_config.attentionHeads;
        if (heads == 0)
            return true;
        if (m_config.keyValueHeads == 0)
            m_config.keyValueHeads = heads;
        if (heads % m_config.keyValueHeads != 0)
            return refuse(m_file.invalid("num_key_value_heads", "bad_value",
                                         std::to_string(m_config.keyValueHeads) + " do not divide "
                                             + std::to_string(heads) + " heads"));
        if (m_config.headDimension == 0) {
            if (m_config.hiddenSize % heads != 0)
                return refuse(m_file.invalid("hidden_size", "bad_value",
                                             std::to_string(m_config.hiddenSize) + " is not divisible by "
                                                 + std::to_string(heads) + " heads, and 'head_dim' is absent"));
            m_config.headDimension = m_config.hiddenSize / heads;
        }
        return true;
    }

    bool readRest()
    {
        return take(m_file.positive({"rms_norm_eps", "layer_norm_epsilon", "layer_norm_eps"}), m_config.normEpsilon)
               && take(m_file.text({"hidden_act", "activation_function"}), m_config.activation)
               && take(m_file.text({"dtype", "torch_dtype"}), m_config.dtype) && readRope() && readTied() && readEnds();
    }

    bool readRope()
    {
        if (!take(m_file.positive({"rope_theta"}), m_config.ropeTheta))
            return false;
        const auto *parameters = m_file.find({"rope_parameters"});
        if (!parameters)
            return true;
        if (!parameters->is_object())
            return refuse(m_file.invalid("rope_parameters", "bad_type", "is no object"));
        const auto theta = parameters->find("rope_theta"); // absent where each kind of layer has its own
        if (theta == parameters->end())
            return true;
        if (!theta->is_number())
            return refuse(m_file.invalid("rope_parameters.rope_theta", "bad_type", "is not a number"));
        m_config.ropeTheta = theta->template get<double>();
        return m_config.ropeTheta > 0
               || refuse(m_file.invalid("rope_parameters.rope_theta", "bad_value", "is not positive"));
    }

    bool readTied()
    {
        // The library's own defaults for the families that leave the key out.
        m_config.tiedEmbeddings = m_config.modelType == "gpt2";
        const auto *tied = m_file.find({"tie_word_embeddings"});
        if (tied && !tied->is_boolean())
            return refuse(m_file.invalid("tie_word_embeddings", "bad_type", "is neither true nor false"));
        if (tied)
            m_config.tiedEmbeddings = tied->template get<bool>();
        return true;
    }

    bool readEnds()
    {
        const auto *ends = m_file.find({"eos_token_id"});
        if (!ends)
            return true;
        const auto add = [this](const nlohmann::json &value) {
            const auto id = boundedInteger(value, 0);
            if (!id)
                return refuse(
                    m_file.invalid("eos_token_id", std::string(id.error()), "is neither an id nor a list of ids"));
            m_config.endOfSequenceIds.push_back(*id);
            return true;
        };
        return ends->is_array() ? std::all_of(ends->begin(), ends->end(), add) : add(*ends);
    }

    template<typename T>
    bool take(Result<std::optional<T>> value, T &target)
    {
        if (!value) {
            m_error = std::move(value.error());
            return false;
        }
        if (*value)
            target = std::move(**value);
        return true;
    }
    bool refuse(tl::unexpected<Error> error)
    {
        m_error = std::move(error.value());
        return false;
    }

    const JsonFile &m_file;
    HfConfig m_config;
    Error m_error;
};

} // namespace

bool HfConfig::isTextDecoder() const
{
    constexpr std::array<std::string_view, 6> families{"llama", "mistral", "qwen2", "qwen3", "gpt2", "smollm3"};
    return architecture.ends_with("ForCausalLM") || architecture.ends_with("LMHeadModel")
           || std::find(families.begin(), families.end(), modelType) != families.end();
}

Result<HfConfig> readHfConfig(const std::string &path)
{
    const auto file = JsonFile::open(path, kLongestConfig);
    if (!file)
        return failure(file.error());
    return ConfigReader(*file).read();
}

} // namespace limno
