// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace limno;

class TestTextFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAndReplaces();
    void failureLeavesTheOldFile();
};

void TestTextFile::writesAndReplaces()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("報告.html"));
    for (const std::string &text : {std::string("first, longer"), std::string("zweite é\n"), std::string()}) {
        QVERIFY(writeTextFile(path.toStdString(), text));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), text);
    }
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
}

void TestTextFile::failureLeavesTheOldFile()
{
    const QTemporaryDir folder;
    const std::string missing = folder.filePath(QStringLiteral("no folder/a.html")).toStdString();
    const auto written = writeTextFile(missing, "x");
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Io);
    QVERIFY(written.error().message.starts_with(missing));

    const QString directory = folder.filePath(QStringLiteral("taken"));
    QVERIFY(QDir().mkpath(directory + QStringLiteral("/inside")));
    QVERIFY(!writeTextFile(directory.toStdString(), "x"));
    QVERIFY(QDir(directory + QStringLiteral("/inside")).exists());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 0);
}

QTEST_GUILESS_MAIN(TestTextFile)
#include "tst_textfile.moc"
