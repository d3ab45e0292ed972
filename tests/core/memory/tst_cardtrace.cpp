// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardtrace.h"

#include <QtTest>

using namespace limno;

class TestCardTrace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsTheLatest();
    void textsGoWithTheirEvents();
    void canBeSwitchedOff();
    void keepsNothingWithoutCapacity();
    void names();
};

void TestCardTrace::keepsTheLatest()
{
    CardTrace trace(4);
    for (int i = 0; i < 4; ++i)
        trace.add(CardEvent::Kind::Alloc, static_cast<uintptr_t>(i), 512 + i, 10 + i, {7, static_cast<uint32_t>(i)});
    QCOMPARE(trace.dropped(), int64_t(0));
    QCOMPARE(trace.events().size(), size_t(4));
    trace.add(CardEvent::Kind::FreeCompleted, 4, 516, 14, {7, 4});
    QCOMPARE(trace.dropped(), int64_t(1));
    const auto events = trace.events();
    QCOMPARE(events.size(), size_t(4));
    for (int i = 0; i < 4; ++i) {
        const CardEvent &event = events[static_cast<size_t>(i)];
        QCOMPARE(event.address, static_cast<uintptr_t>(i + 1));
        QCOMPARE(event.size, int64_t(513 + i));
        QCOMPARE(event.timeNs, int64_t(11 + i));
        QVERIFY((event.tag == AllocationTag{7, static_cast<uint32_t>(i + 1)}));
    }
    QCOMPARE(events[2].kind, CardEvent::Kind::Alloc);
    QCOMPARE(events[3].kind, CardEvent::Kind::FreeCompleted);
}

void TestCardTrace::textsGoWithTheirEvents()
{
    CardTrace trace(3);
    trace.add(CardEvent::Kind::UserDefined, 0, 0, 1, {}, "first");
    trace.add(CardEvent::Kind::Alloc, 1, 1, 2, {});
    trace.add(CardEvent::Kind::UserDefined, 0, 0, 3, {}, "second");
    QCOMPARE(trace.events()[0].text, std::string("first"));
    trace.add(CardEvent::Kind::Alloc, 1, 1, 4, {}); // in the place of "first"
    auto events = trace.events();
    QCOMPARE(events[0].text, std::string());
    QCOMPARE(events[1].text, std::string("second"));
    QCOMPARE(events[2].text, std::string());
    trace.add(CardEvent::Kind::UserDefined, 0, 0, 5, {}, "third");
    trace.add(CardEvent::Kind::UserDefined, 0, 0, 6, {}, "fourth"); // in the place of "second"
    events = trace.events();
    QCOMPARE(events[0].text, std::string());
    QCOMPARE(events[1].text, std::string("third"));
    QCOMPARE(events[2].text, std::string("fourth"));
}

void TestCardTrace::canBeSwitchedOff()
{
    CardTrace trace(4);
    trace.add(CardEvent::Kind::Alloc, 1, 1, 1, {});
    trace.setEnabled(false);
    trace.add(CardEvent::Kind::Alloc, 2, 1, 2, {});
    QCOMPARE(trace.events().size(), size_t(1));
    trace.setEnabled(true);
    trace.add(CardEvent::Kind::Alloc, 3, 1, 3, {});
    QCOMPARE(trace.events().back().address, uintptr_t(3));
    QCOMPARE(trace.events().size(), size_t(2));
}

void TestCardTrace::keepsNothingWithoutCapacity()
{
    CardTrace trace(0);
    trace.add(CardEvent::Kind::UserDefined, 1, 1, 1, {}, "text");
    QVERIFY(trace.events().empty());
    QCOMPARE(trace.dropped(), int64_t(0));
}

void TestCardTrace::names()
{
    using Kind = CardEvent::Kind;
    QCOMPARE(cardEventName(Kind::Alloc), std::string_view("alloc"));
    QCOMPARE(cardEventName(Kind::FreeRequested), std::string_view("free_requested"));
    QCOMPARE(cardEventName(Kind::FreeCompleted), std::string_view("free_completed"));
    QCOMPARE(cardEventName(Kind::SegmentAlloc), std::string_view("segment_alloc"));
    QCOMPARE(cardEventName(Kind::SegmentFree), std::string_view("segment_free"));
    QCOMPARE(cardEventName(Kind::Oom), std::string_view("oom"));
    QCOMPARE(cardEventName(Kind::UserDefined), std::string_view("user_defined"));
}

QTEST_APPLESS_MAIN(TestCardTrace)
#include "tst_cardtrace.moc"
