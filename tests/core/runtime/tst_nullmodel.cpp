// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/nullmodel.h"

#include <QTest>

using namespace limno;

class TestNullModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void echo_data()
    {
        QTest::addColumn<QString>("prompt");
        QTest::addColumn<int>("maxTokens"); // 0: not given
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("tokensIn");
        QTest::addColumn<bool>("cut");
        QTest::newRow("words") << "one two" << 0 << "one two" << 2 << false;
        QTest::newRow("blanks") << " \tone\r\n  two " << 0 << "one two" << 2 << false;
        QTest::newRow("limit") << "a b c" << 2 << "a b" << 3 << true;
        QTest::newRow("exactly the limit") << "a b" << 2 << "a b" << 2 << false;
        QTest::newRow("blank") << " \n" << 0 << "" << 0 << false;
    }

    void echo()
    {
        QFETCH(QString, prompt);
        QFETCH(int, maxTokens);
        QFETCH(int, tokensIn);
        QFETCH(bool, cut);
        Request request;
        request.prompt = prompt.toStdString();
        if (maxTokens > 0)
            request.generation.maxTokens = maxTokens;
        QString streamed;
        int prefilled = 0, first = 0;
        RunContext context;
        context.onText = [&](std::string_view text) { streamed += QString::fromStdString(std::string(text)); };
        context.onPrefilled = [&] { ++prefilled; };
        context.onFirstToken = [&] { ++first; };
        const Outcome outcome = run(request, context);
        QCOMPARE(outcome.kind, OutcomeKind::Ok);
        QTEST(QString::fromStdString(outcome.text), "text");
        QCOMPARE(QString::fromStdString(outcome.text), streamed);
        QCOMPARE(outcome.tokens.in, int64_t(tokensIn));
        QCOMPARE(outcome.tokens.out, int64_t(outcome.ids.size()));
        QCOMPARE(outcome.finish, cut ? FinishReason::Length : FinishReason::Stop);
        QCOMPARE(prefilled, 1);
        QCOMPARE(first, outcome.text.empty() ? 0 : 1);
    }

    void chatEchoesTheLastMessage()
    {
        Request request;
        request.task = Task::Chat;
        request.messages = {{"user", "first"}, {"assistant", "reply"}, {"user", "second one"}};
        QCOMPARE(run(request, {}).text, std::string("second one"));
    }

    void idsInPlaceOfWords()
    {
        Request request;
        request.prompt = "ignored";
        request.inputIds = {7, 11};
        QCOMPARE(run(request, {}).text, std::string("7 11"));
    }

    void cancelled()
    {
        Request request;
        request.prompt = "one two three";
        RunContext context;
        context.onText = [&](std::string_view) { context.cancel.cancel(); };
        const Outcome outcome = run(request, context);
        QCOMPARE(outcome.kind, OutcomeKind::Cancelled);
        QCOMPARE(outcome.text, std::string("one"));
        LoadContext load;
        load.cancel.cancel();
        QCOMPARE(NullModelFactory().load({}, load).error().code, ErrorCode::Cancelled);
    }

private:
    static Outcome run(const Request &request, const RunContext &context)
    {
        const auto model = NullModelFactory().load({.name = "null", .path = "null"}, {});
        const auto prepared = (*model)->prepare(request, {});
        return (*model)->openSession({})->run(request, **prepared, context);
    }
};

QTEST_GUILESS_MAIN(TestNullModel)
#include "tst_nullmodel.moc"
