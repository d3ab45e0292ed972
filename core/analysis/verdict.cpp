// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verdict.h"

#include "core/analysis/advice.h"
#include "core/analysis/afterrun.h"
#include "core/analysis/growthfactors.h"
#include "core/analysis/survivors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limno {

namespace {

constexpr double kAlpha = 0.01;
constexpr size_t kConfirmedRequests = 107; ///< 67 and a confirmation of 40
constexpr double kMostOfSlope = 0.5;
constexpr double kRetainedShare = 0.2; ///< of a process that an allocator has to hold to be worth a word

/// Strongest evidence first; a verdict looks at no more than these.
constexpr std::array<std::string_view, 4> kPrimary{"heapInUse", "hostTensors", "deviceAllocated", "rssAnon"};
/// Judged and shown, but no evidence of a leak on their own.
constexpr std::array<std::string_view, 5> kSecondary{"deviceReserved", "deviceProcess", "hostCached", "heapFree", "caches"};

/// Worst first.
constexpr std::array kSeverity{LeakClass::Linear,        LeakClass::Staircase, LeakClass::Growing,  LeakClass::TimeDriven,
                               LeakClass::Fragmentation, LeakClass::Inconclusive, LeakClass::Bounded, LeakClass::Retention,
                               LeakClass::HeldThenReleased, LeakClass::Sawtooth, LeakClass::WarmUp,  LeakClass::Flat};

size_t severity(LeakClass leakClass)
{
    return static_cast<size_t>(std::ranges::find(kSeverity, leakClass) - kSeverity.begin());
}

bool mayGrow(LeakClass leakClass)
{
    return isLeak(leakClass) || leakClass == LeakClass::Growing;
}

class RunJudge
{
public:
    RunJudge(const MemoryRun &run, const VerdictOptions &options)
        : m_run(run)
        , m_options(options)
        , m_window(chooseWindow(run))
    {
    }

    Verdict judge()
    {
        collect();
        judgePrimary();
        for (const Curve &curve : m_secondary)
            m_verdict.curves[curve.name] = judgeCurve(curve.points, curve.mainRows, curveOptions(kAlpha));
        for (const Curve &curve : m_primary)
            withSurvivors(curve);
        compareReservedWithUsed();
        decide();
        m_verdict.advice = adviceFor(m_verdict);
        m_verdict.text = verdictText(m_verdict);
        return m_verdict;
    }

private:
    struct Curve {
        std::string name;
        std::vector<double> values; ///< by row of the run
        Points points;
        size_t mainRows = 0;
    };

    void collect()
    {
        const auto add = [&](std::vector<Curve> &list, const std::string &name, std::vector<double> values) {
            Curve curve{name, std::move(values), {}, 0};
            curve.points = curveOf(m_run, m_window, curve.values, curve.mainRows);
            if (curve.points.size() > 0)
                list.push_back(std::move(curve));
        };
        for (const std::string_view name : kPrimary) {
            if (const RunSeries *series = m_run.find(name))
                add(m_primary, series->name, judgedValues(m_run, *series));
        }
        for (const std::string_view name : kSecondary) {
            if (const RunSeries *series = m_run.find(name))
                add(m_secondary, series->name, series->values);
        }
        // Numbers under other names than ours: the first of them is what there is to judge.
        if (m_primary.empty() && !m_run.series.empty() && m_secondary.empty())
            add(m_primary, m_run.series.front().name, m_run.series.front().values);
        if (m_primary.empty())
            std::swap(m_primary, m_secondary);
    }

    CurveOptions curveOptions(double alpha) const
    {
        return {m_options.floorBytes, m_options.warmUpRows, alpha, m_options.seed};
    }

    /// Holm (1979) over the primary series: the clearest growth has to pass alpha / m, the next alpha / (m - 1), …
    void judgePrimary()
    {
        const double alpha = kAlpha / std::ldexp(1.0, std::clamp(m_options.look, 0, 60));
        const auto pOf = [](const CurveVerdict &verdict) { return std::max(verdict.evidence.p, verdict.evidence.pWithoutRise); };
        std::vector<std::pair<double, const Curve *>> order;
        for (const Curve &curve : m_primary) {
            CurveVerdict &verdict = m_verdict.curves[curve.name] = judgeCurve(curve.points, curve.mainRows, curveOptions(alpha));
            order.emplace_back(pOf(verdict), &curve);
        }
        if (order.size() < 2)
            return;
        std::ranges::stable_sort(order, {}, [](const auto &entry) { return entry.first; });
        bool passes = true;
        for (size_t i = 0; i < order.size(); ++i) {
            const double share = alpha / static_cast<double>(order.size() - i);
            passes = passes && order[i].first < share;
            const Curve &curve = *order[i].second;
            CurveVerdict &verdict = m_verdict.curves[curve.name];
            if (mayGrow(verdict.leakClass))
                verdict = judgeCurve(curve.points, curve.mainRows, curveOptions(passes ? share : order[i].first / 2));
        }
    }

    void withSurvivors(const Curve &curve)
    {
        CurveVerdict &verdict = m_verdict.curves[curve.name];
        const AfterRun after = afterRun(m_run, m_window, curve.values, curve.points, verdict);
        verdict.leakClass = withAfterRun(verdict.leakClass, after);
        verdict.isConfirmed = verdict.isConfirmed && isLeak(verdict.leakClass);
        const auto known = m_run.survivors.find(curve.name);
        if (known == m_run.survivors.end() || m_window.isCut)
            return;
        const auto requests = static_cast<int64_t>(m_window.rows.size());
        const auto evidence = judgeSurvivors(known->second, requests, m_options.floorBytes);
        if (!evidence)
            return;
        if (evidence->isKept && after != AfterRun::Released && after != AfterRun::ClearedCache) {
            verdict.isConfirmed = static_cast<size_t>(requests) >= kConfirmedRequests;
            verdict.leakClass = verdict.isConfirmed ? LeakClass::Linear : LeakClass::Growing;
            verdict.slope = evidence->slope;
            verdict.interval = evidence->interval;
            m_bySurvivors = curve.name;
        } else if (evidence->diesOut && mayGrow(verdict.leakClass)) {
            verdict.leakClass = LeakClass::Bounded;
            verdict.isConfirmed = false;
        } else if (!evidence->isKept && mayGrow(verdict.leakClass)) {
            // Nothing of any request is left: whatever grew belongs to none.
            verdict.leakClass = LeakClass::Inconclusive;
            verdict.isConfirmed = false;
        }
    }

    LeakClass classOf(const std::string &name) const
    {
        const auto found = m_verdict.curves.find(name);
        return found == m_verdict.curves.end() ? LeakClass::Inconclusive : found->second.leakClass;
    }
    double slopeOf(const std::string &name) const
    {
        const auto found = m_verdict.curves.find(name);
        return found == m_verdict.curves.end() ? 0 : found->second.slope.value_or(0);
    }
    bool isJudged(const std::string &name) const { return m_verdict.curves.contains(name); }

    /// How much higher a primary series lies in the second half of the run than at its start, as a share of that.
    double riseOf(std::string_view name) const
    {
        const auto curve = std::ranges::find(m_primary, name, &Curve::name);
        if (curve == m_primary.end() || curve->points.y.front() <= 0)
            return 0;
        std::vector<double> late(curve->points.y.begin() + static_cast<std::ptrdiff_t>(curve->points.size() / 2), curve->points.y.end());
        return quantile(late, 0.5) / curve->points.y.front() - 1;
    }

    /// Memory that an allocator holds says something only beside what is in use. What the process warmed up with, where
    /// the heap did not, is the allocator's: retention where it is much.
    void compareReservedWithUsed()
    {
        const auto isSettled = [&](const std::string &name) {
            return isJudged(name) && !mayGrow(classOf(name)) && classOf(name) != LeakClass::Inconclusive && classOf(name) != LeakClass::Bounded;
        };
        if (isSettled("deviceAllocated") && isJudged("deviceReserved") && (mayGrow(classOf("deviceReserved"))))
            m_verdict.curves["deviceReserved"].leakClass = LeakClass::Fragmentation;
        if (!isSettled("heapInUse") || !isJudged("rssAnon"))
            return;
        CurveVerdict &anonymous = m_verdict.curves["rssAnon"];
        if (mayGrow(anonymous.leakClass) && slopeOf("heapFree") > kMostOfSlope * slopeOf("rssAnon"))
            anonymous.leakClass = LeakClass::Fragmentation;
        else if (anonymous.leakClass == LeakClass::Bounded)
            anonymous.leakClass = LeakClass::Retention;
        else if (anonymous.leakClass == LeakClass::WarmUp && classOf("heapInUse") == LeakClass::Flat)
            anonymous.leakClass = riseOf("rssAnon") >= kRetainedShare ? LeakClass::Retention : LeakClass::Flat;
        anonymous.isConfirmed = anonymous.isConfirmed && isLeak(anonymous.leakClass);
    }

    void decide()
    {
        const Curve *worst = nullptr;
        for (const Curve &curve : m_primary) {
            if (!worst || severity(classOf(curve.name)) < severity(classOf(worst->name)))
                worst = &curve;
        }
        if (isJudged("deviceReserved") && classOf("deviceReserved") == LeakClass::Fragmentation
            && (!worst || severity(classOf(worst->name)) > severity(LeakClass::Fragmentation))) {
            for (const Curve &curve : m_secondary)
                worst = curve.name == "deviceReserved" ? &curve : worst;
        }
        if (!worst)
            return;
        const CurveVerdict &curve = m_verdict.curves[worst->name];
        m_verdict.series = worst->name;
        m_verdict.leakClass = curve.leakClass;
        m_verdict.isConfirmed = curve.isConfirmed;
        m_verdict.fromSurvivors = m_bySurvivors == worst->name;
        m_verdict.resolution = curve.resolution;
        m_verdict.ceiling = curve.ceiling;
        if (curve.slope)
            m_verdict.perRequest = Rate{*curve.slope, curve.interval};
        if (mayGrow(curve.leakClass) || curve.leakClass == LeakClass::Bounded || curve.leakClass == LeakClass::TimeDriven)
            explain(*worst, curve);
        if (isLeak(curve.leakClass) && curve.isConfirmed)
            project(*worst, curve);
    }

    void explain(const Curve &curve, const CurveVerdict &verdict)
    {
        // What filled a cache is seen from the start of the run on.
        const double from = verdict.leakClass == LeakClass::Bounded && !curve.points.x.empty() ? curve.points.x.front() : verdict.steadyFrom;
        m_verdict.follows = followsOf(m_run, m_window, curve.values, from);
        m_verdict.perToken = tokenRate(m_run, m_window, curve.values, verdict.steadyFrom, m_options.seed);
        if (const auto pace = requestsPerHour(m_run, m_window, verdict.steadyFrom); pace && verdict.slope)
            m_verdict.perHour = Rate{*verdict.slope * *pace, {verdict.interval.low * *pace, verdict.interval.high * *pace}};
        if (const auto rates = outcomeRates(m_run, m_window, curve.values, verdict.steadyFrom)) {
            m_verdict.perGoodRequest = rates->good;
            m_verdict.perFailedRequest = rates->failed;
        }
        shareOut(verdict.slope.value_or(0), curve.name);
        if (mayGrow(verdict.leakClass))
            m_verdict.part = partOf(curve.name);
    }

    void shareOut(double slope, const std::string &series)
    {
        if (slope <= 0)
            return;
        Explained &explained = m_verdict.explained;
        const auto share = [&](double part) { return std::clamp(part / slope, 0.0, 1.0); };
        double rest = 1;
        if (isJudged("hostTensors") && !series.starts_with("device"))
            rest -= *(explained.tensors = share(slopeOf("hostTensors")));
        if (series == "deviceAllocated")
            rest -= *(explained.tensors = 1.0);
        if (isJudged("caches"))
            rest -= *(explained.caches = std::min(std::max(rest, 0.0), share(slopeOf("caches"))));
        if (isJudged("heapInUse") && !series.starts_with("device"))
            rest -= *(explained.heap = std::clamp(share(slopeOf("heapInUse")) - explained.tensors.value_or(0) - explained.caches.value_or(0), 0.0, 1.0));
        explained.other = std::clamp(rest, 0.0, 1.0);
    }

    std::string partOf(const std::string &series) const
    {
        if (series == "hostTensors" || m_verdict.explained.tensors.value_or(0) >= kMostOfSlope)
            return series.starts_with("device") ? "device tensors" : "host tensors";
        if (series.starts_with("device"))
            return "device other";
        if (series == "heapInUse")
            return "heap";
        if (series == "rssAnon" && isJudged("heapInUse"))
            return "mapped";
        return "process";
    }

    void project(const Curve &curve, const CurveVerdict &verdict)
    {
        std::optional<MemoryLimit> limit = m_options.limit ? m_options.limit : m_run.limit;
        if (!limit || verdict.interval.low <= 0 || curve.points.y.empty())
            return;
        m_verdict.limit = limit;
        const double left = std::max(0.0, limit->bytes - curve.points.y.back());
        m_verdict.requestsToLimit = Interval{std::floor(left / verdict.interval.high), std::floor(left / verdict.interval.low)};
    }

    const MemoryRun &m_run;
    const VerdictOptions m_options;
    const RunWindow m_window;
    std::vector<Curve> m_primary;
    std::vector<Curve> m_secondary;
    std::string m_bySurvivors; ///< the series whose survivors decided
    Verdict m_verdict;
};

} // namespace

Verdict judgeRun(const MemoryRun &run, const VerdictOptions &options)
{
    return RunJudge(run, options).judge();
}

} // namespace limno
