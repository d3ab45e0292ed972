// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cliprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

using namespace limno;

/// The leak lab as scripts use it, on the real model; short forms.
class TestCliLab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!QFile::exists(QStringLiteral(LIMNOGRAPH_BUILD_DIR "/share/limnograph/models/SmolLM2-135M-Instruct.Q4_1.gguf")))
            QSKIP("the model file was not fetched");
    }

    void lists()
    {
        const Answer answer = cli({"lab", "list", "--json"});
        QCOMPARE(answer.code, 0);
        QVERIFY(answer.document["scenarios"].size() >= 14);
        for (const auto &scenario : answer.document["scenarios"])
            QVERIFY(scenario.contains("name") && scenario.contains("class") && scenario.contains("about"));
        const Answer unknown = cli({"lab", "run", "nothing", "--json"});
        QCOMPARE(unknown.code, 2);
        QVERIFY(unknown.output.contains("history-grows"));
    }

    void leaksAreFoundToTheirSize_data()
    {
        QTest::addColumn<QString>("part");
        QTest::newRow("kv-not-released") << "host tensors";
        QTest::newRow("mapped-growth") << "mapped";
        QTest::newRow("grad-mode-on") << "host tensors";
    }

    void leaksAreFoundToTheirSize()
    {
        QFETCH(QString, part);
        const QString name = QString::fromUtf8(QTest::currentDataTag());
        const Answer answer = cli({"lab", "run", name, "--requests", "100", "--json", "--gate"});
        QVERIFY2(answer.code == 3, answer.output.constData());
        const auto &document = answer.document;
        QVERIFY2(document["verdict"]["class"] == document["truth"]["class"], answer.output.constData());
        QVERIFY(document["verdict"]["part"] == part.toStdString());
        const double truth = document["truth"]["slopePerRequest"];
        QVERIFY(truth > 50'000);
        QVERIFY2(std::abs(document["verdict"]["slopePerRequest"].get<double>() / truth - 1) < 0.1, answer.output.constData());
    }

    void theTwinIsFlatAndComparesAsRepaired()
    {
        const QString faulty = m_folder.filePath(QStringLiteral("faulty.limno"));
        const QString fixed = m_folder.filePath(QStringLiteral("fixed.limno"));
        QCOMPARE(cli({"lab", "run", "history-grows", "--requests", "100", "--out", faulty, "--json"}).code, 0);
        const Answer twin = cli({"lab", "run", "history-grows", "--fixed", "--requests", "100", "--out", fixed, "--json", "--gate"});
        QVERIFY2(twin.code == 0, twin.output.constData());
        const Answer compared = cli({"compare", faulty, fixed, "--json"});
        QCOMPARE(compared.code, 0);
        QVERIFY2(compared.document["reduction"]["low"].get<double>() >= 0.84, compared.output.constData());
    }

    void theMatrixShowsTheSwitchThatStopsIt()
    {
        const Answer answer = cli({"matrix", "complete", "--model", "lab:kv-not-released", "--prompt", "Lakes are", "--max-tokens", "1",
                                   "--requests", "100", "--switch", "kv-cache", "--json"});
        QCOMPARE(answer.code, 0);
        const auto &rows = answer.document["rows"];
        QCOMPARE(rows.size(), size_t(2));
        QVERIFY(rows[0]["bytesRemoved"].is_null());
        QVERIFY(rows[1]["switch"] == "kv-cache" && rows[1]["value"] == "off");
        QVERIFY(rows[1]["bytesRemoved"].get<double>() > 0.9 * 100 * rows[0]["slopePerRequest"].get<double>());
        QCOMPARE(cli({"matrix", "complete", "--switch", "nothing", "--json"}).code, 2);
        QCOMPARE(cli({"matrix", "complete", "--model", "/no/such", "--prompt", "x", "--requests", "5", "--switch", "kv-cache", "--json"}).code, 6);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliLab)
#include "tst_clilab.moc"
