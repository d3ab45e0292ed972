// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <QProcess>
#include <QTemporaryDir>

#include <signal.h>

/// The window as a process: options, signals, what it leaves behind.
class TestWindowProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        environment.insert("XDG_CONFIG_HOME", m_folder->filePath("config"));
        environment.insert("XDG_DATA_HOME", m_folder->filePath("data"));
        environment.insert("LIMNOGRAPH_MODELS", m_folder->path());
        m_process->setProcessEnvironment(environment);
    }

    void wordsNeedNoDisplay_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("help") << "--help" << QByteArray("--language");
        QTest::newRow("version") << "--version" << QByteArray("limnograph " LIMNOGRAPH_VERSION);
    }
    void wordsNeedNoDisplay()
    {
        QFETCH(QString, option);
        QFETCH(QByteArray, words);
        QProcessEnvironment environment = m_process->processEnvironment();
        for (const char *name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
            environment.remove(QLatin1String(name));
        m_process->setProcessEnvironment(environment);
        start({option});
        QVERIFY(m_process->waitForFinished());
        QCOMPARE(m_process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_process->exitCode(), 0);
        QVERIFY(m_process->readAllStandardOutput().contains(words));
    }

    void wrongUsageIsTwo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("option") << QStringList{"--dance"};
        QTest::newRow("theme") << QStringList{"--theme", "pink"};
        QTest::newRow("language") << QStringList{"--language", "xx"};
    }
    void wrongUsageIsTwo()
    {
        QFETCH(QStringList, arguments);
        start(arguments);
        QVERIFY(m_process->waitForFinished());
        QCOMPARE(m_process->exitCode(), 2);
        QVERIFY(m_process->readAllStandardError().contains("limnograph: "));
    }

    void aSignalClosesTheWindow_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("terminate") << SIGTERM;
        QTest::newRow("interrupt") << SIGINT;
    }
    void aSignalClosesTheWindow()
    {
        QFETCH(int, number);
        start({});
        QTRY_VERIFY(log().contains("window is open"));
        QCOMPARE(::kill(static_cast<pid_t>(m_process->processId()), number), 0);
        QVERIFY(m_process->waitForFinished());
        QCOMPARE(m_process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_process->exitCode(), 0);
        QVERIFY(log().contains("limnograph ends"));
        QFile settings(m_folder->filePath("config/Limnograph/limnograph.ini"));
        QVERIFY(settings.open(QIODevice::ReadOnly) && settings.readAll().contains("geometry="));
    }

    void everyBadFileIsInTheLog()
    {
        QStringList bad;
        for (const char *name : {"one.limno", "two.limno", "three.bin"}) {
            QFile file(m_folder->filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray("\0\1\2", 3)) == 3);
            bad += file.fileName();
        }
        start(bad + QStringList{m_folder->filePath("missing.txt")});
        for (const char *name : {"one.limno", "two.limno", "three.bin", "missing.txt"})
            QTRY_VERIFY2(log().contains(name), name);
        m_process->terminate();
        QVERIFY(m_process->waitForFinished());
        QCOMPARE(m_process->exitCode(), 0);
    }

private:
    void start(const QStringList &arguments) { m_process->start(LIMNOGRAPH_BUILD_DIR "/bin/limnograph", arguments); }
    QByteArray log() const
    {
        QFile file(m_folder->filePath("data/Limnograph/limnograph/limnograph.log"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QProcess> m_process;
};

QTEST_GUILESS_MAIN(TestWindowProgram)
#include "tst_windowprogram.moc"
