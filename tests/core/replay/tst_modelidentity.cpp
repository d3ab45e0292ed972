// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recording.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace limno;

class TestModelIdentity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void seesChanges_data();
    void seesChanges();
    void sameContentSameIdentity();
    void folders();
    void refuses();

private:
    std::string write(const QString &name, const QByteArray &bytes);
    QTemporaryDir m_folder;
};

std::string TestModelIdentity::write(const QString &name, const QByteArray &bytes)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write");
    return file.fileName().toStdString();
}

void TestModelIdentity::seesChanges_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("changedAt");
    QTest::newRow("empty against one byte") << 0 << 0;
    QTest::newRow("small file, first byte") << 1000 << 0;
    QTest::newRow("small file, last byte") << 1000 << 999;
    QTest::newRow("within the header") << 4'000'000 << 1'048'575;
    QTest::newRow("first block after it") << 4'000'000 << 1'048'576;
    QTest::newRow("last byte of a large file") << 4'000'003 << 4'000'002;
    QTest::newRow("between the limits") << 1'200'000 << 1'100'000;
}

void TestModelIdentity::seesChanges()
{
    QFETCH(int, size);
    QFETCH(int, changedAt);
    QByteArray bytes(size, 'a');
    const auto before = modelIdentity(write(QStringLiteral("a"), bytes));
    if (changedAt < size)
        bytes[changedAt] = 'b';
    else
        bytes.append('b');
    const auto after = modelIdentity(write(QStringLiteral("b"), bytes));
    QVERIFY(before && after);
    QVERIFY(*before != *after);
    QVERIFY(before->starts_with(std::to_string(size) + "-"));
    QCOMPARE(before->size(), std::to_string(size).size() + 33);
}

void TestModelIdentity::sameContentSameIdentity()
{
    const QByteArray bytes(3'000'000, 'x');
    const auto one = modelIdentity(write(QStringLiteral("one.gguf"), bytes));
    const auto two = modelIdentity(write(QStringLiteral("模型.gguf"), bytes));
    QVERIFY(one && two);
    QCOMPARE(*one, *two);
}

void TestModelIdentity::folders()
{
    const auto make = [&](const QString &name, const QByteArray &config) {
        QDir(m_folder.path()).mkpath(name + QStringLiteral("/unet"));
        write(name + QStringLiteral("/config.json"), config);
        write(name + QStringLiteral("/unet/weights.safetensors"), QByteArray(5000, 'w'));
        return modelIdentity(m_folder.filePath(name).toStdString());
    };
    const auto one = make(QStringLiteral("one"), "{}");
    const auto same = make(QStringLiteral("same"), "{}");
    const auto other = make(QStringLiteral("other"), "[]");
    QVERIFY(one && same && other);
    QCOMPARE(*one, *same);
    QVERIFY(*one != *other);
    QVERIFY(one->starts_with("5002-"));
}

void TestModelIdentity::refuses()
{
    const auto missing = modelIdentity(m_folder.filePath(QStringLiteral("nothing")).toStdString());
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::ModelMissing);
    QVERIFY(missing.error().message.find("nothing") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestModelIdentity)
#include "tst_modelidentity.moc"
