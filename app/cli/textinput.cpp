// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/textinput.h"

#include "core/formats/gguf.h"
#include "core/formats/safetensors.h"
#include "core/io/builtinmodels.h"
#include "core/text/tokensampler.h"

#include <cstring>
#include <filesystem>

namespace limno::cli {

namespace {

Result<std::vector<Message>> readMessages(const std::string &path)
{
    const auto text = readTextInput(path, kLargestPrompt);
    if (!text)
        return failure(text.error());
    Json list = Json::parse(*text, nullptr, false);
    if (list.is_object() && list.contains("messages"))
        list = list["messages"];
    if (!list.is_array() || list.empty())
        return failure(ErrorCode::InputInvalid, path + ": not a JSON list of messages");
    std::vector<Message> messages;
    for (const Json &entry : list) {
        if (!entry.is_object() || !entry.contains("role") || !entry["role"].is_string() || !entry.contains("content")
            || !entry["content"].is_string())
            return failure(ErrorCode::InputInvalid,
                           path + ": message " + std::to_string(messages.size() + 1) + " needs \"role\" and \"content\" as texts");
        messages.push_back({entry["role"], entry["content"]});
    }
    return messages;
}

Result<std::vector<int64_t>> readIds(const std::string &path)
{
    const auto tensors = readPlainTensors(path);
    if (!tensors)
        return failure(ErrorCode::InputInvalid, tensors.error().message, tensors.error().reason);
    const auto ids = tensors->find("input_ids");
    if (ids == tensors->end())
        return failure(ErrorCode::InputInvalid, path + ": no tensor input_ids");
    const PlainTensor &tensor = ids->second;
    const bool isRow = tensor.shape.size() == 1 || (tensor.shape.size() == 2 && tensor.shape[0] == 1);
    if (tensor.type != PlainType::I64 || !isRow || tensor.bytes.empty())
        return failure(ErrorCode::InputInvalid, path + ": input_ids must be whole numbers of shape [n] or [1, n], n at least 1");
    std::vector<int64_t> values(tensor.bytes.size() / sizeof(int64_t));
    std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
    return values;
}

std::optional<double> milliseconds(std::optional<int64_t> from, std::optional<int64_t> to)
{
    if (!from || !to)
        return std::nullopt;
    return static_cast<double>(*to - *from) / kNsPerMs;
}

} // namespace

void TextInputOptions::declare(CLI::App &command)
{
    command.add_option("--prompt", prompts, "What to answer or go on from (repeatable)")->take_all()->expected(1);
    command.add_option("--prompt-file", promptFile, "Prompt from a file, - for standard input");
    command.add_option("--system", system, "System message of a chat");
    command.add_option("--messages", messagesFile, "JSON file with a whole conversation");
    command.add_option("--input", tensorFile, "Safetensors file with input_ids in place of a prompt");
}

Result<std::vector<Request>> TextInputOptions::requests(Task task, const std::string &model, const GenerationOptions &generation,
                                                        uint64_t seed) const
{
    if (const auto settings = SamplingSettings::resolve(generation, {}); !settings)
        return failure(settings.error().code, "--" + settings.error().message);
    Request base;
    base.task = task;
    base.model = model;
    base.generation = generation;
    base.seed = seed;
    std::vector<Request> all;
    const auto addPrompt = [&](const std::string &prompt) {
        Request request = base;
        request.prompt = prompt;
        if (task == Task::Chat) {
            if (!system.empty())
                request.messages.push_back({"system", system});
            request.messages.push_back({"user", prompt});
        }
        all.push_back(std::move(request));
    };
    for (const std::string &prompt : prompts)
        addPrompt(prompt);
    if (!promptFile.empty()) {
        const auto text = readTextInput(promptFile, kLargestPrompt);
        if (!text)
            return failure(text.error());
        addPrompt(*text);
    }
    if (!messagesFile.empty()) {
        auto messages = readMessages(messagesFile);
        if (!messages)
            return failure(messages.error());
        if (task != Task::Chat)
            return failure(ErrorCode::InputInvalid, "--messages goes with chat");
        Request request = base;
        request.messages = *std::move(messages);
        if (!system.empty())
            request.messages.insert(request.messages.begin(), {"system", system});
        request.prompt = request.messages.back().content;
        all.push_back(std::move(request));
    }
    if (!tensorFile.empty()) {
        auto ids = readIds(tensorFile);
        if (!ids)
            return failure(ids.error());
        Request request = base;
        request.inputIds = *std::move(ids);
        all.push_back(std::move(request));
    }
    if (all.empty())
        return failure(ErrorCode::InputInvalid, "no input: give --prompt, --prompt-file, --messages or --input");
    return all;
}

Result<std::shared_ptr<Tokenizer>> openTokenizer(const std::string &model)
{
    const auto path = resolveModel(model);
    if (!path)
        return failure(path.error());
    if (std::filesystem::is_directory(*path))
        return tokenizerFromFolder(*path);
    const auto file = GgufFile::open(*path);
    if (!file)
        return failure(file.error());
    return tokenizerFromGguf(**file);
}

Json resultJson(const Request &request, const Outcome &outcome)
{
    Json json{{"input", request.inputIds.empty() ? Json(request.prompt) : Json("input_ids")}, {"outcome", outcomeKindName(outcome.kind)}};
    if (outcome.error)
        json["error"] = errorJson(*outcome.error);
    if (outcome.kind == OutcomeKind::Failed)
        return json;
    json["text"] = outcome.text;
    json["ids"] = outcome.ids;
    if (outcome.finish == FinishReason::Stop)
        json["finish"] = "stop";
    if (outcome.finish == FinishReason::Length)
        json["finish"] = "length";
    return json;
}

Json timingsJson(const Outcome &outcome, const ModelInfo &model)
{
    const RequestTimes &times = outcome.times;
    Json json = Json::object();
    const auto put = [&](const char *name, std::optional<double> value) {
        if (value)
            json[name] = *value;
    };
    put("queueMs", milliseconds(times.submittedNs, times.grantedNs));
    put("firstTokenMs", milliseconds(times.submittedNs, times.firstTokenNs));
    put("totalMs", milliseconds(times.submittedNs, times.finishedNs));
    if (model.format == kNullModel) // it computes nothing, so there is no rate
        return json;
    const auto prefillMs = milliseconds(times.startedNs, times.prefilledNs);
    const int64_t computed = outcome.tokens.in - outcome.tokens.reused;
    // A single token is a step of decoding and none of prefill.
    if (prefillMs && *prefillMs > 0 && outcome.tokens.prefilled > 0)
        json["prefillTokensPerSecond"] = static_cast<double>(computed) / *prefillMs * 1000;
    const auto decodeMs = milliseconds(times.firstTokenNs, times.finishedNs);
    if (decodeMs && *decodeMs > 0 && outcome.tokens.out > 1)
        json["decodeTokensPerSecond"] = static_cast<double>(outcome.tokens.out - 1) / *decodeMs * 1000;
    return json;
}

} // namespace limno::cli
