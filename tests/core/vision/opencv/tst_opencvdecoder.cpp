// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/opencv/opencvdecoder.h"
#include "core/vision/opencv/opencvhook.h"

#include "tests/core/vision/samples.h"

#include <opencv2/core/utility.hpp>

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cstdlib>
#include <thread>

using namespace limno;

namespace {

/// Damaged sizes must not make the tests slow.
const ImageLimits smallLimits{.pixels = 10'000};

/// Where another release of a lossy codec may round otherwise, and where Pillow's formula differs from those of OpenCV
/// and libtiff (CMYK, 16 bits).
int toleranceOf(const QString &name)
{
    if (name.startsWith("cmyk"))
        return 2;
    const bool isLossy = name.endsWith(".jpg") || name == "jpeg.tif" || name == "lossy.webp";
    return isLossy || (name.contains("16") && name.endsWith(".tif")) ? 1 : 0;
}

} // namespace

/// tests/data/images/images.json says what Pillow makes of each file.
class TestOpenCvDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void asPillowReadsThem_data() { rows(); }
    void asPillowReadsThem();
    void longLine();
    void cutFiles_data() { rows(); }
    void cutFiles();
    void damagedFiles_data() { rows(); }
    void damagedFiles();
    void damagedPixelsAreRefused_data();
    void damagedPixelsAreRefused();
    void severalThreads();
    void hookTakesThreadsAway();

private:
    void rows() const;
    QJsonObject m_expected;
};

void TestOpenCvDecoder::initTestCase()
{
    cv::redirectError([](int, const char *, const char *, const char *, int, void *) { return 0; });
    m_expected = QJsonDocument::fromJson(sample("images.json")).object();
    QCOMPARE(m_expected.keys().size(), sampleNames().size());
}

void TestOpenCvDecoder::rows() const
{
    QTest::addColumn<QString>("name");
    for (const QString &name : m_expected.keys())
        QTest::newRow(qPrintable(name)) << name;
}

void TestOpenCvDecoder::asPillowReadsThem()
{
    QFETCH(QString, name);
    const auto image = OpenCvDecoder().decode(bytesOf(sample(name)), name.toStdString());
    QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
    const QJsonObject want = m_expected[name].toObject();
    QCOMPARE(image->width, want["width"].toInt());
    QCOMPARE(image->height, want["height"].toInt());
    QCOMPARE(image->channels, want["channels"].toInt());
    QCOMPARE(image->frames, want["frames"].toInt());
    QCOMPARE(image->orientation, want["orientation"].toInt());
    if (want["rgb"].isNull())
        return;
    const QByteArray rgb = QByteArray::fromHex(want["rgb"].toString().toLatin1());
    QCOMPARE(qsizetype(image->rgb.size()), rgb.size());
    int worst = 0;
    for (size_t i = 0; i < image->rgb.size(); ++i)
        worst = std::max(worst, std::abs(int(image->rgb[i]) - uchar(rgb[qsizetype(i)])));
    QVERIFY2(worst <= toleranceOf(name), qPrintable(QString("off by %1").arg(worst)));
}

void TestOpenCvDecoder::longLine()
{
    const auto image = OpenCvDecoder().decode(bytesOf(sample("line.png")), "line.png");
    QVERIFY(image.has_value());
    QCOMPARE(image->rgb.size(), size_t(8000 * 3));
    for (size_t x = 0; x < 8000; ++x) {
        QCOMPARE(image->rgb[x * 3], uint8_t(x / 40));
        QCOMPARE(image->rgb[x * 3 + 1], uint8_t(255 - x / 40));
        QCOMPARE(image->rgb[x * 3 + 2], uint8_t(77));
    }
}

void TestOpenCvDecoder::cutFiles()
{
    QFETCH(QString, name);
    const QByteArray whole = sample(name);
    for (int tenth = 0; tenth < 10; ++tenth) {
        const QByteArray bytes = whole.left(whole.size() * tenth / 10);
        const auto image = OpenCvDecoder(smallLimits).decode(bytesOf(bytes), "cut file");
        QVERIFY2(!image, qPrintable(QString("%1 of %2 bytes").arg(bytes.size()).arg(whole.size())));
        QCOMPARE(image.error().code, ErrorCode::InputInvalid);
        QVERIFY(image.error().message.starts_with("cut file: "));
        QVERIFY(!image.error().reason.empty());
    }
}

void TestOpenCvDecoder::damagedFiles()
{
    QFETCH(QString, name);
    const QByteArray whole = sample(name);
    const qsizetype step = std::max<qsizetype>(whole.size() / 97, 1);
    for (qsizetype at = 0; at < whole.size(); at += step) {
        for (const char flip : {'\x01', '\x80', '\xff'}) {
            QByteArray bytes = whole;
            bytes[at] = char(bytes[at] ^ flip);
            const auto image = OpenCvDecoder(smallLimits).decode(bytesOf(bytes), "damaged file");
            if (image)
                QCOMPARE(image->rgb.size(), size_t(image->width) * size_t(image->height) * 3);
            else
                QVERIFY2(image.error().message.starts_with("damaged file: ") && !image.error().reason.empty(), image.error().message.c_str());
        }
    }
}

void TestOpenCvDecoder::damagedPixelsAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("before"); ///< the compressed pixels begin this far behind it
    QTest::addColumn<int>("behind");
    QTest::newRow("PNG checksum") << "rgb.png" << QByteArray("IDAT") << 10;
    QTest::newRow("lossless WebP") << "lossless.webp" << QByteArray("VP8L") << 12;
    QTest::newRow("deflated TIFF") << "deflate.tif" << QByteArray("x\x9c") << 6;
}

void TestOpenCvDecoder::damagedPixelsAreRefused()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, before);
    QFETCH(int, behind);
    QByteArray bytes = sample(name);
    const qsizetype at = bytes.indexOf(before) + before.size() + behind;
    QVERIFY(bytes.contains(before) && at + 8 < bytes.size());
    bytes.replace(at, 8, QByteArray(8, '\xff'));
    const auto image = OpenCvDecoder().decode(bytesOf(bytes), "damaged file");
    QVERIFY(!image);
    QCOMPARE(image.error().code, ErrorCode::InputInvalid);
    QCOMPARE(QString::fromStdString(image.error().reason), QString("corrupt"));
}

void TestOpenCvDecoder::severalThreads()
{
    const OpenCvDecoder decoder;
    const QStringList names{"rgb.png", "progressive.jpg", "animated.webp", "interlaced.gif", "lzw.tif", "palette.bmp"};
    std::vector<Image> alone;
    for (const QString &name : names)
        alone.push_back(decoder.decode(bytesOf(sample(name)), "a").value());
    std::atomic<int> different = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (qsizetype n = 0; n < names.size(); ++n) {
                const auto image = decoder.decode(bytesOf(sample(names[n])), "a");
                different += !image || *image != alone[size_t(n)];
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(different.load(), 0);
}

void TestOpenCvDecoder::hookTakesThreadsAway()
{
    cv::setNumThreads(2);
    OpenCvHook().enter(4);
    QCOMPARE(cv::getNumThreads(), 1);
}

QTEST_GUILESS_MAIN(TestOpenCvDecoder)
#include "tst_opencvdecoder.moc"
