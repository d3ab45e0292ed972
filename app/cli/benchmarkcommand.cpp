// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/numbers.h"

#include "app/services.h"
#include "core/runtime/gatebenchmark.h"

#include <iomanip>
#include <iostream>

namespace limno::cli {

namespace {

/// `bench allocator`, `bench gate`: measurements of parts of the program itself.
struct BenchPart {
    std::string name;
    int rounds = 21;

    int run(OutputMode mode) const
    {
        Services services(Runtime::Options{});
        services.modules.add(gateBenchmark());
        std::optional<Benchmark> benchmark = services.modules.benchmark(name);
        if (!benchmark) {
            if (const Result<void> opened = services.modules.open("limnograph-tensors"); !opened)
                return reportError(mode, opened.error());
            benchmark = services.modules.benchmark(name);
        }
        if (!benchmark)
            return reportError(mode, {ErrorCode::Internal, "bench " + name + ": no module offers it"});
        const std::vector<Benchmark::Row> rows = benchmark->run(rounds);
        Json document = newDocument();
        document["configured"] = {{"rounds", rounds}};
        document["runs"] = Json::array();
        for (const Benchmark::Row &row : rows) {
            Json json{{"name", row.name}};
            for (const auto &[key, value] : row.values)
                json[key] = value;
            document["runs"].push_back(std::move(json));
        }
        if (mode == OutputMode::Script)
            printDocument(document);
        else
            print(rows);
        return kExitDone;
    }

private:
    static void print(const std::vector<Benchmark::Row> &rows)
    {
        std::cout << std::fixed << std::setprecision(2);
        for (const Benchmark::Row &row : rows) {
            std::cout << std::left << std::setw(36) << row.name << std::right;
            for (const auto &[key, value] : row.values)
                std::cout << "  " << key << ' ' << value;
            std::cout << '\n';
        }
    }
};

} // namespace

void declareBenchParts(CLI::App &bench, Invocation &invocation)
{
    for (const auto &[name, about] : {std::pair{"allocator", "Our allocator beside LibTorch's, and the emulated card"},
                                      {"gate", "Queue, gate and workers with the model null"}}) {
        CLI::App *command = nullptr;
        auto state = declareCommand<BenchPart>(bench, invocation, name, about, command);
        state->name = name;
        command->add_option("--repeat", state->rounds, "Rounds; medians are printed")->check(wholeNumber(1, 10'000))->capture_default_str();
    }
}

} // namespace limno::cli
