// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/torch/languagemodel.h"

#include "core/base/log.h"
#include "core/text/torch/textsession.h"

#include <nlohmann/json.hpp>

#include <c10/util/Exception.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace limno {

namespace {

int64_t elementBytes(KvType type)
{
    return type == KvType::F32 ? 4 : 2;
}

ModelInfo describe(const ModelSpec &spec, const Decoder &decoder, KvType kvType)
{
    const DecoderConfig &config = decoder.config();
    const DecoderWeights &weights = decoder.weights().source();
    ModelInfo info;
    info.name = spec.name;
    info.path = spec.path;
    info.format = "gguf";
    info.architecture = config.architecture;
    info.fileBytes = static_cast<int64_t>(weights.file->mapping()->bytes().size());
    info.mappedBytes = weights.mappedBytes;
    info.weightBytes = weights.mappedBytes + weights.denseBytes;
    for (const GgufTensor &tensor : weights.file->tensors())
        info.parameters += tensor.elements();
    info.contextLength = config.context;
    info.kvBytesPerToken = 2 * config.layers * config.kvDim() * elementBytes(kvType);
    info.computeType = spec.computeType == ComputeType::Fp32 ? "fp32, widened from " + weights.storage
                                                             : weights.storage + " blocks, 16-bit activations";
    return info;
}

} // namespace

Result<std::shared_ptr<Model>> LanguageModel::load(const ModelSpec &spec, const LoadContext &context)
{
    if (spec.computeType == ComputeType::Bf16 || spec.computeType == ComputeType::Fp16)
        return failure(ErrorCode::ModelUnsupported, spec.path + ": --dtype bf16 and fp16 are not supported for GGUF files; "
                                                    "leave it out (the file's own blocks) or use fp32");
    if (spec.kvType == KvType::Q8_0)
        return failure(ErrorCode::ModelUnsupported, spec.path + ": --kv-type q8_0 is not supported; f16 and f32 are");
    if (context.device && context.device->spec().kind == DeviceSpec::Kind::Cuda)
        return failure(ErrorCode::ModelUnsupported, spec.path + ": GGUF language models run on cpu and emulated cards, not on " + context.device->name());
    auto file = GgufFile::open(spec.path);
    if (!file)
        return failure(file.error());
    auto config = decoderConfigFromGguf(**file);
    if (!config)
        return failure(config.error());
    auto tokenizer = tokenizerFromGguf(**file);
    if (!tokenizer)
        return failure(tokenizer.error());
    if ((*tokenizer)->vocabularySize() > config->vocabulary)
        return failure(ErrorCode::ModelInvalid, spec.path + ": the tokenizer has " + std::to_string((*tokenizer)->vocabularySize())
                           + " tokens, the embedding only " + std::to_string(config->vocabulary) + " rows",
                       "bad_value");

    auto model = std::make_shared<LanguageModel>();
    std::string source = chatMlTemplate();
    if (const auto own = (*file)->text("tokenizer.chat_template"); own) {
        source = *own;
        model->m_info.tasks.push_back(Task::Chat);
    } else {
        logWarning("model", spec.path + ": no chat template in the file; chat uses ChatML");
    }
    auto chatTemplate = ChatTemplate::parse(std::move(source));
    if (!chatTemplate) {
        logWarning("model", spec.path + ": " + chatTemplate.error().message + "; chat uses ChatML");
        chatTemplate = ChatTemplate::parse(chatMlTemplate());
    }
    if (!chatTemplate)
        return failure(chatTemplate.error());

    const OwnerTag weightsOwner = OwnerTag::of(Owner::Weights, spec.name);
    auto weights = DecoderWeights::fromGguf(*file, *config, spec.computeType, weightsOwner, context);
    if (!weights)
        return failure(weights.error());
    const auto bos = (*file)->metadata().find("tokenizer.ggml.add_bos_token");
    model->m_addsBos = bos != (*file)->metadata().end() && std::get_if<bool>(&bos->second) && std::get<bool>(bos->second);
    model->m_kvType = spec.kvType.value_or(spec.computeType == ComputeType::Fp32 ? KvType::F32 : KvType::F16);
    model->m_info.path = spec.path;
    model->m_decoder = std::make_unique<Decoder>(*std::move(config),
                                                 std::make_unique<ResidentWeights>(*std::move(weights), context.device, weightsOwner),
                                                 OwnerTag::of(Owner::Activations, spec.name));
    if (const Result<void> placed = model->setOffload(context.offload); !placed)
        return failure(placed.error());
    model->m_info = describe(spec, *model->m_decoder, model->m_kvType);
    model->m_info.device = context.device ? context.device->name() : "cpu";
    model->m_info.tasks = {Task::Chat, Task::Complete};
    model->m_tokenizer = *std::move(tokenizer);
    model->m_template = *std::move(chatTemplate);
    const Tokenizer::SpecialIds &special = model->m_tokenizer->specialIds();
    if (special.bos >= 0)
        model->m_bosText = model->m_tokenizer->piece(special.bos);
    if (special.eos >= 0)
        model->m_eosText = model->m_tokenizer->piece(special.eos);
    return model;
}

int64_t LanguageModel::contextLimit(const ModelPolicy &policy) const
{
    const int64_t own = m_decoder->config().context;
    return policy.contextCap > 0 ? std::min<int64_t>(own, policy.contextCap) : own;
}

Result<std::vector<int64_t>> LanguageModel::tokenize(const Request &request) const
{
    if (!request.inputIds.empty()) {
        const int64_t vocabulary = m_decoder->config().vocabulary;
        for (size_t i = 0; i < request.inputIds.size(); ++i) {
            if (request.inputIds[i] < 0 || request.inputIds[i] >= vocabulary)
                return failure(ErrorCode::InputInvalid, "input_ids[" + std::to_string(i) + "] is " + std::to_string(request.inputIds[i])
                                                            + ", must be 0 to " + std::to_string(vocabulary - 1));
        }
        return request.inputIds;
    }
    if (request.task == Task::Chat) {
        nlohmann::ordered_json messages = nlohmann::ordered_json::array();
        for (const Message &message : request.messages)
            messages.push_back({{"role", message.role}, {"content", message.content}});
        const auto segments = m_template->render({{"messages", std::move(messages)},
                                                  {"add_generation_prompt", true},
                                                  {"bos_token", m_bosText},
                                                  {"eos_token", m_eosText}});
        if (!segments)
            return failure(segments.error().code, m_info.name + ": " + (segments.error().reason.empty() ? "" : "chat template: ") + segments.error().message);
        return m_tokenizer->encode(*segments);
    }
    std::vector<int64_t> ids = m_tokenizer->encode(request.prompt, SpecialTokens::Parse);
    if (m_addsBos && m_tokenizer->specialIds().bos >= 0)
        ids.insert(ids.begin(), m_tokenizer->specialIds().bos);
    return ids;
}

Result<std::unique_ptr<Prepared>> LanguageModel::prepare(const Request &request, const ModelPolicy &policy) const
{
    if (std::find(m_info.tasks.begin(), m_info.tasks.end(), request.task) == m_info.tasks.end())
        return failure(ErrorCode::InputInvalid, m_info.name + " can't do the task \"" + std::string(taskName(request.task)) + "\"");
    const auto settings = SamplingSettings::resolve(request.generation, {});
    if (!settings)
        return failure(settings.error());
    if (const Result<void> checked = checkPrompt(request); !checked)
        return failure(checked.error());
    auto ids = tokenize(request);
    if (!ids)
        return failure(ids.error());
    if (ids->empty())
        return failure(ErrorCode::InputInvalid, "the prompt is empty: nothing to go on from");
    const int64_t limit = contextLimit(policy);
    if (static_cast<int64_t>(ids->size()) > limit) {
        const int64_t own = m_decoder->config().context;
        const std::string limiting = limit < own
            ? "the context cap is " + std::to_string(limit) + " (the model's own context " + std::to_string(own) + "); shorten it or raise the cap"
            : "the model's own context holds " + std::to_string(own) + "; shorten it";
        return failure(ErrorCode::InputInvalid, "the prompt has " + std::to_string(ids->size()) + " tokens, " + limiting);
    }
    auto prepared = std::make_unique<PreparedText>();
    prepared->tokens = static_cast<int64_t>(ids->size());
    const int64_t positions = std::min(limit, prepared->tokens + settings->maxTokens);
    const int64_t activations = std::min(prepared->tokens, kPrefillChunk) * (4 * m_decoder->config().hidden + 2 * m_decoder->config().feedForward) * 4;
    prepared->estimatedBytes = positions * m_info.kvBytesPerToken + activations;
    prepared->ids = *std::move(ids);
    return prepared;
}

Result<void> LanguageModel::setOffload(Offload mode)
{
    m_askedOffload = mode;
    try {
        m_decoder->weights().setOffload(mode);
    } catch (const c10::OutOfMemoryError &error) {
        return failure(ErrorCode::OutOfMemory, m_info.path + ": weights: " + error.what_without_backtrace());
    }
    return {};
}

EffectiveOffload LanguageModel::effectiveOffload() const
{
    const ResidentWeights &weights = m_decoder->weights();
    if (weights.hasCard())
        return {weights.offload(), weights.offload() == m_askedOffload ? "" : "not all weights fit on the card at once"};
    return {Offload::None, m_askedOffload == Offload::None ? "" : "weights are in host memory already on cpu"};
}

std::unique_ptr<Session> LanguageModel::openSession(const std::string &conversation)
{
    return std::make_unique<TextSession>(std::static_pointer_cast<LanguageModel>(shared_from_this()), conversation);
}

bool GgufLanguageModelFactory::accepts(const std::string &path) const
{
    std::array<char, 4> magic{};
    std::ifstream file(path, std::ios::binary);
    const bool isGguf = file.read(magic.data(), magic.size()) && std::string_view(magic.data(), magic.size()) == "GGUF";
    return isGguf || path.ends_with(".gguf");
}

Result<std::shared_ptr<Model>> GgufLanguageModelFactory::load(const ModelSpec &spec, const LoadContext &context) const
{
    try {
        return LanguageModel::load(spec, context);
    } catch (const c10::OutOfMemoryError &error) {
        return failure(ErrorCode::OutOfMemory, spec.path + ": " + error.what_without_backtrace());
    } catch (const std::bad_alloc &) {
        return failure(ErrorCode::OutOfMemory, spec.path + ": out of memory while loading");
    } catch (const std::exception &error) {
        return failure(ErrorCode::Internal, spec.path + ": " + error.what());
    }
}

} // namespace limno
