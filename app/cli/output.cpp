// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "app/cli/interrupt.h"

#include "core/base/bytesize.h"
#include "core/base/version.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <memory>
#include <system_error>

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

void secureStreams()
{
    // Opened the wrong way round: using such a stream fails as if it were closed.
    for (const int stream : {0, 1, 2}) {
        if (::fcntl(stream, F_GETFD) < 0)
            (void)::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
    }
    std::signal(SIGXFSZ, SIG_IGN);
}

int finishOutput(int code)
{
    std::cout.flush();
    if (std::fflush(stdout) == 0) {
        if (std::ferror(stdout) == 0)
            return code;
        // An earlier write failed and why is forgotten; one more tells it again.
        std::fputc('\n', stdout);
        if (std::fflush(stdout) == 0)
            errno = 0;
    }
    const int error = errno;
    std::cerr << "limnograph-cli: " << errorCodeName(ErrorCode::Io) << ": standard output can't be written"
              << (error == 0 ? std::string() : ": " + std::system_category().message(error)) << '\n';
    return exitCodeFor(ErrorCode::Io);
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

Result<std::string> readTextInput(const std::string &path, size_t mostBytes)
{
    const bool isStdin = path == "-";
    const std::string name = isStdin ? "standard input" : path;
    const auto refuse = [&name](int error) {
        return failure(ErrorCode::InputInvalid,
                       name + ": can't be read: " + (error == EISDIR ? "is a folder" : std::system_category().message(error)));
    };
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> opened(isStdin ? nullptr : std::fopen(path.c_str(), "rb"), std::fclose);
    std::FILE *file = isStdin ? stdin : opened.get();
    if (!file)
        return refuse(errno);
    std::string text;
    std::array<char, 64 * 1024> block{};
    while (const size_t count = std::fread(block.data(), 1, block.size(), file)) {
        text.append(block.data(), count);
        if (text.size() > mostBytes)
            return failure(ErrorCode::InputInvalid, name + ": larger than " + formatByteSize(static_cast<int64_t>(mostBytes)));
    }
    if (std::ferror(file) != 0)
        return refuse(errno);
    return text;
}

} // namespace limno::cli
