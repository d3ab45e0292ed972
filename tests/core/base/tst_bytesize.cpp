// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesize.h"

#include <QtTest>

#include <limits>

using namespace limno;

class TestByteSize : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void formats_data();
    void formats();
};

void TestByteSize::parses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("plain") << "4096" << qint64(4096);
    QTest::newRow("zero") << "0" << qint64(0);
    QTest::newRow("B") << "12B" << qint64(12);
    QTest::newRow("KiB") << "3KiB" << qint64(3072);
    QTest::newRow("blank before the unit") << "160 MiB" << qint64(160) * 1024 * 1024;
    QTest::newRow("GiB") << "8GiB" << qint64(8) * 1024 * 1024 * 1024;
    QTest::newRow("TiB") << "1TiB" << qint64(1) * 1024 * 1024 * 1024 * 1024;
    QTest::newRow("KB") << "3KB" << qint64(3000);
    QTest::newRow("fraction") << "1.5MB" << qint64(1'500'000);
    QTest::newRow("fraction of a binary unit") << "0.5GiB" << qint64(512) * 1024 * 1024;
    QTest::newRow("rounded to whole bytes") << "0.0004KB" << qint64(0);
    QTest::newRow("largest") << "4611686018427387904" << (qint64(1) << 62);
}

void TestByteSize::parses()
{
    QFETCH(QString, text);
    QFETCH(qint64, bytes);
    const auto size = parseByteSize(text.toStdString());
    QVERIFY2(size.has_value(), size ? "" : size.error().message.c_str());
    QCOMPARE(qint64(*size), bytes);
}

void TestByteSize::refuses_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"", " ", "MiB", "-1", "-1MiB", "+1", "8 gib", "8GiBs", "8Gi", "1,5MB", "1e3", "0x10", "nan", "inf", "1.5.2MB",
                             "9223372036854775807", "5000000TiB", "12 12"})
        QTest::newRow(text) << text;
}

void TestByteSize::refuses()
{
    QFETCH(QString, text);
    const auto size = parseByteSize(text.toStdString());
    QVERIFY(!size.has_value());
    QCOMPARE(size.error().code, ErrorCode::InputInvalid);
    QVERIFY(QString::fromStdString(size.error().message).contains('"' + text + '"'));
}

void TestByteSize::formats_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64(0) << "0 B";
    QTest::newRow("bytes") << qint64(1023) << "1023 B";
    QTest::newRow("first KiB") << qint64(1024) << "1.0 KiB";
    QTest::newRow("loss") << qint64(-3174) << "-3.1 KiB";
    QTest::newRow("MiB") << qint64(412) * 1024 * 1024 << "412.0 MiB";
    QTest::newRow("GiB") << qint64(8) * 1024 * 1024 * 1024 << "8.0 GiB";
    QTest::newRow("no unit above TiB") << qint64(5000) * 1024 * 1024 * 1024 * 1024 << "5000.0 TiB";
    QTest::newRow("least") << std::numeric_limits<qint64>::min() << "-8388608.0 TiB";
}

void TestByteSize::formats()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(formatByteSize(bytes)), text);
}

QTEST_APPLESS_MAIN(TestByteSize)
#include "tst_bytesize.moc"
