// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/safetensors.h"
#include "core/formats/shardindex.h"

#include "ggufbuilder.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace limno;

class TestShardIndex : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void complete();
    void unusualNames();
    void shardAbsent();
    void shardCut();
    void staleIndex();
    void tensorInTheWrongShard();
    void tensorsBeyondTheIndex();
    void refused_data();
    void refused();

private:
    QString at(const QString &name) const { return m_folder->filePath(name); }
    void writeShard(const QString &name, const std::string &tensor) const
    {
        const PlainTensor values{PlainType::U8, {4}, std::vector<std::byte>(4)};
        QVERIFY(writePlainTensors(at(name).toStdString(), {{tensor, values}}));
    }
    Result<void> check(const QByteArray &weightMap) const
    {
        const auto index = readShardIndex(test::writeFile(at("model.safetensors.index.json"),
                                                          R"({"metadata": {}, "weight_map": )" + weightMap + "}"));
        if (!index)
            return failure(index.error());
        return checkShards(*index);
    }
    static constexpr const char *kComplete = R"({"a": "s1.safetensors", "b": "s2.safetensors", "c": "s3.safetensors"})";
    std::optional<QTemporaryDir> m_folder;
};

void TestShardIndex::init()
{
    m_folder.emplace();
    writeShard("s1.safetensors", "a");
    writeShard("s2.safetensors", "b");
    writeShard("s3.safetensors", "c");
}

void TestShardIndex::complete()
{
    const auto checked = check(kComplete);
    QVERIFY2(checked, checked ? "" : checked.error().message.c_str());
    const auto index = readShardIndex(at("model.safetensors.index.json").toStdString());
    QCOMPARE(index->folder, m_folder->path().toStdString() + "/");
    QCOMPARE(index->fileOfTensor.at("b"), std::string("s2.safetensors"));
}

void TestShardIndex::unusualNames()
{
    writeShard(QString::fromUtf8("Gewichte 模型.bin"), "x");
    QVERIFY(check(R"({"x": "Gewichte 模型.bin"})"));
}

void TestShardIndex::shardAbsent()
{
    QVERIFY(QFile::remove(at("s2.safetensors")));
    const auto checked = check(kComplete);
    QCOMPARE(checked.error().code, ErrorCode::ModelMissing);
    QCOMPARE(checked.error().reason, std::string("missing_file"));
    QVERIFY(checked.error().message.find("s2.safetensors") != std::string::npos);
}

void TestShardIndex::shardCut()
{
    QVERIFY(QFile::resize(at("s2.safetensors"), QFileInfo(at("s2.safetensors")).size() - 1));
    const auto checked = check(kComplete);
    QCOMPARE(checked.error().reason, std::string("truncated"));
    QVERIFY(checked.error().message.find("s2.safetensors") != std::string::npos);
}

void TestShardIndex::staleIndex()
{
    QCOMPARE(check(R"({"a": "old-1.safetensors", "b": "old-2.safetensors"})").error().reason,
             std::string("missing_file"));
}

void TestShardIndex::tensorInTheWrongShard()
{
    const auto checked = check(R"({"a": "s1.safetensors", "b": "s1.safetensors"})");
    QCOMPARE(checked.error().code, ErrorCode::ModelInvalid);
    QCOMPARE(checked.error().reason, std::string("missing_tensor"));
    QVERIFY(checked.error().message.find("'b'") != std::string::npos);
}

void TestShardIndex::tensorsBeyondTheIndex()
{
    const PlainTensor values{PlainType::U8, {1}, std::vector<std::byte>(1)};
    QVERIFY(writePlainTensors(at("s1.safetensors").toStdString(), {{"a", values}, {"extra", values}}));
    QVERIFY(check(kComplete)); // with a warning in the log
}

void TestShardIndex::refused_data()
{
    QTest::addColumn<QByteArray>("map");
    QTest::addColumn<QString>("reason");
    QTest::newRow("null") << QByteArray("null") << "missing_key";
    QTest::newRow("list") << QByteArray("[]") << "bad_type";
    QTest::newRow("empty") << QByteArray("{}") << "bad_value";
    QTest::newRow("number") << QByteArray(R"({"a": 1})") << "bad_type";
    QTest::newRow("no name") << QByteArray(R"({"a": ""})") << "bad_value";
    QTest::newRow("out of the folder") << QByteArray(R"({"a": "../s1.safetensors"})") << "bad_value";
    QTest::newRow("absolute") << QByteArray(R"({"a": "/etc/passwd"})") << "bad_value";
    QTest::newRow("dots") << QByteArray(R"({"a": ".."})") << "bad_value";
    QTest::newRow("zero byte") << QByteArray(R"({"a": "s1.safetensors\u0000"})") << "bad_value";
    QTest::newRow("cut") << QByteArray(R"({"a": "s1)") << "bad_json";
}

void TestShardIndex::refused()
{
    QFETCH(QByteArray, map);
    QFETCH(QString, reason);
    const auto checked = check(map);
    QVERIFY(!checked);
    QCOMPARE(QString::fromStdString(checked.error().reason), reason);
}

QTEST_GUILESS_MAIN(TestShardIndex)
#include "tst_shardindex.moc"
