// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cardlookup.h"

#include "core/memory/emulatedcard.h"

#include <QtTest>

#include <memory>
#include <vector>

using namespace limno;

namespace {

std::shared_ptr<EmulatedCard> makeCard()
{
    const auto card = EmulatedCard::create(*parseDeviceSpec("emulated:4MiB"));
    return card ? *card : nullptr;
}

} // namespace

class TestCardLookup : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsCardsApart();
    void blocksKeepTheirCardAlive();
    void placesAreLimitedAndComeBack();
};

void TestCardLookup::tellsCardsApart()
{
    const auto first = makeCard();
    const auto second = makeCard();
    QVERIFY(first && second);
    auto *a = static_cast<char *>(first->allocate(2000).value());
    auto *b = static_cast<char *>(second->allocate(2000).value());
    QCOMPARE(EmulatedCard::owning(a), first.get());
    QCOMPARE(EmulatedCard::owning(a + 1999), first.get());
    QCOMPARE(EmulatedCard::owning(b), second.get());
    QVERIFY(first->owns(a) && !first->owns(b));
    const auto onTheHeap = std::make_unique<int>();
    QCOMPARE(EmulatedCard::owning(onTheHeap.get()), nullptr);
    QCOMPARE(EmulatedCard::owning(nullptr), nullptr);
    first->free(a);
    QCOMPARE(EmulatedCard::owning(a), first.get()); // it is the address that counts
    second->free(b);
}

void TestCardLookup::blocksKeepTheirCardAlive()
{
    auto card = makeCard();
    QVERIFY(card);
    const std::weak_ptr<EmulatedCard> watch = card;
    auto *first = static_cast<char *>(card->allocate(1000).value());
    auto *second = static_cast<char *>(card->allocate(3000).value());
    EmulatedCard *const address = card.get();
    card.reset();
    first[999] = 1;
    QCOMPARE(EmulatedCard::owning(first), address);
    QVERIFY(EmulatedCard::owning(first)->free(first));
    QVERIFY(!watch.expired());
    QVERIFY(EmulatedCard::owning(second)->free(second));
    QVERIFY(watch.expired());
    QCOMPARE(EmulatedCard::owning(second), nullptr);

    card = makeCard(); // and a card that was empty in between still dies with its last holder
    const std::weak_ptr<EmulatedCard> again = card;
    card->free(card->allocate(10).value());
    card->free(card->allocate(10).value());
    card.reset();
    QVERIFY(again.expired());
}

void TestCardLookup::placesAreLimitedAndComeBack()
{
    std::vector<std::shared_ptr<EmulatedCard>> cards;
    for (size_t i = 0; i < cardlookup::kMostCards; ++i) {
        cards.push_back(makeCard());
        QVERIFY(cards.back());
    }
    const auto refused = EmulatedCard::create(*parseDeviceSpec("emulated:4MiB"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Io);
    QVERIFY(refused.error().message.find("16") != std::string::npos);
    cards.erase(cards.begin() + 3);
    cards.push_back(makeCard());
    QVERIFY(cards.back());
    for (const auto &card : cards) {
        void *block = card->allocate(1).value();
        QCOMPARE(EmulatedCard::owning(block), card.get());
        card->free(block);
    }
}

QTEST_APPLESS_MAIN(TestCardLookup)
#include "tst_cardlookup.moc"
