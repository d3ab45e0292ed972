// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/io/report.h"
#include "core/io/snapshotpickle.h"
#include "core/replay/recordedsnapshots.h"
#include "core/replay/recording.h"

#include <QCoreApplication>
#include <QProcess>

#include <filesystem>
#include <iostream>

namespace limno::cli {

namespace {

constexpr int kSvgWidth = 1200;
constexpr int kSvgHeight = 640;
constexpr int kPngScale = 2; ///< pixels for one of the SVG's
constexpr int kPaintMs = 60'000;
constexpr const char *kMemoryViz = "memory-viz";

/// Samples as a table: time in nanoseconds, then one column a metric that was ever present.
std::string samplesCsv(const Recording &recording)
{
    std::vector<Metric> columns;
    for (size_t i = 0; i < kMetricCount; ++i) {
        const auto metric = static_cast<Metric>(i);
        const auto isPresent = [metric](const Sample &sample) { return sample.value(metric).has_value(); };
        if (std::any_of(recording.samples.begin(), recording.samples.end(), isPresent))
            columns.push_back(metric);
    }
    std::string text = "timeNs";
    for (const Metric metric : columns)
        text += "," + std::string(metricInfo(metric).name);
    text += '\n';
    for (const Sample &sample : recording.samples) {
        text += std::to_string(sample.timeNs);
        for (const Metric metric : columns) {
            const auto value = sample.value(metric);
            text += "," + (value ? std::to_string(*value) : std::string());
        }
        text += '\n';
    }
    return text;
}

struct Export {
    std::string file;
    std::vector<std::string> formats;
    std::string folder = ".";

    int run(OutputMode mode) const
    {
        const auto recording = Recording::open(file);
        if (!recording)
            return reportError(mode, recording.error());
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (error)
            return reportError(mode, {ErrorCode::Io, folder + ": " + error.message()});
        const std::string stem = std::filesystem::path(file).stem().string();
        Json files = Json::array();
        for (const std::string &format : formats) {
            if (format == kMemoryViz) {
                if (const auto written = writePickles(stem, files); !written)
                    return reportError(mode, written.error());
                continue;
            }
            const std::string path = (std::filesystem::path(folder) / (stem + "." + format)).string();
            const Result<std::string> bytes = format == "png" ? png(*recording) : textIn(format, *recording, stem);
            if (!bytes)
                return reportError(mode, bytes.error());
            if (const auto written = writeTextFile(path, *bytes); !written)
                return reportError(mode, written.error());
            files.push_back(path);
        }
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            document["files"] = std::move(files);
            printDocument(document);
        } else {
            for (const Json &path : files)
                std::cout << path.get<std::string>() << '\n';
        }
        return kExitDone;
    }

private:
    /// By a program of its own, beside this one.
    static Result<std::string> png(const Recording &recording)
    {
        const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/limnograph-picture");
        QProcess painter;
        painter.start(program, {QString::number(kPngScale)});
        painter.write(QByteArray::fromStdString(levelSvg(recording, kSvgWidth, kSvgHeight)));
        painter.closeWriteChannel();
        if (!painter.waitForFinished(kPaintMs) || painter.exitStatus() != QProcess::NormalExit || painter.exitCode() != 0)
            return failure(ErrorCode::Io, "png: " + program.toStdString() + ": "
                               + (painter.error() == QProcess::UnknownError ? painter.readAllStandardError().trimmed() : painter.errorString().toUtf8()).toStdString());
        return painter.readAllStandardOutput().toStdString();
    }

    static Result<std::string> textIn(const std::string &format, const Recording &recording, const std::string &title)
    {
        if (format == "html")
            return htmlReport(recording, title);
        if (format == "md")
            return markdownReport(recording, title);
        if (format == "json")
            return jsonReport(recording, title);
        return format == "svg" ? levelSvg(recording, kSvgWidth, kSvgHeight) : samplesCsv(recording);
    }

    /// One file for each snapshot that shows an allocator.
    Result<void> writePickles(const std::string &stem, Json &files) const
    {
        const auto snapshots = RecordedSnapshots::open(file);
        if (!snapshots)
            return failure(snapshots.error());
        const size_t before = files.size();
        for (size_t index = 0; index < snapshots->entries().size(); ++index) {
            const auto snapshot = snapshots->load(static_cast<int64_t>(index));
            if (!snapshot)
                return failure(snapshot.error());
            if (!snapshot->card)
                continue;
            const auto pickle = snapshotPickle(*snapshot);
            if (!pickle)
                return failure(pickle.error());
            const std::string path = (std::filesystem::path(folder) / (stem + "." + std::to_string(index) + ".pickle")).string();
            if (Result<void> written = writeTextFile(path, *pickle); !written)
                return written;
            files.push_back(path);
        }
        if (files.size() > before)
            return {};
        return failure(ErrorCode::InputInvalid,
                       file + ": memory-viz: of " + std::to_string(snapshots->entries().size())
                           + " snapshots none shows a device's allocator (--device emulated:SIZE)");
    }
};

} // namespace

void declareExport(CLI::App &root, Invocation &invocation)
{
    CLI::App *command = nullptr;
    auto state = declareCommand<Export>(root, invocation, "export", "A recording in other formats", command);
    command->add_option("file", state->file, "Recording")->required();
    command->add_option("--format", state->formats, "Formats, separated by commas")
        ->delimiter(',')
        ->check(CLI::IsMember({"csv", "json", "html", "md", "png", "svg", kMemoryViz}))
        ->required();
    command->add_option("--out", state->folder, "Folder for the files")->capture_default_str();
}

} // namespace limno::cli
