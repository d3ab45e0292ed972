// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/runfile.h"

#include <QCoreApplication>
#include <QProcess>
#include <QStringList>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <unistd.h>

namespace limno::cli {

namespace {

constexpr int kPollMs = 100;

/// A switch of the loop: what it may be set to, and the option that does it.
struct Switch {
    const char *name;
    const char *option;
    std::vector<const char *> values; ///< the first is what holds when the option is not given
};

const std::vector<Switch> &switches()
{
    static const std::vector<Switch> all{{"kv-cache", "--kv-cache", {"on", "off"}},
                                         {"offload", "--offload", {"none", "model", "layer"}},
                                         {"allocator", "--quiet-allocator", {"default", "quiet"}},
                                         {"vary", "--vary", {"none", "prompt", "shape"}},
                                         {"workers", "--workers", {"1", "2"}},
                                         {"dtype", "--dtype", {"native", "fp32"}}};
    return all;
}

/// The same loop with one switch changed at a time, each in a process of its own.
struct Matrix {
    std::string task;
    std::vector<std::string> chosen;
    CLI::App *command = nullptr;

    int run(OutputMode mode) const
    {
        QStringList base{QStringLiteral("replay"), QString::fromStdString(task)};
        for (const std::string &word : command->remaining())
            base << QString::fromStdString(word);
        Json rows = Json::array();
        Json first;
        if (const int code = add(rows, first, "base", "", base, mode); code != kExitDone)
            return code;
        bool isInterrupted = false;
        for (const std::string &name : chosen) {
            const Switch &flipped = *std::ranges::find(switches(), name, &Switch::name);
            const QString option = QLatin1String(flipped.option);
            const qsizetype at = base.indexOf(option);
            const std::string now = at < 0 ? flipped.values.front() : name == "allocator" ? "quiet" : at + 1 < base.size() ? base[at + 1].toStdString() : "";
            for (const char *value : flipped.values) {
                if (value == now || isInterrupted)
                    continue;
                QStringList arguments = base;
                if (at >= 0)
                    arguments.remove(at, name == "allocator" ? 1 : 2);
                if (name == "allocator" ? std::string_view(value) == "quiet" : value != flipped.values.front() || at >= 0) {
                    arguments << option;
                    if (name != "allocator")
                        arguments << QLatin1String(value);
                }
                if (const int code = add(rows, first, name, value, arguments, mode); code != kExitDone && interruptCode() == 0)
                    return code;
                isInterrupted = interruptCode() != 0;
            }
        }
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            document["task"] = task;
            document["rows"] = std::move(rows);
            if (isInterrupted)
                document["interrupted"] = true;
            printDocument(document);
        }
        return interruptCode();
    }

private:
    /// Runs one loop and adds its row; the code of a loop that failed, whose error has been reported.
    int add(Json &rows, Json &first, const std::string &name, const std::string &value, const QStringList &arguments, OutputMode mode) const
    {
        QProcess loop;
        loop.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        if (isatty(STDERR_FILENO) != 0)
            std::cerr << name << ' ' << value << '\n';
        loop.start(QCoreApplication::applicationFilePath(), arguments + QStringList{QStringLiteral("--json")});
        while (!loop.waitForFinished(kPollMs) && loop.state() != QProcess::NotRunning) {
            if (interruptCode() != 0)
                loop.terminate();
        }
        const Json document = Json::parse(loop.readAllStandardOutput().toStdString(), nullptr, false);
        if (!document.is_object())
            return reportError(mode, {ErrorCode::Internal, "matrix: " + name + " " + value + ": the loop ended without a result"});
        if (document.contains("error") || !document.contains("verdict")) {
            if (mode == OutputMode::Script)
                printDocument(document);
            else
                std::cerr << "limnograph-cli: matrix: " << name << ' ' << value << ": " << document.value("/error/message"_json_pointer, std::string("no verdict")) << '\n';
            return std::max(loop.exitCode(), 1);
        }
        const Json &verdict = document["verdict"];
        Json row{{"switch", name}, {"value", value}, {"slopePerRequest", verdict["slopePerRequest"]}, {"low", verdict["low"]},
                 {"high", verdict["high"]}, {"class", verdict["class"]}, {"series", verdict["series"]},
                 {"peak", document["memory"]["peak"]}, {"bytesRemoved", nullptr}};
        if (first.is_null())
            first = document;
        else
            row["bytesRemoved"] = removed(first, document);
        if (mode == OutputMode::People)
            print(row);
        rows.push_back(std::move(row));
        return kExitDone;
    }

    /// How much less the run left behind than the base, in the series that decided the base.
    static Json removed(const Json &base, const Json &now)
    {
        const std::string series = base["verdict"]["series"];
        if (!base["series"].contains(series) || !now["series"].contains(series))
            return nullptr;
        const Json &before = base["series"][series]["slope"];
        const Json &after = now["series"][series]["slope"];
        if (!before.is_number() || !after.is_number())
            return nullptr;
        return static_cast<int64_t>((before.get<double>() - after.get<double>()) * base["requests"]["ok"].get<double>());
    }

    static void print(const Json &row)
    {
        std::cout << std::left << std::setw(12) << row["switch"].get<std::string>() << std::setw(10) << row["value"].get<std::string>()
                  << std::setw(16) << row["class"].get<std::string>();
        if (row["slopePerRequest"].is_number())
            std::cout << sizeText(row["slopePerRequest"]) << " a request (" << sizeText(row["low"]) << " to " << sizeText(row["high"]) << ")";
        if (row["bytesRemoved"].is_number())
            std::cout << ", " << sizeText(row["bytesRemoved"]) << " less in the run";
        std::cout << std::endl;
    }
};

} // namespace

void declareMatrix(CLI::App &root, Invocation &invocation)
{
    CLI::App *matrix = root.add_subcommand("matrix", "The same loop with one switch changed at a time");
    matrix->require_subcommand(1);
    std::vector<std::string> names;
    for (const Switch &each : switches())
        names.emplace_back(each.name);
    for (const char *task : {"chat", "complete", "null"}) {
        CLI::App *command = nullptr;
        auto state = declareCommand<Matrix>(*matrix, invocation, task, "All options of replay, for each of the loops", command);
        state->task = task;
        state->command = command;
        command->add_option("--switch", state->chosen, "Switches, separated by commas")->delimiter(',')->check(CLI::IsMember(names))->required();
        command->allow_extras();
    }
}

} // namespace limno::cli
