// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/requestcodec.h"

#include <nlohmann/json.hpp>

#include <QtCore/QByteArray>
#include <QtCore/QCryptographicHash>

#include <array>

namespace limno {

namespace {

using Json = nlohmann::json;

class FieldHash
{
public:
    void add(char tag, std::string_view bytes)
    {
        addLength(tag, bytes.size());
        m_hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    }

    void add(char tag, const std::vector<int64_t> &ids)
    {
        addLength(tag, ids.size());
        for (const int64_t id : ids)
            addNumber(static_cast<uint64_t>(id));
    }

    std::string hex() const { return m_hash.result().toHex().toStdString(); }

private:
    void addLength(char tag, size_t length)
    {
        m_hash.addData(QByteArrayView(&tag, 1));
        addNumber(length);
    }

    /// Little endian on every machine: hashes of recordings are compared across machines.
    void addNumber(uint64_t number)
    {
        std::array<char, 8> bytes{};
        for (size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<char>((number >> (8 * i)) & 0xff);
        m_hash.addData(QByteArrayView(bytes.data(), bytes.size()));
    }

    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

template<typename T>
void put(Json &json, const char *key, const std::optional<T> &value)
{
    if (value)
        json[key] = *value;
}

template<typename T>
void take(const Json &json, const char *key, std::optional<T> &value)
{
    const auto found = json.find(key);
    if (found != json.end() && found->is_number())
        value = found->get<T>();
}

Json parsed(std::string_view text)
{
    return Json::parse(text, nullptr, false);
}

} // namespace

std::string inputHash(const Request &request)
{
    FieldHash hash;
    hash.add('p', request.prompt);
    for (const Message &message : request.messages) {
        hash.add('r', message.role);
        hash.add('c', message.content);
    }
    hash.add('i', request.inputIds);
    return hash.hex();
}

std::string outputHash(const Outcome &outcome)
{
    FieldHash hash;
    hash.add('t', outcome.text);
    hash.add('i', outcome.ids);
    return hash.hex();
}

int64_t inputBytes(const Request &request)
{
    size_t bytes = request.prompt.size() + request.inputIds.size() * sizeof(int64_t);
    for (const Message &message : request.messages)
        bytes += message.role.size() + message.content.size();
    return static_cast<int64_t>(bytes);
}

std::optional<std::string> inputToJson(const Request &request)
{
    Json json = Json::object();
    if (!request.prompt.empty())
        json["prompt"] = request.prompt;
    for (const Message &message : request.messages)
        json["messages"].push_back({{"role", message.role}, {"content", message.content}});
    if (!request.inputIds.empty())
        json["ids"] = request.inputIds;
    try {
        return json.dump();
    } catch (const Json::type_error &) { // not UTF-8
        return std::nullopt;
    }
}

bool inputFromJson(std::string_view text, Request &request)
{
    const Json json = parsed(text);
    if (!json.is_object())
        return false;
    try {
        Request input;
        input.prompt = json.value("prompt", std::string());
        for (const Json &message : json.value("messages", Json::array()))
            input.messages.push_back({message.at("role").get<std::string>(), message.at("content").get<std::string>()});
        input.inputIds = json.value("ids", std::vector<int64_t>());
        request.prompt = std::move(input.prompt);
        request.messages = std::move(input.messages);
        request.inputIds = std::move(input.inputIds);
        return true;
    } catch (const Json::exception &) {
        return false;
    }
}

std::string generationToJson(const GenerationOptions &options)
{
    Json json = Json::object();
    put(json, "maxTokens", options.maxTokens);
    put(json, "minTokens", options.minTokens);
    put(json, "temperature", options.temperature);
    put(json, "topK", options.topK);
    put(json, "topP", options.topP);
    put(json, "minP", options.minP);
    put(json, "repetitionPenalty", options.repetitionPenalty);
    put(json, "presencePenalty", options.presencePenalty);
    put(json, "frequencyPenalty", options.frequencyPenalty);
    if (!options.stop.empty())
        json["stop"] = options.stop;
    if (options.ignoreEos)
        json["ignoreEos"] = true;
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

GenerationOptions generationFromJson(std::string_view text)
{
    GenerationOptions options;
    const Json json = parsed(text);
    if (!json.is_object())
        return options;
    take(json, "maxTokens", options.maxTokens);
    take(json, "minTokens", options.minTokens);
    take(json, "temperature", options.temperature);
    take(json, "topK", options.topK);
    take(json, "topP", options.topP);
    take(json, "minP", options.minP);
    take(json, "repetitionPenalty", options.repetitionPenalty);
    take(json, "presencePenalty", options.presencePenalty);
    take(json, "frequencyPenalty", options.frequencyPenalty);
    if (const auto stop = json.find("stop"); stop != json.end() && stop->is_array()) {
        for (const Json &end : *stop) {
            if (end.is_string())
                options.stop.push_back(end.get<std::string>());
        }
    }
    if (const auto ignoreEos = json.find("ignoreEos"); ignoreEos != json.end() && ignoreEos->is_boolean())
        options.ignoreEos = ignoreEos->get<bool>();
    return options;
}

std::string sampleToJson(const Sample &sample, int64_t startNs)
{
    Json json{{"timeNs", sample.timeNs - startNs}};
    for (size_t i = 0; i < kMetricCount; ++i) {
        if (const auto value = sample.value(static_cast<Metric>(i)))
            json[std::string(metricInfo(static_cast<Metric>(i)).name)] = *value;
    }
    return json.dump();
}

Sample sampleFromJson(std::string_view text)
{
    Sample sample;
    const Json json = parsed(text);
    if (!json.is_object())
        return sample;
    for (const auto &[key, value] : json.items()) {
        if (!value.is_number_integer())
            continue;
        if (key == "timeNs")
            sample.timeNs = value.get<int64_t>();
        else if (const auto metric = metricByName(key))
            sample.set(*metric, value.get<int64_t>());
    }
    return sample;
}

} // namespace limno
