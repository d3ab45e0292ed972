// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/modulehost.h"

#include <QTest>

#include <thread>

using namespace limno;

class TestModuleHost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensOnce()
    {
        Devices devices;
        ClearLadder ladder;
        ModuleHost host(ladder, devices);
        QVERIFY(host.workerHooks().empty());
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&host] { QVERIFY(host.open("limnograph-testmodule").has_value()); });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(host.workerHooks().size(), size_t(1));
        QCOMPARE(host.doctorChecks().size(), size_t(1));
        QCOMPARE(host.doctorChecks()[0].name, std::string("test module"));
    }

    void failures_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("words");
        QTest::newRow("no such library") << "limnograph-nowhere"
                                         << "liblimnograph-nowhere.so";
        QTest::newRow("no entry") << "limnograph-emptymodule"
                                  << "limnographRegister";
    }

    void failures()
    {
        QFETCH(QString, name);
        QFETCH(QString, words);
        Devices devices;
        ClearLadder ladder;
        ModuleHost host(ladder, devices);
        for (int attempt = 0; attempt < 2; ++attempt) {
            const Result<void> opened = host.open(name.toStdString());
            QVERIFY(!opened);
            QCOMPARE(opened.error().code, ErrorCode::Io);
            const QString message = QString::fromStdString(opened.error().message);
            QVERIFY2(message.contains(words), qPrintable(message));
        }
    }

    void factories()
    {
        struct Picky final : ModelFactory {
            bool accepts(const std::string &path) const override { return path == "picky"; }
            Result<std::shared_ptr<Model>> load(const ModelSpec &, const LoadContext &) const override
            {
                return failure(ErrorCode::ModelInvalid, "never");
            }
        };
        Devices devices;
        ClearLadder ladder;
        ModuleHost host(ladder, devices);
        QVERIFY(host.factoryFor("null"));
        QVERIFY(!host.factoryFor("picky"));
        host.add(std::make_unique<Picky>());
        QVERIFY(host.factoryFor("picky"));
        QVERIFY(host.factoryFor("picky") != host.factoryFor("null"));
        QVERIFY(!host.factoryFor("other"));
    }
};

QTEST_GUILESS_MAIN(TestModuleHost)
#include "tst_modulehost.moc"
