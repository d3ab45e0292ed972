// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulatedruns.h"

#include "core/analysis/random.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace limno {

namespace {

using Curve = std::vector<double>;

size_t rowsOf(const SimulatedShape &shape)
{
    return shape.mainRows + shape.confirmRows;
}

double mainOf(const SimulatedShape &shape)
{
    return static_cast<double>(shape.mainRows);
}

double slopeOf(const SimulatedShape &shape)
{
    return shape.leakOfNoise * shape.noise / mainOf(shape);
}

Curve autoregressive(const SimulatedShape &shape, Random &random, double phi)
{
    Curve curve(rowsOf(shape));
    double value = random.normal();
    for (double &y : curve) {
        y = shape.noise * value;
        value = phi * value + std::sqrt(1 - phi * phi) * random.normal();
    }
    return curve;
}

Curve white(const SimulatedShape &shape, Random &random)
{
    return autoregressive(shape, random, 0);
}

/// Noise plus `part(row)` in units of the noise.
template<typename Part>
Curve noisy(const SimulatedShape &shape, Random &random, const Part &part)
{
    Curve curve = white(shape, random);
    for (size_t i = 0; i < curve.size(); ++i)
        curve[i] += shape.noise * part(static_cast<double>(i));
    return curve;
}

Curve mildlyCorrelated(const SimulatedShape &shape, Random &random)
{
    return autoregressive(shape, random, random.uniform(0.3, 0.85));
}

Curve stronglyCorrelated(const SimulatedShape &shape, Random &random)
{
    return autoregressive(shape, random, 0.95);
}

Curve heavyTailed(const SimulatedShape &shape, Random &random)
{
    Curve curve(rowsOf(shape));
    // Student's t with two degrees of freedom: no variance.
    for (double &y : curve)
        y = shape.noise * random.normal() / std::sqrt(random.exponential());
    return curve;
}

Curve exponentialWarmUp(const SimulatedShape &shape, Random &random, double shortest, double longest, double least, double most)
{
    const double scale = random.uniform(shortest, longest) * mainOf(shape);
    const double height = random.uniform(least, most);
    return noisy(shape, random, [&](double row) { return height * (1 - std::exp(-row / scale)); });
}

Curve warmUp(const SimulatedShape &shape, Random &random)
{
    return exponentialWarmUp(shape, random, 0.02, 0.12, 50, 1500);
}

Curve slowWarmUp(const SimulatedShape &shape, Random &random)
{
    return exponentialWarmUp(shape, random, 0.15, 0.5, 20, 250);
}

Curve steps(const SimulatedShape &shape, Random &random, size_t count, double first, double last, double least, double most)
{
    std::vector<std::pair<double, double>> jumps;
    for (size_t i = 0; i < count; ++i)
        jumps.emplace_back(random.uniform(first, last) * mainOf(shape), random.uniform(least, most));
    return noisy(shape, random, [&](double row) {
        double sum = 0;
        for (const auto &[at, height] : jumps)
            sum += row >= at ? height : 0;
        return sum;
    });
}

Curve earlySteps(const SimulatedShape &shape, Random &random)
{
    return steps(shape, random, 3 + random.index(5), 0.0, 0.2, 15, 250);
}

Curve lateStep(const SimulatedShape &shape, Random &random)
{
    return steps(shape, random, 1, 0.35, 1.5, 8, 300);
}

Curve sawtooth(const SimulatedShape &shape, Random &random)
{
    const double period = std::round(random.uniform(5, 12));
    const double height = random.uniform(12, 200);
    const double phase = std::round(random.uniform(0, period));
    return noisy(shape, random, [&](double row) { return height / period * std::fmod(row + phase, period); });
}

Curve runningMaximum(const SimulatedShape &shape, Random &random)
{
    const double scale = random.uniform(3, 40);
    double highest = 0;
    return noisy(shape, random, [&](double) {
        highest = std::max(highest, scale * random.exponential());
        return highest;
    });
}

Curve cappedCache(const SimulatedShape &shape, Random &random)
{
    const double full = random.uniform(0.1, 0.36) * mainOf(shape);
    const double height = random.uniform(40, 500);
    return noisy(shape, random, [&](double row) { return height * std::min(1.0, row / full); });
}

Curve logarithm(const SimulatedShape &shape, Random &random)
{
    const double scale = random.uniform(3, 60);
    return noisy(shape, random, [&](double row) { return scale * std::log1p(row / 5); });
}

Curve squareRoot(const SimulatedShape &shape, Random &random)
{
    const double height = random.uniform(5, 200);
    return noisy(shape, random, [&](double row) { return height * std::sqrt(row / mainOf(shape)); });
}

Curve slowSine(const SimulatedShape &shape, Random &random)
{
    const double period = random.uniform(0.4, 1.6) * mainOf(shape);
    const double phase = random.uniform(0, 2 * std::numbers::pi);
    const double height = random.uniform(1, 20);
    return noisy(shape, random, [&](double row) { return height * std::sin(2 * std::numbers::pi * row / period + phase); });
}

Curve withLeak(const SimulatedShape &shape, Curve curve)
{
    for (size_t i = 0; i < curve.size(); ++i)
        curve[i] += slopeOf(shape) * static_cast<double>(i);
    return curve;
}

Curve leak(const SimulatedShape &shape, Random &random)
{
    return withLeak(shape, white(shape, random));
}

Curve leakCorrelated(const SimulatedShape &shape, Random &random)
{
    return withLeak(shape, mildlyCorrelated(shape, random));
}

Curve leakAfterWarmUp(const SimulatedShape &shape, Random &random)
{
    return withLeak(shape, exponentialWarmUp(shape, random, 0.02, 0.12, 20, 500));
}

Curve leakWithSawtooth(const SimulatedShape &shape, Random &random)
{
    return withLeak(shape, sawtooth(shape, random));
}

Curve leakInStairs(const SimulatedShape &shape, Random &random)
{
    const double period = std::round(random.uniform(0.02, 0.1) * mainOf(shape));
    const double phase = random.uniform(0, period);
    const double height = shape.leakOfNoise * period / mainOf(shape);
    return noisy(shape, random, [&](double row) { return height * std::floor((row + phase) / period); });
}

/// Each request leaks with a chance of its own, and then a random number of bytes.
Curve leakAtRandom(const SimulatedShape &shape, Random &random)
{
    const double chance = random.uniform(0.1, 0.9);
    double kept = 0;
    return noisy(shape, random, [&](double) {
        if (random.uniform() < chance)
            kept += shape.leakOfNoise / mainOf(shape) / chance * random.uniform(0.5, 1.5);
        return kept;
    });
}

constexpr std::array kFamilies{
    SimulatedFamily{"white", false, white},
    SimulatedFamily{"ar", false, mildlyCorrelated},
    SimulatedFamily{"ar95", false, stronglyCorrelated},
    SimulatedFamily{"heavy-tails", false, heavyTailed},
    SimulatedFamily{"warm-up", false, warmUp},
    SimulatedFamily{"slow-warm-up", false, slowWarmUp},
    SimulatedFamily{"early-steps", false, earlySteps},
    SimulatedFamily{"late-step", false, lateStep},
    SimulatedFamily{"sawtooth", false, sawtooth},
    SimulatedFamily{"running-max", false, runningMaximum},
    SimulatedFamily{"capped-cache", false, cappedCache},
    SimulatedFamily{"logarithm", false, logarithm},
    SimulatedFamily{"square-root", false, squareRoot},
    SimulatedFamily{"slow-sine", false, slowSine},
    SimulatedFamily{"leak", true, leak},
    SimulatedFamily{"leak-correlated", true, leakCorrelated},
    SimulatedFamily{"leak-warm-up", true, leakAfterWarmUp},
    SimulatedFamily{"leak-sawtooth", true, leakWithSawtooth},
    SimulatedFamily{"leak-stairs", true, leakInStairs},
    SimulatedFamily{"leak-random", true, leakAtRandom},
};

} // namespace

std::span<const SimulatedFamily> simulatedFamilies()
{
    return kFamilies;
}

SimulatedRun simulate(const SimulatedFamily &family, const SimulatedShape &shape, uint64_t seed)
{
    Random random(seed);
    SimulatedRun result;
    result.slope = family.isLeak ? slopeOf(shape) : 0;
    const double base = random.uniform(2e8, 2e9);
    Curve curve = family.draw(shape, random);
    for (size_t i = 0; i < curve.size(); ++i) {
        RunRow row;
        row.request = static_cast<int64_t>(i);
        row.phase = i < shape.mainRows ? RunPhase::Main : RunPhase::Confirm;
        row.tokens = static_cast<int64_t>(random.uniform(40, 200));
        result.run.rows.push_back(std::move(row));
        curve[i] = std::round(base + curve[i]);
    }
    result.run.series.push_back({"heapInUse", std::move(curve)});
    return result;
}

} // namespace limno
