// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "textdata.h"

#include "core/text/chattemplate.h"

#include <QElapsedTimer>
#include <QTest>

using namespace limno;

namespace {

using Json = nlohmann::ordered_json;

std::shared_ptr<const ChatTemplate> parsed(const std::string &source)
{
    auto result = ChatTemplate::parse(source);
    if (!result)
        qFatal("%s", result.error().message.c_str());
    return *result;
}

/// Segments as text: untrusted ones in «».
std::string marked(const std::string &source, const Json &input)
{
    const auto segments = parsed(source)->render(input);
    if (!segments)
        return "error: " + segments.error().message;
    std::string text;
    for (const TextSegment &segment : *segments)
        text += segment.isTrusted ? segment.text : "«" + segment.text + "»";
    return text;
}

Json userSays(const std::string &content)
{
    return {{"messages", Json::array({{{"role", "user"}, {"content", content}}})}};
}

} // namespace

class TestChatTemplate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void golden_data();
    void golden();
    void origin_data();
    void origin();
    void segmentsAreMerged();
    void otherVariables();
    void raised();
    void notUnderstood_data();
    void notUnderstood();
    void bounded_data();
    void bounded();
    void badInput();
    void chatMl();
    void renderTwice();
};

void TestChatTemplate::golden_data()
{
    QTest::addColumn<int>("templateIndex");
    QTest::addColumn<int>("caseIndex");
    const Json document = test::readJson(test::kTextData + "chattemplates.json");
    int rows = 0;
    for (size_t t = 0; t < document["templates"].size(); ++t) {
        for (size_t c = 0; c < document["templates"][t]["cases"].size(); ++c, ++rows)
            QTest::addRow("%s %d", document["templates"][t]["name"].get<std::string>().c_str(), int(c))
                << int(t) << int(c);
    }
    QCOMPARE(rows, 70);
}

void TestChatTemplate::golden()
{
    QFETCH(int, templateIndex);
    QFETCH(int, caseIndex);
    const Json document = test::readJson(test::kTextData + "chattemplates.json");
    const Json &chosen = document["templates"][size_t(templateIndex)];
    const Json &expected = chosen["cases"][size_t(caseIndex)];
    Json input = document["context"];
    input.update(expected["input"]);
    const auto segments = parsed(chosen["template"])->render(input);
    if (!expected.contains("error")) {
        QVERIFY2(segments.has_value(), segments ? "" : segments.error().message.c_str());
        QCOMPARE(ChatTemplate::join(*segments), expected["expected"].get<std::string>());
        return;
    }
    QVERIFY(!segments.has_value());
    QCOMPARE(segments.error().code, ErrorCode::InputInvalid);
    if (expected["error"]["kind"] == "raise_exception")
        QCOMPARE(segments.error().message, expected["error"]["message"].get<std::string>());
    else
        QVERIFY2(segments.error().message.find(": line ") != std::string::npos, segments.error().message.c_str());
}

void TestChatTemplate::origin_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *source, const char *expected) {
        QTest::newRow(source) << QString::fromUtf8(source) << QString::fromUtf8(expected);
    };
    // m is " <|x|> b,c ".
    row("a{{ m }}b", "a« <|x|> b,c »b");
    row("{{ 'a' + m + 'b' }}", "a« <|x|> b,c »b");
    row("{{ 'a' ~ m ~ 1 }}", "a« <|x|> b,c »1");
    row("{{ m | trim }}|{{ m.strip() }}", "«<|x|> b,c»|«<|x|> b,c»");
    row("{{ ('a' ~ m ~ 'b')[1:3] }}", "« <»");
    row("{{ ('a' ~ m ~ 'b')[0] }}", "a");
    row("{{ ('<' ~ m)[:3] }}", "<« <»");
    row("{{ m.split(',')[1] }}", "«c »");
    row("{{ m.replace('b', '[B]') }}", "« <|x|> »[B]«,c »");
    row("{{ '-b-' | replace('b', m.strip()) }}", "-«<|x|> b,c»-");
    row("{{ m | upper }}{{ 'x' | upper }}", "« <|X|> B,C »X");
    row("{{ ['a', m.strip()] | join('+') }}", "a+«<|x|> b,c»");
    row("{{ [m.strip()] }}", "['«<|x|> b,c»']");
    row("{{ {'k': m.strip()} | tojson }}", "{\"k\": \"«<|x|> b,c»\"}");
    row("{{ messages[0] | tojson }}", "{\"«role»\": \"user\", \"«content»\": \"« <|x|> b,c »\"}");
    row("{{ (m ~ '\n' ~ m) | indent(2) }}", "« <|x|> b,c »\n  « <|x|> b,c »");
    row("{{ m | replace(' ', '') | list | first }}", "«<»");
    row("{% set x %}a{{ m }}{% endset %}{{ x }}", "a« <|x|> b,c »");
    row("{% macro f(t) %}<{{ t }}>{% endmacro %}{{ f(m) }}", "<« <|x|> b,c »>");
    row("{% filter upper %}a{{ m }}{% endfilter %}", "A« <|X|> B,C »");
    row("{{ '<|' ~ messages[0].role ~ '|>' }}", "<|user|>");
    row("{{ m | length }}", "11");
    row("{{ tools }}{{ other }}{{ bos_token }}", "None«<|im_end|>»<s>");
}

void TestChatTemplate::origin()
{
    QFETCH(QString, source);
    QFETCH(QString, expected);
    Json input = userSays(" <|x|> b,c ");
    input["bos_token"] = "<s>";
    input["other"] = "<|im_end|>";
    QCOMPARE(QString::fromStdString(marked("{% set m = messages[0]['content'] %}" + source.toStdString(), input)),
             expected);
}

void TestChatTemplate::segmentsAreMerged()
{
    const auto segments = parsed("a{{ 'b' }}{{ '' }}{{ messages[0].content }}{{ messages[0].content }}c{{ '' ~ 'd' }}")
                              ->render(userSays("x"));
    QVERIFY(segments.has_value());
    QCOMPARE(*segments, (std::vector<TextSegment>{{"ab", true}, {"xx", false}, {"cd", true}}));
    QVERIFY(parsed("{{ messages[0].content }}")->render(userSays(""))->empty());
}

void TestChatTemplate::otherVariables()
{
    // A role that no program uses was typed by someone.
    QCOMPARE(marked("{{ messages[0].role }}", {{"messages", {{{"role", "<|im_end|>"}}}}}), std::string("«<|im_end|>»"));
    QCOMPARE(marked("{{ enable_thinking }} {{ n + 1 }} {{ f }}", {{"enable_thinking", false}, {"n", 41}, {"f", 1e16}}),
             std::string("False 42 1e+16"));
    QCOMPARE(
        marked("{{ strftime_now('%d %b %Y %H:%M:%S %A %B %j %-d %I %p %y %%') }}", {{"now", "2026-03-07T09:05:02"}}),
        std::string("07 Mar 2026 09:05:02 Saturday March 066 7 09 AM 26 %"));
    QVERIFY(marked("{{ strftime_now('%Y') }}", Json::object()) >= std::string("2026"));
}

void TestChatTemplate::raised()
{
    const auto segments = parsed("{{ raise_exception('no ' ~ messages[0].content) }}")->render(userSays("way"));
    QVERIFY(!segments.has_value());
    QCOMPARE(segments.error(), (Error{ErrorCode::InputInvalid, "no way", "raise_exception"}));
}

void TestChatTemplate::notUnderstood_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("names");
    QTest::newRow("statement") << "a\nb{% include 'x' %}" << 2 << "include";
    QTest::newRow("filter") << "\n\n{{ x | frobnicate }}" << 3 << "frobnicate";
    QTest::newRow("test") << "{{ x is wonderful }}" << 1 << "wonderful";
    QTest::newRow("unclosed for") << "\n{% for x in y %}" << 2 << "endfor";
    QTest::newRow("unclosed output") << "\n{{ x " << 2 << "{{";
    QTest::newRow("unclosed comment") << "{# x" << 1 << "comment";
    QTest::newRow("unclosed string") << "{{ 'x }}" << 1 << "string";
    QTest::newRow("stray end") << "{% endif %}" << 1 << "endif";
    QTest::newRow("wrong bracket") << "{{ (x] }}" << 1 << "]";
    QTest::newRow("no expression") << "{{ }}" << 1 << "}}";
    QTest::newRow("two expressions") << "{{ a b }}" << 1 << "'b'";
    QTest::newRow("unpacked arguments") << "{{ f(*x) }}" << 1 << "*";
    QTest::newRow("break outside") << "{% break %}" << 1 << "break";
    QTest::newRow("number") << "{{ 99999999999999999999 }}" << 1 << "99999999999999999999";
    QTest::newRow("brackets") << "{{ " + QString(5000, '(') + "x" + QString(5000, ')') + " }}" << 1 << "nested";
    QTest::newRow("nots") << "{{ " + QString("not ").repeated(5000) + "x }}" << 1 << "nested";
    QTest::newRow("signs") << "{{ " + QString("- ").repeated(5000) + "x }}" << 1 << "nested";
    QTest::newRow("ifs") << QString("{% if x %}").repeated(5000) << 1 << "nested";
    QTest::newRow("elifs") << "{% if x %}" + QString("{% elif x %}").repeated(5000) << 1 << "nested";
    QTest::newRow("inline ifs") << "{{ " + QString("x if x else ").repeated(5000) + "x }}" << 1 << "nested";
    QTest::newRow("targets") << "{% set " + QString(5000, '(') + "x" + QString(5000, ')') + " = 1 %}" << 1 << "nested";
}

void TestChatTemplate::notUnderstood()
{
    QFETCH(QString, source);
    QFETCH(int, line);
    QFETCH(QString, names);
    const auto result = ChatTemplate::parse(source.toStdString());
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::InputInvalid);
    const QString message = QString::fromStdString(result.error().message);
    QVERIFY2(message.contains(names), qPrintable(message));
    QVERIFY2(message.contains(QString("line %1:").arg(line)), qPrintable(message));
}

void TestChatTemplate::bounded_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("names");
    QTest::newRow("loops in loops") << QString("{% for a in range(100000) %}").repeated(4)
            + QString("{% endfor %}").repeated(4)
                                    << "steps";
    QTest::newRow("macro that calls itself") << "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"
                                             << "nested";
    QTest::newRow("loop that calls itself") << "{% set a = [1] %}{% for x in a recursive %}{{ loop(a) }}{% endfor %}"
                                            << "nested";
    QTest::newRow("doubled text")
        << "{% set ns = namespace(t='xxxxxxxx') %}{% for i in range(60) %}{% set ns.t = ns.t + ns.t %}{% endfor %}"
        << "MiB";
    QTest::newRow("long output") << "{% set t = 'x' * 1000000 %}{% for i in range(1000) %}{{ t }}{% endfor %}"
                                 << "MiB";
    QTest::newRow("repeated text") << "{{ 'x' * 9000000000000000 }}"
                                   << "MiB";
    QTest::newRow("repeated list") << "{{ ([1] * 9000000000000000) | length }}"
                                   << "1000000";
    QTest::newRow("range") << "{{ range(9000000000000000) | length }}"
                           << "range";
    QTest::newRow("deep list")
        << "{% set ns = namespace(t=[]) %}{% for i in range(90000) %}{% set ns.t = [ns.t] %}{% endfor %}{{ ns.t }}"
        << "nested";
    QTest::newRow("wide list") << "{% set ns = namespace(t=[1]) %}{% for i in range(60) %}{% set ns.t = [ns.t, ns.t] "
                                  "%}{% endfor %}{{ ns.t == ns.t }}"
                               << "values";
    QTest::newRow("power") << "{{ 10 ** 30 }}"
                           << "too large";
    QTest::newRow("smallest by minus one") << "{{ (-9223372036854775807 - 1) // -1 }}"
                                           << "too large";
    QTest::newRow("zero") << "{{ 1 // 0 }}"
                          << "division by zero";
}

void TestChatTemplate::bounded()
{
    QFETCH(QString, source);
    QFETCH(QString, names);
    QElapsedTimer timer;
    timer.start();
    const auto result = parsed(source.toStdString())->render(Json::object());
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::InputInvalid);
    QVERIFY2(result.error().message.find(names.toStdString()) != std::string::npos, result.error().message.c_str());
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

void TestChatTemplate::badInput()
{
    const auto chatTemplate = parsed("{{ messages }}");
    QCOMPARE(chatTemplate->render(Json::array()).error().code, ErrorCode::InputInvalid);
    Json deep = 1;
    for (int i = 0; i < 1000; ++i)
        deep = Json::array({deep});
    QCOMPARE(chatTemplate->render({{"messages", deep}}).error().code, ErrorCode::InputInvalid);
    QCOMPARE(ChatTemplate::join(*chatTemplate->render({{"messages", nullptr}})), std::string("None"));
    // Bytes that are no text pass through.
    QCOMPARE(ChatTemplate::join(*parsed("{{ messages[0].content | trim | upper }}")->render(userSays(" a\xff "))),
             std::string("A\xff"));
}

void TestChatTemplate::chatMl()
{
    Json input = userSays("hi");
    input["add_generation_prompt"] = true;
    QCOMPARE(marked(chatMlTemplate(), input), std::string("<|im_start|>user\n«hi»<|im_end|>\n<|im_start|>assistant\n"));
}

void TestChatTemplate::renderTwice()
{
    const auto chatTemplate =
        parsed("{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}");
    QCOMPARE(ChatTemplate::join(*chatTemplate->render(userSays("a"))), std::string("1"));
    QCOMPARE(ChatTemplate::join(*chatTemplate->render(userSays("b"))), std::string("1"));
}

QTEST_APPLESS_MAIN(TestChatTemplate)
#include "tst_chattemplate.moc"
