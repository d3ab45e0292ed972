// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curveverdict.h"

#include "core/analysis/curveshape.h"
#include "core/analysis/growthlaw.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limno {

namespace {

constexpr double kLeastCycle = 256; ///< height of a cycle that is somebody's concern, in units of the floor
constexpr std::array kStarts{kStartUp, 0.55, 0.7};
constexpr double kConfirmAlpha = 0.05;
constexpr double kConfirmSlope = 0.4; ///< of the main slope
constexpr size_t kFewestConfirmBlocks = 5;
constexpr double kStepOfNoise = 7;
constexpr double kRiseOfNoise = 5;
constexpr double kStartUpOfGrowth = 20;
/// What the lower bound of late by early slope has to exceed (1 for a straight line, 0.71 for a square root, 0.5 for a
/// logarithm): less, the more clearly a straight line fits better than anything that bends.
constexpr double kRatio = 0.84;
constexpr double kRatioOfStraight = 0.03;
constexpr double kLeastRatio = 0.5;
constexpr double kTailShare = 0.2; ///< of the run
constexpr double kTailSlope = 0.25;

/// Late by early slope of a square root of which the share `from` is left out: the later one begins to look, the less it
/// bends.
double ratioOfRoot(double from)
{
    const double middle = from + (1 - from) / 3;
    return (std::sqrt(from) + std::sqrt(middle)) / (std::sqrt(middle) + 1);
}

class CurveJudge
{
public:
    CurveJudge(const Points &rows, size_t mainRows, const CurveOptions &options)
        : m_rows(rows)
        , m_main(std::min(mainRows, rows.size()))
        , m_options(options)
    {
    }

    CurveVerdict judge()
    {
        evidence().rows = m_rows.size();
        if (m_main < kFewestRequests)
            return m_verdict;
        evidence().cycle = findCycle(m_rows);
        if (evidence().cycle && evidence().cycle->height < kLeastCycle * m_options.floorBytes)
            evidence().cycle.reset();
        if (m_options.warmUpRows) {
            judgeFrom(std::min(*m_options.warmUpRows, m_main));
        } else {
            for (const double start : kStarts) {
                if (!judgeFrom(static_cast<size_t>(std::lround(start * static_cast<double>(m_main)))) || !m_slowsDown)
                    break;
            }
        }
        if (m_floors.size() == 0)
            judgeFewCycles();
        else if (!isLeak(m_verdict.leakClass) && !evidence().cycle && couldHideGrowth() && risesAgainAfterAFall(m_rows))
            m_verdict.leakClass = LeakClass::Inconclusive;
        return m_verdict;
    }

private:
    CurveEvidence &evidence() { return m_verdict.evidence; }
    Points floorsOf(size_t first, size_t last) const { return blockFloors(m_rows.slice(first, last), evidenceBlock()); }
    /// Growth that is somebody's concern would not have been found for sure.
    bool couldHideGrowth() const { return m_verdict.resolution.value_or(INFINITY) >= m_options.floorBytes; }
    size_t evidenceBlock() const { return m_verdict.evidence.blockRows; }

    /// The verdict if the steady part began at row `start`. False, and nothing changed, when too few blocks are left.
    bool judgeFrom(size_t start)
    {
        if (!tryStart(start))
            return false;
        measure();
        const bool isGrowing = evidence().p < m_options.alpha && evidence().mainInterval.low > m_options.floorBytes;
        // What an earlier start saw growing a later one, with fewer rows, may not.
        const bool isSuspect = (isGrowing || m_slowsDown) && growsOverAll();
        m_slowsDown = false;
        if (isGrowing && m_main < m_rows.size())
            confirm();
        if (isGrowing && evidence().pWithoutRise < m_options.alpha)
            m_verdict.leakClass = growth();
        else
            m_verdict.leakClass = isSuspect ? slowing() : settled();
        return true;
    }

    bool tryStart(size_t start)
    {
        const size_t block = blockLength(m_main - start, evidence().cycle);
        Points floors = blockFloors(m_rows.slice(start, m_main), block);
        if (floors.size() < kFewestBlocks)
            return false;
        m_start = start;
        m_floors = std::move(floors);
        m_verdict.isConfirmed = false;
        evidence().confirmP = evidence().confirmSlope = evidence().straight = evidence().tailSlope = std::nullopt;
        evidence().ratio.reset();
        evidence().blockRows = block;
        evidence().blocks = m_floors.size();
        m_verdict.steadyFrom = m_rows.x[start];
        return true;
    }

    void measure()
    {
        const SlopeEstimate first = estimateSlope(m_floors, m_options.alpha, m_options.seed);
        evidence().mainSlope = first.line.slope;
        evidence().mainInterval = first.interval;
        evidence().p = mannKendall(m_floors, first.line.slope).p;
        const Points rest = withoutLargestRise(m_floors);
        evidence().pWithoutRise = mannKendall(rest, theilSen(rest).slope).p;

        const Points steady = floorsOf(m_start, m_rows.size());
        m_steady = steady;
        const SlopeEstimate whole = m_main < m_rows.size() ? estimateSlope(steady, m_options.alpha, m_options.seed + 1) : first;
        m_verdict.slope = whole.line.slope;
        m_verdict.interval = whole.interval;
        evidence().largestRise = largestKeptRise(steady);
        evidence().noise = noiseOf(m_rows.slice(m_start, m_rows.size()), whole.line);
        m_verdict.resolution = std::max({first.detectable, whole.interval.high,
                                         evidence().largestRise / static_cast<double>(m_rows.size()), 0.0});
    }

    void confirm()
    {
        const Points floors = floorsOf(m_main, m_rows.size());
        if (floors.size() < kFewestConfirmBlocks)
            return;
        const double slope = theilSen(floors).slope;
        evidence().confirmSlope = slope;
        evidence().confirmP = mannKendall(floors, slope).p;
        m_verdict.isConfirmed = *evidence().confirmP < kConfirmAlpha && slope >= kConfirmSlope * evidence().mainSlope;
    }

    /// Whether growth goes on at the pace at which it began: slope(N/2..N) by slope(N/4..N/2) where the start-up takes
    /// 40 % of the main run, and a straight line fits better than what bends for ever.
    bool keepsPace()
    {
        const size_t third = m_steady.size() / 3;
        evidence().ratio = slopeRatio(m_steady.slice(0, third), m_steady.slice(third, m_steady.size()), m_options.seed + 2);
        evidence().straight = std::max(straightOverBent(sinceStart(m_steady), WarmUp::None),
                                       straightOverBent(sinceStart(floorsOf(0, m_rows.size())), WarmUp::Allowed));
        const double later = ratioOfRoot(static_cast<double>(m_start) / static_cast<double>(m_rows.size())) - ratioOfRoot(0.25);
        const double needed = std::max(kRatio + later - kRatioOfStraight * *evidence().straight, kLeastRatio);
        const bool keeps = *evidence().straight > 0 && evidence().ratio->low > needed;
        m_slowsDown = !keeps && evidence().ratio->high < 1;
        return keeps;
    }

    Points sinceStart(Points floors) const
    {
        for (double &x : floors.x)
            x -= m_rows.x.front();
        return floors;
    }

    bool stillGrowsAtTheEnd()
    {
        const auto tail = static_cast<size_t>(kTailShare * static_cast<double>(m_rows.size()));
        const Points floors = floorsOf(m_rows.size() - tail, m_rows.size());
        if (floors.size() < kFewestConfirmBlocks)
            return true;
        const SlopeEstimate estimate = estimateSlope(floors, m_options.alpha, m_options.seed + 3);
        evidence().tailSlope = estimate.line.slope;
        return estimate.line.slope > kTailSlope * *m_verdict.slope || estimate.interval.high > 2 * kTailSlope * *m_verdict.slope;
    }

    /// The main run and its confirmation together, and not by one step.
    bool growsOverAll() const
    {
        const Points rest = withoutLargestRise(m_steady);
        const Line line = theilSen(rest);
        return line.slope > m_options.floorBytes && mannKendall(rest, line.slope).p < m_options.alpha;
    }

    LeakClass growth()
    {
        if (keepsPace() && m_verdict.isConfirmed && stillGrowsAtTheEnd()) {
            if (evidence().ratio->high < 1 && !m_options.warmUpRows)
                measureLatePart();
            return risesInSteps(m_rows.slice(m_start, m_rows.size())) ? LeakClass::Staircase : LeakClass::Linear;
        }
        return slowing();
    }

    /// A start-up that fades while the leak goes on: the slope is that of the two thirds where little is left of it.
    void measureLatePart()
    {
        const Points late = m_steady.slice(m_steady.size() / 3, m_steady.size());
        const SlopeEstimate estimate = estimateSlope(late, m_options.alpha, m_options.seed + 4);
        m_verdict.slope = estimate.line.slope;
        m_verdict.interval = estimate.interval;
        m_verdict.steadyFrom = late.x.front();
    }

    /// Growth that is no leak, or not yet one.
    LeakClass slowing()
    {
        m_verdict.isConfirmed = false;
        if (!evidence().ratio)
            keepsPace();
        if (!stillGrowsAtTheEnd() || m_slowsDown)
            return bounded();
        return m_main < m_rows.size() ? LeakClass::Inconclusive : LeakClass::Growing;
    }

    /// Growth that gets less: the rest of a start-up that was far larger, or on its way to a ceiling.
    LeakClass bounded()
    {
        const double growth = m_verdict.slope.value_or(0) * (m_steady.x.back() - m_steady.x.front());
        const StartUp startUp = startUpOf(m_rows, m_start);
        if (startUp.kind == StartUp::Kind::Rose && startUp.rise > kStartUpOfGrowth * growth)
            return LeakClass::WarmUp;
        return withCeiling();
    }

    LeakClass withCeiling()
    {
        m_verdict.ceiling = ceilingOf(m_steady);
        return LeakClass::Bounded;
    }

    /// No growth in the steady part: what was before it?
    LeakClass settled()
    {
        if (evidence().cycle)
            return LeakClass::Sawtooth;
        // A rise that is nobody's concern as growth is none as a step or as start-up.
        const double least = m_options.floorBytes * static_cast<double>(m_rows.size());
        const bool isStep = evidence().largestRise > std::max(kStepOfNoise * evidence().noise, least);
        if (isStep && 2 * evidence().largestRise > m_steady.y.back() - m_rows.y.front())
            return LeakClass::Retention;
        const StartUp startUp = startUpOf(m_rows, m_start);
        if (startUp.rise <= std::max(kRiseOfNoise * evidence().noise, least))
            return LeakClass::Flat;
        return startUp.kind == StartUp::Kind::Filled ? withCeiling() : LeakClass::WarmUp;
    }

    /// A cycle so long that its floors are too few for a trend.
    void judgeFewCycles()
    {
        if (!evidence().cycle)
            return;
        const Points floors = blockFloors(m_rows, blockLength(m_rows.size(), evidence().cycle));
        const Line line = theilSen(floors);
        m_verdict.slope = line.slope;
        m_verdict.interval = estimateSlope(floors, m_options.alpha, m_options.seed).interval;
        const bool rises = floors.size() >= 4 && mannKendall(floors, line.slope).p < kConfirmAlpha && line.slope > m_options.floorBytes;
        m_verdict.leakClass = rises ? LeakClass::Growing : LeakClass::Sawtooth;
    }

    const Points &m_rows;
    const size_t m_main;
    const CurveOptions m_options;
    size_t m_start = 0;
    bool m_slowsDown = false; ///< growth gets less beyond doubt: start-up may last longer
    Points m_floors; ///< of the main run's steady part
    Points m_steady; ///< floors from there to the end of the confirmation
    CurveVerdict m_verdict;
};

} // namespace

CurveVerdict judgeCurve(const Points &rows, size_t mainRows, const CurveOptions &options)
{
    return CurveJudge(rows, mainRows, options).judge();
}

} // namespace limno
