// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/hostcounters.h"
#include "core/runtime/peaktracker.h"

#include <QTest>

using namespace limno;

namespace {

/// Raises the level of live tensors by `bytes`, and lets it fall again.
void spike(int64_t bytes)
{
    hostCounters().allocated({}, bytes);
    hostCounters().freed({}, bytes);
}

} // namespace

class TestPeakTracker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void alone()
    {
        PeakTracker tracker;
        spike(9000); // before it begins: not its own
        tracker.begin(1);
        spike(500);
        spike(200);
        QCOMPARE(tracker.end(1), int64_t(500));
    }

    /// Each sees what happened between its own begin and end, whoever caused it.
    void overlapping()
    {
        PeakTracker tracker;
        tracker.begin(1);
        spike(700);
        tracker.begin(2);
        spike(300);
        QCOMPARE(tracker.end(1), int64_t(700));
        spike(400);
        QCOMPARE(tracker.end(2), int64_t(400));
    }

    void levelAtTheBeginningCounts()
    {
        PeakTracker tracker;
        hostCounters().allocated({}, 100);
        tracker.begin(1);
        hostCounters().freed({}, 100);
        QCOMPARE(tracker.end(1), int64_t(100));
    }

    void unknownRequest() { QCOMPARE(PeakTracker().end(5), int64_t(0)); }
};

QTEST_GUILESS_MAIN(TestPeakTracker)
#include "tst_peaktracker.moc"
