// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/builtinmodels.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace limno;

class TestBuiltinModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { qunsetenv("LIMNOGRAPH_MODELS"); }
    void findsTheFile_data();
    void findsTheFile();
    void listsOnlyWhatIsThere();
    void takesPaths();
    void nullNeedsNoFile();
    void saysWhatWasLookedFor_data();
    void saysWhatWasLookedFor();
    void buildTreeHasTheModel();

private:
    std::string touch(const QString &name);
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestBuiltinModels::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("LIMNOGRAPH_MODELS", QFile::encodeName(m_folder->path()));
}

std::string TestBuiltinModels::touch(const QString &name)
{
    QFile file(m_folder->filePath(name));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write");
    return file.fileName().toStdString();
}

void TestBuiltinModels::findsTheFile_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("the wheel's name") << QStringLiteral("SmolLM2-135M-Instruct.Q4_1.gguf");
    QTest::newRow("short name") << QStringLiteral("smollm2.gguf");
}

void TestBuiltinModels::findsTheFile()
{
    QFETCH(QString, file);
    const std::string path = touch(file);
    const auto resolved = resolveModel("smollm2");
    QVERIFY(resolved);
    QCOMPARE(*resolved, path);
    const auto models = builtinModels();
    QCOMPARE(models.size(), size_t(1));
    QCOMPARE(models.front().name, std::string("smollm2"));
    QCOMPARE(models.front().path, path);
    QCOMPARE(models.front().title, std::string("SmolLM2 135M Instruct"));
}

void TestBuiltinModels::listsOnlyWhatIsThere()
{
    for (const BuiltinModel &model : builtinModels())
        QVERIFY(QFile::exists(QString::fromStdString(model.path)));
}

void TestBuiltinModels::takesPaths()
{
    const std::string path = touch(QStringLiteral("模型.gguf"));
    QCOMPARE(resolveModel(path).value(), path);
    QCOMPARE(resolveModel(m_folder->path().toStdString()).value(), m_folder->path().toStdString());
}

void TestBuiltinModels::nullNeedsNoFile()
{
    QCOMPARE(resolveModel("null").value(), std::string("null"));
}

void TestBuiltinModels::saysWhatWasLookedFor_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("file") << QByteArray("/no/such/model.gguf");
    QTest::newRow("name") << QByteArray("smollm3");
    QTest::newRow("nothing") << QByteArray("");
}

void TestBuiltinModels::saysWhatWasLookedFor()
{
    QFETCH(QByteArray, name);
    const auto resolved = resolveModel(name.toStdString());
    QVERIFY(!resolved);
    QCOMPARE(resolved.error().code, ErrorCode::ModelMissing);
    QVERIFY(resolved.error().message.find(name.toStdString()) != std::string::npos);
}

void TestBuiltinModels::buildTreeHasTheModel()
{
    const QString file =
        QStringLiteral(LIMNOGRAPH_BUILD_DIR "/share/limnograph/models/SmolLM2-135M-Instruct.Q4_1.gguf");
    const auto resolved = resolveModel("smollm2");
    if (QFile::exists(file)) {
        QCOMPARE(resolved.value(), file.toStdString());
        return;
    }
    QVERIFY(!resolved);
    QCOMPARE(resolved.error().code, ErrorCode::ModelMissing);
    for (const std::string &place : {m_folder->path().toStdString(), std::string("share/limnograph/models")})
        QVERIFY(resolved.error().message.find(place) != std::string::npos);
}

QTEST_GUILESS_MAIN(TestBuiltinModels)
#include "tst_builtinmodels.moc"
