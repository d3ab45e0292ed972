// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/base/bytesize.h"
#include "core/formats/modelfile.h"
#include "core/io/builtinmodels.h"

#include <iomanip>
#include <iostream>

namespace limno::cli {

namespace {

struct ModelsList {
    int run(OutputMode mode) const
    {
        Json models = Json::array();
        for (const BuiltinModel &builtin : builtinModels()) {
            Json row{{"name", builtin.name}, {"path", builtin.path}};
            if (const auto description = describeModel(builtin.path)) {
                row["format"] = description->format;
                row["task"] = description->task;
                row["bytes"] = description->fileBytes;
            }
            models.push_back(std::move(row));
        }
        models.push_back({{"name", kNullModel}, {"path", kNullModel}, {"format", "null"}, {"task", "any"}, {"bytes", 0}});
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            document["models"] = std::move(models);
            printDocument(document);
            return kExitDone;
        }
        for (const Json &row : models)
            std::cout << std::left << std::setw(20) << row["name"].get<std::string>() << std::setw(8) << row.value("format", "-")
                      << std::setw(10) << row.value("task", "-") << std::right << std::setw(12)
                      << (row.contains("bytes") ? formatByteSize(row["bytes"]) : "-") << "  " << row["path"].get<std::string>() << '\n';
        return kExitDone;
    }
};

struct ModelsInfo {
    std::string model;

    int run(OutputMode mode) const
    {
        const auto path = resolveModel(model);
        if (!path)
            return reportError(mode, path.error());
        const auto description = describeModel(*path);
        if (!description)
            return reportError(mode, description.error());
        if (mode == OutputMode::People) {
            std::cout << *path << "\n  " << description->format << ", " << description->architecture << ", for " << description->task << "\n  "
                      << description->parameters << " parameters, " << formatByteSize(description->weightBytes) << " of weights in "
                      << description->tensors.size() << " tensors\n  context " << description->contextLength << " tokens, "
                      << formatByteSize(description->kvBytesPerToken) << " of keys and values a token\n  one request at full context needs about "
                      << formatByteSize(description->peakBytes) << '\n';
            return kExitDone;
        }
        Json document = newDocument();
        document["path"] = *path;
        document["format"] = description->format;
        document["arch"] = description->architecture;
        document["task"] = description->task;
        document["parameters"] = description->parameters;
        document["context"] = description->contextLength;
        document["estimate"] = {{"weights", description->weightBytes}, {"kvPerToken", description->kvBytesPerToken}, {"peak", description->peakBytes}};
        document["tensors"] = Json::array();
        for (const TensorSummary &tensor : description->tensors)
            document["tensors"].push_back({{"name", tensor.name}, {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"bytes", tensor.bytes}});
        printDocument(document);
        return kExitDone;
    }
};

struct ModelsCheck {
    std::vector<std::string> files;

    int run(OutputMode mode) const
    {
        bool isAnyBad = false;
        Json rows = Json::array();
        for (const std::string &file : files) {
            const auto checked = checkModelFile(file);
            Json row{{"file", file}, {"ok", checked.has_value()}};
            if (!checked) {
                isAnyBad = true;
                row["reason"] = checked.error().reason;
                row["message"] = checked.error().message;
            }
            rows.push_back(std::move(row));
        }
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            document["files"] = std::move(rows);
            printDocument(document);
        } else {
            for (const Json &row : rows)
                std::cout << (row["ok"].get<bool>() ? "ok   " + row["file"].get<std::string>() : "bad  " + row["message"].get<std::string>()) << '\n';
        }
        return isAnyBad ? kExitSomeFailed : kExitDone;
    }
};

} // namespace

void declareModels(CLI::App &root, Invocation &invocation)
{
    CLI::App *models = root.add_subcommand("models", "List, describe and check model files");
    models->require_subcommand(1);
    CLI::App *command = nullptr;
    declareCommand<ModelsList>(*models, invocation, "list", "Built-in models", command);
    auto info = declareCommand<ModelsInfo>(*models, invocation, "info", "What a model file says about itself", command);
    command->add_option("model", info->model, "File or built-in name")->required();
    auto check = declareCommand<ModelsCheck>(*models, invocation, "check", "Is each file intact and valid?", command);
    command->add_option("files", check->files, "Files")->required();
}

} // namespace limno::cli
