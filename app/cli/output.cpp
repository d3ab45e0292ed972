// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "app/cli/interrupt.h"

#include "core/base/version.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace limno::cli {

int exitCodeFor(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Internal:
    case ErrorCode::Io:
        return 1;
    case ErrorCode::InputInvalid:
        return 2;
    case ErrorCode::OutOfMemory:
        return 5;
    case ErrorCode::ModelInvalid:
    case ErrorCode::ModelUnsupported:
    case ErrorCode::ModelMissing:
    case ErrorCode::DeviceMissing:
        return 6;
    case ErrorCode::Unreachable:
        return 7;
    case ErrorCode::Busy:
        return 8;
    case ErrorCode::Timeout:
        return 9;
    case ErrorCode::Cancelled:
        break;
    }
    return 1;
}

Json newDocument()
{
    return {{"schema", 1}, {"version", kVersion}};
}

void printDocument(const Json &document)
{
    const std::string text = document.dump(2, ' ', false, Json::error_handler_t::replace);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

Json errorJson(const Error &error)
{
    Json json{{"code", errorCodeName(error.code)}, {"message", error.message}};
    if (!error.reason.empty())
        json["reason"] = error.reason;
    return json;
}

int reportError(OutputMode mode, const Error &error)
{
    if (mode == OutputMode::Script) {
        Json document = newDocument();
        document["error"] = errorJson(error);
        if (error.code == ErrorCode::Cancelled)
            document["interrupted"] = true;
        printDocument(document);
    } else {
        std::cerr << "limnograph-cli: " << errorCodeName(error.code) << ": " << error.message << '\n';
    }
    return error.code == ErrorCode::Cancelled && interruptCode() != 0 ? interruptCode() : exitCodeFor(error.code);
}

Json sampleJson(const Sample &sample)
{
    Json json = Json::object();
    for (size_t i = 0; i < kMetricCount; ++i) {
        const auto metric = static_cast<Metric>(i);
        if (const auto value = sample.value(metric))
            json[std::string(metricInfo(metric).name)] = *value;
    }
    return json;
}

Result<std::string> readTextInput(const std::string &path)
{
    if (path == "-")
        return std::string(std::istreambuf_iterator<char>(std::cin), {});
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (file)
        text << file.rdbuf();
    // An empty file sets failbit on the stream that takes the buffer, which is no error.
    if (!file)
        return failure(ErrorCode::InputInvalid, path + ": can't be read");
    return text.str();
}

} // namespace limno::cli
