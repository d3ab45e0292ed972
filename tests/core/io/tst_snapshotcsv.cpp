// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/snapshotcsv.h"

#include "tests/core/memory/samplesnapshot.h"

#include <QtTest>

using namespace limno;
using namespace limno::test;

class TestSnapshotCsv : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void owners();
    void growthOfTwo();
    void nothing();
};

void TestSnapshotCsv::owners()
{
    QCOMPARE(QString::fromStdString(ownersCsv(sampleSnapshot())),
             QStringLiteral("owner,name,site,space,bytes,count\n"
                            "weights,m,,device,20971520,1\n"
                            "KV cache,\"多 \"\"m\"\"\",kvcache.reserve,device,512,1\n"
                            "result,m,aten::cat,host,64,3\n"));
}

void TestSnapshotCsv::growthOfTwo()
{
    MemorySnapshot earlier = sampleSnapshot();
    MemorySnapshot later = sampleSnapshot();
    later.tensors[2].bytes += 1000;
    later.tensors[2].count += 2;
    later.tensors[0].bytes = 0;
    later.tensors[0].count = 0;
    later.tensors.push_back({Owner::Result, "a,b\r\nc", "", MemorySpace::Host, 7, 1});
    QCOMPARE(QString::fromStdString(growthCsv(growth(earlier, later))),
             QStringLiteral("owner,name,site,space,bytes,count,deltaBytes,deltaCount\n"
                            "result,m,aten::cat,host,1064,5,1000,2\n"
                            "result,\"a,b\r\nc\",,host,7,1,7,1\n"
                            "KV cache,\"多 \"\"m\"\"\",kvcache.reserve,device,0,0,-512,-1\n"));
}

void TestSnapshotCsv::nothing()
{
    QCOMPARE(ownersCsv({}), std::string("owner,name,site,space,bytes,count\n"));
    QCOMPARE(growthCsv({}), std::string("owner,name,site,space,bytes,count,deltaBytes,deltaCount\n"));
}

QTEST_APPLESS_MAIN(TestSnapshotCsv)
#include "tst_snapshotcsv.moc"
