// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/growthfactors.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace limno {

namespace {

constexpr double kApart = 10; ///< difference of Akaike's criterion that settles it
constexpr double kExplains = 0.5; ///< share of the variance
constexpr double kFewestThreads = 8;

/// A count that only rises, by row of the run.
struct Count {
    const char *name;
    std::vector<double> values;
};

template<typename Step>
std::vector<double> summed(const MemoryRun &run, const Step &step)
{
    std::vector<double> sums;
    double sum = 0;
    for (const RunRow &row : run.rows)
        sums.push_back(sum += row.phase == RunPhase::Rest ? 0 : step(row));
    return sums;
}

/// Absent where a single row lacks it.
template<typename Value>
std::vector<double> summedField(const MemoryRun &run, std::optional<Value> RunRow::*field)
{
    const auto isUnknown = [&](const RunRow &row) { return row.phase != RunPhase::Rest && !(row.*field); };
    if (std::ranges::any_of(run.rows, isUnknown))
        return {};
    return summed(run, [&](const RunRow &row) { return static_cast<double>((row.*field).value_or(0)); });
}

std::vector<double> levelField(const MemoryRun &run, std::optional<int64_t> RunRow::*field)
{
    std::vector<double> levels;
    for (const RunRow &row : run.rows) {
        if (row.*field)
            levels.push_back(static_cast<double>(*(row.*field)));
        else if (row.phase != RunPhase::Rest)
            return {};
        else
            levels.push_back(levels.empty() ? 0 : levels.back());
    }
    return levels;
}

std::vector<Count> countsOf(const MemoryRun &run)
{
    std::vector<Count> counts;
    counts.push_back({"requests", summed(run, [](const RunRow &) { return 1.0; })});
    counts.push_back({"tokens", summedField(run, &RunRow::tokens)});
    counts.push_back({"payloadBytes", summedField(run, &RunRow::payloadBytes)});
    counts.push_back({"distinctInputs", levelField(run, &RunRow::distinctInputs)});
    std::set<std::string> shapes;
    if (std::ranges::none_of(run.rows, [](const RunRow &row) { return row.phase != RunPhase::Rest && row.shape.empty(); }))
        counts.push_back({"shapes", summed(run, [&](const RunRow &row) { return shapes.insert(row.shape).second ? 1.0 : 0.0; })});
    counts.push_back({"threads", levelField(run, &RunRow::threads)});
    counts.push_back({"errors", summed(run, [](const RunRow &row) { return row.isOk ? 0.0 : 1.0; })});
    std::vector<double> loads(run.rows.size(), 0.0);
    for (const RunMark &mark : run.marks) {
        for (size_t i = mark.row; mark.kind == MarkKind::Load && i < loads.size(); ++i)
            loads[i] += 1;
    }
    counts.push_back({"loads", std::move(loads)});
    return counts;
}

/// Rows of the run that are floors of the curve, from `steadyFrom` on.
std::vector<size_t> floorRows(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values, double steadyFrom)
{
    size_t mainRows = 0;
    const Points curve = curveOf(run, window, values, mainRows);
    Points byRow;
    size_t at = 0;
    for (const size_t row : window.rows) {
        if (row >= values.size() || !std::isfinite(values[row]))
            continue;
        if (curve.x[at++] >= steadyFrom) {
            byRow.x.push_back(static_cast<double>(row));
            byRow.y.push_back(values[row]);
        }
    }
    std::vector<size_t> rows;
    for (const double row : blockFloors(byRow, blockLength(byRow.size(), findCycle(byRow))).x)
        rows.push_back(static_cast<size_t>(row));
    return rows;
}

struct Fit {
    double slope = 0;
    double rest = 0; ///< mean square of what it leaves
    double total = 0;
};

/// Least squares with a constant; `rest` = `total` where x doesn't vary.
Fit fit(const std::vector<double> &x, const std::vector<double> &y)
{
    const auto n = static_cast<double>(x.size());
    double meanX = 0;
    double meanY = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        meanX += x[i] / n;
        meanY += y[i] / n;
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - meanX) * (x[i] - meanX);
        xy += (x[i] - meanX) * (y[i] - meanY);
        yy += (y[i] - meanY) * (y[i] - meanY);
    }
    Fit result;
    result.total = result.rest = yy / n;
    if (xx > 0 && xy > 0) {
        result.slope = xy / xx;
        result.rest = std::max(0.0, (yy - xy * xy / xx) / n);
    }
    return result;
}

std::vector<double> at(const std::vector<double> &values, const std::vector<size_t> &rows)
{
    std::vector<double> picked;
    for (const size_t row : rows)
        picked.push_back(values[row]);
    return picked;
}

} // namespace

Follows followsOf(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values, double steadyFrom)
{
    const std::vector<size_t> rows = floorRows(run, window, values, steadyFrom);
    if (rows.size() < kFewestBlocks)
        return {};
    const std::vector<double> y = at(values, rows);
    struct Candidate {
        const char *name;
        double rest;
        double rise;
    };
    std::vector<Candidate> candidates;
    for (const Count &count : countsOf(run)) {
        if (count.values.empty())
            continue;
        const std::vector<double> x = at(count.values, rows);
        // A quarter of a byte is what rounding leaves of an exact fit.
        if (const Fit one = fit(x, y); one.slope > 0 && one.rest < (1 - kExplains) * one.total)
            candidates.push_back({count.name, std::max(one.rest, 0.25), x.back() - x.front()});
    }
    Follows follows;
    if (candidates.empty())
        return follows;
    const double best = std::ranges::min_element(candidates, {}, &Candidate::rest)->rest;
    const char *threads = nullptr;
    for (const Candidate &candidate : candidates) {
        if (static_cast<double>(rows.size()) * std::log(candidate.rest / best) >= kApart)
            continue;
        follows.candidates.emplace_back(candidate.name);
        if (candidate.name == std::string_view("threads") && candidate.rise >= kFewestThreads)
            threads = candidate.name;
    }
    if (follows.candidates.size() == 1)
        follows.what = follows.candidates.front();
    else if (threads) // a count of threads that grows along with requests is itself what is wrong
        follows.what = threads;
    else
        follows.what = "not separable";
    return follows;
}

std::optional<OutcomeRates> outcomeRates(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values,
                                         double steadyFrom)
{
    const std::vector<size_t> rows = floorRows(run, window, values, steadyFrom);
    const std::vector<double> y = at(values, rows);
    const std::vector<double> good = at(summed(run, [](const RunRow &row) { return row.isOk ? 1.0 : 0.0; }), rows);
    const std::vector<double> failed = at(summed(run, [](const RunRow &row) { return row.isOk ? 0.0 : 1.0; }), rows);
    const auto n = static_cast<double>(rows.size());
    if (rows.size() < kFewestBlocks || good.back() - good.front() < n || failed.back() - failed.front() < n)
        return std::nullopt;
    // Normal equations of two centred regressors.
    double means[3] = {};
    for (size_t i = 0; i < rows.size(); ++i) {
        means[0] += good[i] / n;
        means[1] += failed[i] / n;
        means[2] += y[i] / n;
    }
    double gg = 0, ff = 0, gf = 0, gy = 0, fy = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const double g = good[i] - means[0];
        const double f = failed[i] - means[1];
        const double v = y[i] - means[2];
        gg += g * g;
        ff += f * f;
        gf += g * f;
        gy += g * v;
        fy += f * v;
    }
    const double determinant = gg * ff - gf * gf;
    if (determinant <= 1e-9 * gg * ff)
        return std::nullopt;
    OutcomeRates rates;
    rates.good.value = (gy * ff - fy * gf) / determinant;
    rates.failed.value = (fy * gg - gy * gf) / determinant;
    std::vector<double> residuals;
    double squares = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        residuals.push_back(y[i] - means[2] - rates.good.value * (good[i] - means[0]) - rates.failed.value * (failed[i] - means[1]));
        squares += residuals.back() * residuals.back();
    }
    const double rho = std::clamp(autocorrelation(residuals, 1), 0.0, 0.9);
    const double variance = squares / (n - 3) * (1 + rho) / (1 - rho);
    const double two = upperQuantile(0.025);
    const double goodError = two * std::sqrt(variance * ff / determinant);
    const double failedError = two * std::sqrt(variance * gg / determinant);
    rates.good.interval = {rates.good.value - goodError, rates.good.value + goodError};
    rates.failed.interval = {rates.failed.value - failedError, rates.failed.value + failedError};
    return rates;
}

std::optional<Rate> tokenRate(const MemoryRun &run, const RunWindow &window, const std::vector<double> &values,
                              double steadyFrom, uint64_t seed)
{
    const std::vector<double> tokens = summedField(run, &RunRow::tokens);
    const std::vector<size_t> rows = floorRows(run, window, values, steadyFrom);
    if (tokens.empty() || rows.size() < kFewestBlocks)
        return std::nullopt;
    const Points floors{at(tokens, rows), at(values, rows)};
    if (floors.x.back() <= floors.x.front())
        return std::nullopt;
    const SlopeEstimate estimate = estimateSlope(floors, 0.01, seed);
    return Rate{estimate.line.slope, estimate.interval};
}

std::optional<double> requestsPerHour(const MemoryRun &run, const RunWindow &window, double steadyFrom)
{
    std::optional<int64_t> first;
    std::optional<int64_t> last;
    size_t count = 0;
    for (const size_t row : window.rows) {
        if (static_cast<double>(run.rows[row].request) < steadyFrom)
            continue;
        if (!run.rows[row].timeNs)
            return std::nullopt;
        first = first ? std::min(*first, *run.rows[row].timeNs) : *run.rows[row].timeNs;
        last = last ? std::max(*last, *run.rows[row].timeNs) : *run.rows[row].timeNs;
        ++count;
    }
    if (count < 2 || *last <= *first)
        return std::nullopt;
    return static_cast<double>(count - 1) / (static_cast<double>(*last - *first) / 3.6e12);
}

} // namespace limno
