// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textdata.h"

#include "core/text/chattemplate.h"

#include <QTest>

using namespace limno;

/// Every construct of the template language against what Jinja2 itself rendered (tests/data/text/makejinja.py).
class TestJinja : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void reference_data();
    void reference();

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
    QVERIFY2(text == entry["expected"].get<std::string>(), (source + "\n" + text + "\ninstead of\n" + entry["expected"].get<std::string>()).c_str());
}

QTEST_APPLESS_MAIN(TestJinja)
#include "tst_jinja.moc"
