// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/imagefile.h"

#include "tests/core/vision/samples.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace limno;

namespace {

/// Hands the number of bytes on as the width.
class CountingDecoder final : public ImageDecoder
{
public:
    Result<Image> decode(std::span<const std::byte> encoded, const std::string &name) const override
    {
        if (encoded.empty())
            return failure(ErrorCode::InputInvalid, name + ": empty", "empty_file");
        Image image;
        image.width = static_cast<int>(encoded.size());
        return image;
    }
};

} // namespace

class TestImageFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyNameWillDo_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"图像", "картинка", "Bär", "🐟", "two  spaces", "#hash", "%20", "it's", "e\u0301", "&"})
            QTest::newRow(name) << QString::fromUtf8(name);
        QTest::newRow("long path") << QString(200, 'a') + '/' + QString(200, 'b');
    }

    void anyNameWillDo()
    {
        QFETCH(QString, name);
        const QString path = m_folder.filePath(name + "/picture.png");
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        write(path, QByteArray(1234, 'x'));
        const auto image = readImageFile(CountingDecoder(), path.toStdString());
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
        QCOMPARE(image->width, 1234);
    }

    void failuresNameTheFile_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("words");
        QTest::newRow("missing") << "missing.png" << "no such file";
        QTest::newRow("folder") << "." << "no ordinary file";
        QTest::newRow("pipe") << "pipe" << "no ordinary file";
        QTest::newRow("empty") << "empty" << "empty";
        QTest::newRow("large") << "large" << "268435457 bytes are more than the limit of 268435456";
    }

    void failuresNameTheFile()
    {
        QFETCH(QString, name);
        QFETCH(QString, words);
        write(m_folder.filePath("empty"), {});
        QFile large(m_folder.filePath("large")); // sparse: takes no space
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(256 * 1024 * 1024 + 1));
        ::mkfifo(qPrintable(m_folder.filePath("pipe")), 0600);
        const QString path = m_folder.filePath(name);
        const auto image = readImageFile(CountingDecoder(), path.toStdString());
        QVERIFY(!image);
        QCOMPARE(image.error().code, ErrorCode::InputInvalid);
        const QString message = QString::fromStdString(image.error().message);
        QVERIFY2(message.startsWith(path + ": ") && message.contains(words), qPrintable(message));
    }

private:
    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestImageFile)
#include "tst_imagefile.moc"
