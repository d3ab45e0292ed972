// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/gate.h"

#include <QTest>

#include <atomic>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

using namespace limno;

namespace {

class ManualClock final : public Clock
{
public:
    int64_t nowNs() const override { return m_nowNs.load(); }
    void advanceMs(int64_t ms) { m_nowNs += ms * kNsPerMs; }

private:
    std::atomic<int64_t> m_nowNs = 0;
};

/// Plays a script against a gate and writes down what the gate answers: "+a" granted, "-a Timeout" refused.
///     enter a | vision a | exclusive a | unready a | ready a | serial a KEY | deadline a MS
///     return a | leave a | limit N | time MS | expire | close
class Play
{
public:
    Play()
        : m_gate(std::make_unique<Gate>(m_clock))
    {
    }
    ~Play() { m_gate.reset(); } // else a permit that returns would be granted to the next, into a map that is going

    std::string run(const std::string &script)
    {
        std::istringstream lines(script);
        std::string line;
        while (std::getline(lines, line, ';')) {
            std::istringstream words(line);
            std::string verb, name, value;
            words >> verb >> name >> value;
            step(verb, name, value);
        }
        return m_log;
    }
    Gate &gate() { return *m_gate; }

private:
    void step(const std::string &verb, const std::string &name, const std::string &value)
    {
        Gate::Ticket ticket{.label = name};
        if (verb == "limit") {
            m_gate->setLimit(PermitClass::Text, std::stoi(name));
        } else if (verb == "time") {
            m_clock.advanceMs(std::stoi(name));
        } else if (verb == "expire") {
            const auto next = m_gate->expire();
            say("next " + (next ? std::to_string(*next / kNsPerMs) : "none"));
        } else if (verb == "close") {
            m_gate->close();
        } else if (verb == "destroy") {
            m_gate.reset();
        } else if (verb == "return") {
            m_permits.at(name).release();
        } else if (verb == "leave") {
            if (!m_gate->leave(m_tickets.at(name)))
                say("gone " + name);
        } else if (verb == "ready") {
            if (!m_gate->makeReady(m_tickets.at(name)))
                say("gone " + name);
        } else {
            if (verb == "vision")
                ticket.permitClass = PermitClass::Vision;
            else if (verb == "exclusive")
                ticket.exclusive = true;
            else if (verb == "unready")
                ticket.ready = false;
            else if (verb == "serial")
                ticket.serial = value;
            else if (verb == "deadline")
                ticket.deadlineNs = m_clock.nowNs() + std::stoi(value) * kNsPerMs;
            else
                QCOMPARE(verb, std::string("enter"));
            m_tickets[name] = m_gate->enter(ticket, [this, name](Result<Permit> permit) {
                say(permit ? "+" + name : "-" + name + " " + std::string(errorCodeName(permit.error().code)));
                if (permit)
                    m_permits[name] = std::move(*permit);
            });
        }
    }
    void say(const std::string &words) { m_log += (m_log.empty() ? "" : ", ") + words; }

    ManualClock m_clock;
    std::unique_ptr<Gate> m_gate;
    std::map<std::string, int64_t> m_tickets;
    std::map<std::string, Permit> m_permits;
    std::string m_log;
};

} // namespace

class TestGate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventLog_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("log");
        QTest::newRow("first come, first served") << "enter a;enter b;enter c;return a;return b"
                                                  << "+a, +b, +c";
        QTest::newRow("two permits") << "limit 2;enter a;enter b;enter c;enter d;return b;return a"
                                     << "+a, +b, +c, +d";
        QTest::newRow("classes do not wait for each other") << "enter a;enter b;vision c;return a"
                                                            << "+a, +c, +b";
        QTest::newRow("limit 0 pauses") << "limit 0;enter a;enter b;limit 1"
                                        << "+a";
        QTest::newRow("higher limit at once") << "enter a;enter b;enter c;limit 3"
                                              << "+a, +b, +c";
        QTest::newRow("lower limit as permits return") << "limit 4;enter a;enter b;enter c;enter d;limit 1;enter "
                                                          "e;enter f;return a;return b;return c;return d;return e"
                                                       << "+a, +b, +c, +d, +e, +f";
        QTest::newRow("4, 1, 4")
            << "limit 4;enter a;enter b;enter c;enter d;enter e;enter f;limit 1;return a;return b;limit 4"
            << "+a, +b, +c, +d, +e, +f";
        QTest::newRow("off") << "limit -1;enter a;enter b;enter c"
                             << "+a, +b, +c";
        QTest::newRow("exclusive alone") << "exclusive x;enter a;return x"
                                         << "+x, +a";
        QTest::newRow("exclusive waits for every permit")
            << "limit 2;enter a;vision v;exclusive x;return a;return v;return x"
            << "+a, +v, +x";
        QTest::newRow("nobody passes an exclusive that waits")
            << "limit 2;enter a;exclusive x;enter b;vision v;return a;return x"
            << "+a, +x, +b, +v";
        QTest::newRow("exclusive after exclusive") << "exclusive x;exclusive y;enter a;return x;return y"
                                                   << "+x, +y, +a";
        QTest::newRow("exclusive with the gate off") << "limit -1;enter a;exclusive x;enter b;return a;return x"
                                                     << "+a, +x, +b";
        QTest::newRow("waiter leaves") << "enter a;enter b;enter c;leave b;return a"
                                       << "+a, -b Cancelled, +c";
        QTest::newRow("exclusive leaves") << "enter a;exclusive x;vision v;leave x"
                                          << "+a, +v, -x Cancelled";
        QTest::newRow("holder cannot leave") << "enter a;leave a;leave a"
                                             << "+a, gone a, gone a";
        QTest::newRow("leaves once") << "enter a;enter b;leave b;leave b"
                                     << "+a, -b Cancelled, gone b";
        QTest::newRow("unready is passed, keeps its place") << "unready a;enter b;enter c;ready a;return b;return a"
                                                            << "+b, +a, +c";
        QTest::newRow("exclusive does not pass unready") << "unready a;exclusive x;enter b;ready a;return a;return x"
                                                         << "+a, +x, +b";
        QTest::newRow("unready leaves") << "unready a;exclusive x;leave a;ready a"
                                        << "+x, -a Cancelled, gone a";
        QTest::newRow("serial one at a time, others pass")
            << "limit 3;serial a k;serial b k;serial c j;enter d;return a;return c"
            << "+a, +c, +d, +b";
        QTest::newRow("serial with the gate off") << "limit -1;serial a k;serial b k;serial c k;return a;return b"
                                                  << "+a, +b, +c";
        QTest::newRow("exclusive behind a serial") << "limit 2;serial a k;serial b k;exclusive x;return a;return b"
                                                   << "+a, +b, +x";
        QTest::newRow("deadline")
            << "enter a;deadline b 100;deadline c 200;time 99;expire;time 1;expire;time 100;expire;return a"
            << "+a, next 100, -b Timeout, next 200, -c Timeout, next none";
        QTest::newRow("deadline frees those behind") << "enter a;deadline b 10;enter c;time 10;expire;return a"
                                                     << "+a, -b Timeout, next none, +c";
        QTest::newRow("expired exclusive lets others in") << "limit 2;enter a;exclusive x;enter b;leave x"
                                                          << "+a, +b, -x Cancelled";
        QTest::newRow("closed") << "enter a;enter b;close;enter c;return a"
                                << "+a, -b Cancelled, -c Busy";
        QTest::newRow("permit outlives the gate") << "enter a;enter b;destroy;return a"
                                                  << "+a, -b Cancelled";
    }

    void eventLog()
    {
        QFETCH(QString, script);
        QTEST(QString::fromStdString(Play().run(script.toStdString())), "log");
    }

    void snapshotShowsTheLine()
    {
        Play play;
        play.run("enter a;unready b;exclusive x;enter c");
        const Gate::Snapshot snapshot = play.gate().snapshot();
        QCOMPARE(snapshot.limits.at(PermitClass::Text), 1);
        QCOMPARE(snapshot.held.at(PermitClass::Text), 1);
        QVERIFY(!snapshot.exclusiveHeld);
        QCOMPARE(snapshot.waiting.size(), size_t(3));
        QCOMPARE(snapshot.waiting[0].label, std::string("b"));
        QVERIFY(!snapshot.waiting[0].ready);
        QVERIFY(snapshot.waiting[1].exclusive);
        QCOMPARE(snapshot.waiting[2].label, std::string("c"));
    }

    void waitIsMeasured()
    {
        ManualClock clock;
        Gate gate(clock);
        Permit first, second;
        gate.enter({}, [&](Result<Permit> permit) { first = std::move(*permit); });
        gate.enter({}, [&](Result<Permit> permit) { second = std::move(*permit); });
        clock.advanceMs(7);
        first.release();
        QCOMPARE(first.waitedNs(), int64_t(0));
        QVERIFY(second.isHeld());
        QCOMPARE(second.waitedNs(), 7 * kNsPerMs);
    }

    void permitMoves()
    {
        Gate gate;
        Permit a;
        gate.enter({}, [&](Result<Permit> permit) { a = std::move(*permit); });
        Permit b = std::move(a);
        QVERIFY(!a.isHeld());
        QVERIFY(b.isHeld());
        QCOMPARE(gate.snapshot().held.at(PermitClass::Text), 1);
        b = Permit();
        QCOMPARE(gate.snapshot().held.at(PermitClass::Text), 0);
    }

    /// A callback that drops its permit lets the next one in; two thousand of them must not nest.
    void longLineOfDroppedPermits()
    {
        Gate gate;
        gate.setLimit(PermitClass::Text, 0);
        int granted = 0;
        for (int i = 0; i < 2'000; ++i)
            gate.enter({}, [&granted](Result<Permit> permit) { granted += permit ? 1 : 0; });
        gate.setLimit(PermitClass::Text, 1);
        QCOMPARE(granted, 2'000);
    }

    /// Threads enter, leave and return while the limit moves: never more holders than the highest limit in force, an
    /// exclusive holder alone, every ticket answered once, all permits back at the end.
    void manyThreads()
    {
        constexpr int kThreads = 8;
        constexpr int kRounds = 400;
        constexpr int kHighest = 4;
        Gate gate;
        gate.setLimit(PermitClass::Text, kHighest);
        std::atomic<int> answers = 0, holders = 0, most = 0, exclusives = 0, crowded = 0;
        std::mutex mutex; // guards permits
        std::vector<Permit> permits;

        const auto work = [&](int thread) {
            for (int round = 0; round < kRounds; ++round) {
                const bool exclusive = round % 50 == thread;
                const int64_t ticket = gate.enter({.exclusive = exclusive}, [&, exclusive](Result<Permit> permit) {
                    ++answers;
                    if (!permit)
                        return;
                    const int now = ++holders;
                    exclusives += exclusive ? 1 : 0;
                    crowded += exclusive && now != 1 ? 1 : 0;
                    int seen = most.load();
                    while (seen < now && !most.compare_exchange_weak(seen, now)) { }
                    const std::lock_guard lock(mutex);
                    permits.push_back(std::move(*permit));
                });
                if (round % 7 == 0)
                    gate.leave(ticket);
                if (round % 11 == 0)
                    gate.setLimit(PermitClass::Text, round % 2 ? 1 : kHighest);
                std::vector<Permit> mine;
                {
                    const std::lock_guard lock(mutex);
                    mine.swap(permits);
                }
                for (Permit &permit : mine) {
                    --holders;
                    permit.release();
                }
            }
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < kThreads; ++i)
            threads.emplace_back(work, i);
        for (std::thread &thread : threads)
            thread.join();
        gate.setLimit(PermitClass::Text, kHighest);
        while (!permits.empty()) {
            std::vector<Permit> rest;
            rest.swap(permits);
            holders -= static_cast<int>(rest.size());
        }
        QCOMPARE(answers.load(), kThreads * kRounds);
        QVERIFY(most.load() <= kHighest);
        QVERIFY(exclusives.load() > 0);
        QCOMPARE(crowded.load(), 0);
        const Gate::Snapshot end = gate.snapshot();
        QVERIFY(end.waiting.empty());
        QCOMPARE(end.held.at(PermitClass::Text), 0);
        QVERIFY(!end.exclusiveHeld);
    }
};

QTEST_GUILESS_MAIN(TestGate)
#include "tst_gate.moc"
