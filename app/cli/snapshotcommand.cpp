// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/numbers.h"

#include "core/base/bytesize.h"
#include "core/io/report.h"
#include "core/io/snapshotcsv.h"
#include "core/io/snapshotpickle.h"
#include "core/replay/recordedsnapshots.h"

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace limno::cli {

namespace {

constexpr size_t kTop = 10;

struct Snapshots {
    std::string file;
    bool list = false;
    std::vector<int64_t> diff;
    std::optional<int64_t> at;
    std::string format;
    std::string outFile;

    int run(OutputMode mode) const
    {
        if (format.empty() != outFile.empty())
            return reportError(mode, {ErrorCode::InputInvalid, "--format and --out need each other"});
        if (at && format.empty())
            return reportError(mode, {ErrorCode::InputInvalid, "--at says what to export: --format and --out are missing"});
        if (!diff.empty() && format == "pickle")
            return reportError(mode, {ErrorCode::InputInvalid, "--format pickle holds one snapshot: --at in place of --diff"});
        const auto snapshots = RecordedSnapshots::open(file);
        if (!snapshots)
            return reportError(mode, snapshots.error());
        if (!diff.empty())
            return compare(mode, *snapshots);
        return format.empty() ? printList(mode, *snapshots) : exportOne(mode, *snapshots);
    }

private:
    static int printList(OutputMode mode, const RecordedSnapshots &snapshots)
    {
        const auto &entries = snapshots.entries();
        Json document = newDocument();
        document["file"] = snapshots.path();
        document["snapshots"] = Json::array();
        for (size_t index = 0; index < entries.size(); ++index)
            document["snapshots"].push_back({{"index", index},
                                             {"timeMs", static_cast<double>(entries[index].timeNs) / kNsPerMs},
                                             {"reason", entries[index].reason}});
        if (mode == OutputMode::Script) {
            printDocument(document);
            return kExitDone;
        }
        if (entries.empty())
            std::cout << "no snapshots in this recording\n";
        for (const Json &row : document["snapshots"])
            std::cout << std::right << std::setw(3) << row["index"] << std::setw(12) << std::fixed << std::setprecision(1)
                      << row["timeMs"].get<double>() / 1000 << " s  " << row["reason"].get<std::string>() << '\n';
        return kExitDone;
    }

    int compare(OutputMode mode, const RecordedSnapshots &snapshots) const
    {
        const auto earlier = snapshots.load(diff[0]);
        if (!earlier)
            return reportError(mode, earlier.error());
        const auto later = snapshots.load(diff[1]);
        if (!later)
            return reportError(mode, later.error());
        const std::vector<Growth> rows = growth(*earlier, *later);
        if (!outFile.empty())
            return write(mode, growthCsv(rows));
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            document["file"] = file;
            document["earlier"] = diff[0];
            document["later"] = diff[1];
            document["growth"] = Json::array();
            for (const Growth &row : rows)
                document["growth"].push_back({{"owner", ownerName(row.owner)}, {"name", row.name}, {"site", row.site},
                                              {"space", memorySpaceName(row.space)}, {"count", row.count}, {"bytes", row.bytes},
                                              {"deltaBytes", row.deltaBytes}, {"deltaCount", row.deltaCount}});
            printDocument(document);
        } else {
            print(rows);
        }
        return kExitDone;
    }

    /// "KV cache of smollm2"; "heap" for what is no tensor.
    static std::string holder(const Growth &row)
    {
        if (row.owner == Owner::Untagged && !row.name.empty())
            return row.name;
        return std::string(ownerName(row.owner)) + (row.name.empty() ? "" : " of " + row.name);
    }

    static void print(const std::vector<Growth> &rows)
    {
        if (rows.empty()) {
            std::cout << "nothing has changed\n";
            return;
        }
        std::cout << std::right << std::setw(12) << "growth" << std::setw(12) << "bytes" << std::setw(8) << "count" << "  owner, site\n";
        for (size_t i = 0; i < std::min(rows.size(), kTop); ++i) {
            const Growth &row = rows[i];
            std::cout << std::right << std::setw(12) << formatByteSize(row.deltaBytes) << std::setw(12) << formatByteSize(row.bytes)
                      << std::setw(8) << row.count << "  " << holder(row)
                      << (row.site.empty() ? "" : ", " + row.site) << " (" << memorySpaceName(row.space) << ")\n";
        }
        if (rows.size() > kTop)
            std::cout << "and " << rows.size() - kTop << " more (--json or --format csv has all)\n";
    }

    int exportOne(OutputMode mode, const RecordedSnapshots &snapshots) const
    {
        const auto snapshot = snapshots.load(at.value_or(static_cast<int64_t>(snapshots.entries().size()) - 1));
        if (!snapshot)
            return reportError(mode, snapshot.error());
        if (format == "csv")
            return write(mode, ownersCsv(*snapshot));
        const auto pickle = snapshotPickle(*snapshot);
        return pickle ? write(mode, *pickle) : reportError(mode, {pickle.error().code, file + ": " + pickle.error().message});
    }

    int write(OutputMode mode, const std::string &bytes) const
    {
        if (const auto written = writeTextFile(outFile, bytes); !written)
            return reportError(mode, written.error());
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            document["file"] = file;
            document["out"] = outFile;
            document["bytes"] = bytes.size();
            printDocument(document);
        } else {
            std::cout << outFile << '\n';
        }
        return kExitDone;
    }
};

} // namespace

void declareSnapshot(CLI::App &root, Invocation &invocation)
{
    CLI::App *command = nullptr;
    auto state = declareCommand<Snapshots>(root, invocation, "snapshot", "Snapshots of memory in a recording", command);
    command->add_option("file", state->file, "Recording")->required();
    CLI::Option *list = command->add_flag("--list", state->list, "Show which there are (without other options, too)");
    CLI::Option *diff = command->add_option("--diff", state->diff, "What grew between two, by their places in the list")
                            ->expected(2)
                            ->check(wholeNumber(0, 1'000'000));
    CLI::Option *format = command->add_option("--format", state->format, "pickle (PyTorch's memory viewer) or csv (owners, or with --diff the growth)")
                              ->check(CLI::IsMember({"pickle", "csv"}));
    command->add_option("--at", state->at, "The one to export (default: the last)")->check(wholeNumber(0, 1'000'000))->excludes(diff);
    command->add_option("--out", state->outFile, "File to write");
    list->excludes(diff)->excludes(format);
}

} // namespace limno::cli
