// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textdata.h"

#include "core/text/chattemplate.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace limno;

namespace {

constexpr std::string_view kCharacters = "{}%#()[]'\"|.-+~ 09ax\xff\n";

} // namespace

/// Every construct of the template language against what Jinja2 itself rendered (tests/data/text/makejinja.py).
class TestJinja : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void reference_data();
    void reference();
    void damagedTemplates();

private:
    static nlohmann::ordered_json s_document;
};

nlohmann::ordered_json TestJinja::s_document;

void TestJinja::initTestCase()
{
    s_document = test::readJson(test::kTextData + "jinja.json");
    QVERIFY(s_document["cases"].size() > 100);
}

void TestJinja::reference_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(s_document["cases"].size()); ++i)
        QTest::addRow("%d", i) << i;
}

void TestJinja::reference()
{
    QFETCH(int, index);
    const auto &entry = s_document["cases"][size_t(index)];
    const std::string source = entry["template"];
    const auto chatTemplate = ChatTemplate::parse(source);
    if (!chatTemplate) {
        QVERIFY2(entry.contains("error"), (source + ": " + chatTemplate.error().message).c_str());
        return;
    }
    const auto segments = (*chatTemplate)->render(s_document["context"]);
    if (!segments) {
        QVERIFY2(entry.contains("error"), (source + ": " + segments.error().message).c_str());
        return;
    }
    const std::string text = ChatTemplate::join(*segments);
    QVERIFY2(!entry.contains("error"), (source + ": " + text).c_str());
    QVERIFY2(text == entry["expected"].get<std::string>(),
             (source + "\n" + text + "\ninstead of\n" + entry["expected"].get<std::string>()).c_str());
}

/// Cut, doubled and mixed up, a template renders or is refused; it never takes the program down.
void TestJinja::damagedTemplates()
{
    std::mt19937 random(17);
    std::vector<std::string> sources;
    for (const auto &entry : s_document["cases"])
        sources.push_back(entry["template"]);
    int rendered = 0;
    int refused = 0;
    for (int round = 0; round < 4000; ++round) {
        std::string source = sources[random() % sources.size()];
        const std::string &other = sources[random() % sources.size()];
        for (uint32_t changes = 1 + random() % 3; changes > 0 && !source.empty(); --changes) {
            const size_t at = random() % source.size();
            const size_t length = 1 + random() % 8;
            switch (random() % 4) {
            case 0:
                source.erase(at, length);
                break;
            case 1:
                source.insert(at, source.substr(random() % source.size(), length));
                break;
            case 2:
                source[at] = kCharacters[random() % kCharacters.size()];
                break;
            default:
                source.insert(at, other.substr(std::min<size_t>(random() % 64, other.size()), length * 2));
            }
        }
        const auto chatTemplate = ChatTemplate::parse(source);
        const auto segments =
            chatTemplate ? (*chatTemplate)->render(s_document["context"]) : failure(chatTemplate.error());
        if (!segments)
            QVERIFY2(segments.error().code == ErrorCode::InputInvalid,
                     (source + ": " + segments.error().message).c_str());
        ++(segments ? rendered : refused);
    }
    QVERIFY(rendered > 200);
    QVERIFY(refused > 200);
}

QTEST_APPLESS_MAIN(TestJinja)
#include "tst_jinja.moc"
