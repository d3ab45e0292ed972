// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/mappedfile.h"

#include "ggufbuilder.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace limno;

class TestMappedFile : public QObject
{
    Q_OBJECT

private slots:
    void mapsWhatIsThere();
    void outlivesItsName();
    void emptyFile();
    void refused();
    void refusesFifoWithoutWaiting();
    void refusesUnreadable();
    void residentBytes();

private:
    std::string write(const QByteArray &bytes) { return test::writeFile(m_folder.filePath("file"), bytes); }
    QTemporaryDir m_folder;
};

void TestMappedFile::mapsWhatIsThere()
{
    const std::string path = write("hello");
    const auto file = MappedFile::open(path);
    QVERIFY2(file, file ? "" : file.error().message.c_str());
    QCOMPARE((*file)->path(), path);
    QCOMPARE((*file)->bytes().size(), size_t(5));
    QCOMPARE(std::memcmp((*file)->bytes().data(), "hello", 5), 0);
}

void TestMappedFile::outlivesItsName()
{
    const std::string path = write("still here");
    const auto file = MappedFile::open(path);
    QVERIFY(QFile::remove(QString::fromStdString(path)));
    QCOMPARE(std::memcmp((*file)->bytes().data(), "still here", 10), 0);
}

void TestMappedFile::emptyFile()
{
    const auto file = MappedFile::open(write({}));
    QVERIFY(file);
    QVERIFY((*file)->bytes().empty());
    QCOMPARE((*file)->residentBytes(), int64_t(0));
}

void TestMappedFile::refused()
{
    const auto missing = MappedFile::open(m_folder.filePath("absent").toStdString());
    QCOMPARE(missing.error().code, ErrorCode::ModelMissing);
    QCOMPARE(missing.error().reason, std::string("missing_file"));
    QVERIFY(missing.error().message.find("absent") != std::string::npos);
    QCOMPARE(MappedFile::open("").error().code, ErrorCode::ModelMissing);
    QCOMPARE(MappedFile::open(write("x") + "/inside").error().code, ErrorCode::ModelMissing);
    const auto folder = MappedFile::open(m_folder.path().toStdString());
    QCOMPARE(folder.error().code, ErrorCode::Io);
    QVERIFY(folder.error().message.find("folder") != std::string::npos);
    QCOMPARE(MappedFile::open("/dev/null").error().code, ErrorCode::Io);
    QCOMPARE(MappedFile::open(write("x") + std::string("\0hidden", 7)).error().code, ErrorCode::Io);
}

void TestMappedFile::refusesFifoWithoutWaiting()
{
    const std::string path = m_folder.filePath("fifo").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(MappedFile::open(path).error().code, ErrorCode::Io);
    QVERIFY(timer.elapsed() < 1000);
}

void TestMappedFile::refusesUnreadable()
{
    if (::geteuid() == 0)
        QSKIP("root may read everything");
    const std::string path = write("secret");
    QCOMPARE(::chmod(path.c_str(), 0), 0);
    QCOMPARE(MappedFile::open(path).error().code, ErrorCode::Io);
    QCOMPARE(::chmod(path.c_str(), 0600), 0);
}

void TestMappedFile::residentBytes()
{
    const qsizetype size = 5 * 4096 + 100;
    const auto file = MappedFile::open(write(QByteArray(size, 'x')));
    const int64_t resident = (*file)->residentBytes(); // just written, so still in memory
    QVERIFY2(resident > 0 && resident <= size, qPrintable(QString::number(resident)));
}

QTEST_GUILESS_MAIN(TestMappedFile)
#include "tst_mappedfile.moc"
