// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/cgroupmemory.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace limno;

/// Each row lays out a made-up /proc folder and group tree; MOUNT in `mountinfo` stands for the tree's folder.
class TestCgroupMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void followsChanges();

private:
    using Files = QMap<QString, QByteArray>;

    static void write(const QString &path, const QByteArray &text)
    {
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    static void layOut(const QTemporaryDir &folder, const QByteArray &cgroup, QByteArray mountinfo, const Files &tree)
    {
        write(folder.filePath("proc/cgroup"), cgroup);
        write(folder.filePath("proc/mountinfo"), mountinfo.replace("MOUNT", folder.filePath("tree").toUtf8()));
        for (auto file = tree.begin(); file != tree.end(); ++file)
            write(folder.filePath("tree" + file.key()), file.value());
    }
};

static const QByteArray kPlainMount = "22 1 0:20 / /proc rw - proc proc rw\n30 22 0:26 / MOUNT rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";

void TestCgroupMemory::reads_data()
{
    QTest::addColumn<QByteArray>("cgroup");
    QTest::addColumn<QByteArray>("mountinfo");
    QTest::addColumn<Files>("tree");
    QTest::addColumn<qint64>("current"); // -1: absent
    QTest::addColumn<qint64>("limit");

    const Files chain{{"/a/b/memory.current", "5000\n"}, {"/a/b/memory.max", "max\n"}, {"/a/memory.max", "9000\n"},
                      {"/a/memory.current", "7000\n"}};
    QTest::newRow("the limit is a parent's") << QByteArray("0::/a/b\n") << kPlainMount << chain << qint64(5000) << qint64(9000);
    Files lower = chain;
    lower["/a/b/memory.max"] = "8000\n";
    QTest::newRow("the lowest limit counts") << QByteArray("0::/a/b\n") << kPlainMount << lower << qint64(5000) << qint64(8000);
    Files unlimited = chain;
    unlimited["/a/memory.max"] = "max\n";
    QTest::newRow("no limit") << QByteArray("0::/a/b\n") << kPlainMount << unlimited << qint64(5000) << qint64(-1);
    QTest::newRow("a container's own namespace")
        << QByteArray("0::/\n") << kPlainMount << Files{{"/memory.current", "100\n"}, {"/memory.max", "200\n"}} << qint64(100) << qint64(200);
    QTest::newRow("only a part of the tree is mounted")
        << QByteArray("0::/docker/abc/app\n") << QByteArray("30 22 0:26 /docker/abc MOUNT ro - cgroup2 cgroup rw\n")
        << Files{{"/app/memory.current", "11\n"}, {"/memory.max", "12\n"}} << qint64(11) << qint64(12);
    QTest::newRow("memory is still in version 1")
        << QByteArray("4:memory:/a\n0::/\n") << kPlainMount << Files{{"/cgroup.procs", "1\n"}} << qint64(-1) << qint64(-1);
    QTest::newRow("no version 2 at all") << QByteArray("4:memory:/a\n") << kPlainMount << chain << qint64(-1) << qint64(-1);
    QTest::newRow("not mounted") << QByteArray("0::/a/b\n") << QByteArray("22 1 0:20 / /proc rw - proc proc rw\n") << chain << qint64(-1)
                                 << qint64(-1);
    QTest::newRow("garbage") << QByteArray("0:\n\n") << QByteArray(" - cgroup2 \n") << Files() << qint64(-1) << qint64(-1);
}

void TestCgroupMemory::reads()
{
    QFETCH(QByteArray, cgroup);
    QFETCH(QByteArray, mountinfo);
    QFETCH(Files, tree);
    QFETCH(qint64, current);
    QFETCH(qint64, limit);
    const QTemporaryDir folder;
    layOut(folder, cgroup, mountinfo, tree);
    const CgroupMemory memory(folder.filePath("proc").toStdString());
    QCOMPARE(qint64(memory.current().value_or(-1)), current);
    QCOMPARE(qint64(memory.limit().value_or(-1)), limit);
}

void TestCgroupMemory::followsChanges()
{
    const QTemporaryDir folder;
    layOut(folder, "0::/a\n", kPlainMount, {{"/a/memory.current", "1\n"}, {"/a/memory.max", "max\n"}});
    const CgroupMemory memory(folder.filePath("proc").toStdString());
    QVERIFY(!memory.limit());
    write(folder.filePath("tree/a/memory.max"), "4096\n");
    write(folder.filePath("tree/a/memory.current"), "2\n");
    QVERIFY(memory.limit() == 4096);
    QVERIFY(memory.current() == 2);
}

QTEST_APPLESS_MAIN(TestCgroupMemory)
#include "tst_cgroupmemory.moc"
