// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/imageheader.h"

#include "tests/core/vision/samples.h"

#include <QTest>
#include <QtEndian>

using namespace limno;

namespace {

QByteArray little(uint32_t value, int bytes)
{
    char text[4];
    qToLittleEndian(value, text);
    return {text, bytes};
}

QByteArray big(uint32_t value, int bytes)
{
    char text[4];
    qToBigEndian(value, text);
    return {text + 4 - bytes, bytes};
}

/// `bytes` with `part` written over them at `at`.
QByteArray patched(QByteArray bytes, qsizetype at, const QByteArray &part)
{
    return bytes.replace(at, part.size(), part);
}

QByteArray bigTiff(uint32_t width, uint32_t height)
{
    QByteArray bytes = patched(sample("bigendian.tif"), 0, {});
    const qsizetype directory = qFromBigEndian<quint32>(bytes.constData() + 4);
    bytes = patched(bytes, directory + 2 + 2, big(4, 2) + big(1, 4) + big(width, 4));
    return patched(bytes, directory + 2 + 12 + 2, big(4, 2) + big(1, 4) + big(height, 4));
}

QByteArray tiffWithItselfAsNextPage()
{
    QByteArray bytes = sample("bigendian.tif");
    return patched(bytes, bytes.size() - 4, bytes.mid(4, 4));
}

} // namespace

class TestImageHeader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusals_data();
    void refusals();
    void limitsCanBeSet();
    void eachCutIsNoticed_data();
    void eachCutIsNoticed();
    void bytesAfterTheEndAreIgnored_data() { eachCutIsNoticed_data(); }
    void bytesAfterTheEndAreIgnored();
    void damagedExifIsNoReason();
};

void TestImageHeader::refusals_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QByteArray &bytes, const char *reason, const char *words) {
        QTest::newRow(name) << bytes << QString(reason) << QString::fromUtf8(words);
    };
    row("empty", "", "empty_file", "empty");
    row("text", "A text that is no picture.", "not_an_image", "no PNG");
    row("cut signature", "\x89PN", "truncated", "3 bytes");
    row("cut RIFF", "RIFF\x10", "truncated", "5 bytes");
    row("AVIF", QByteArray("\0\0\0\x20", 4) + "ftypavif", "unsupported", "AVIF");
    row("HEIF", QByteArray("\0\0\0\x20", 4) + "ftypheic", "unsupported", "HEIF");
    row("ICO", QByteArray("\0\0\1\0\1\0", 6), "unsupported", "ICO");

    const QByteArray png = sample("rgb.png");
    row("huge PNG", patched(png, 16, big(60000, 4) + big(60000, 4)), "too_large", "60000 × 60000 pixels are more than the limit of 89478485");
    row("wide PNG", patched(png, 16, big(2000000, 4) + big(1, 4)), "too_large", "2000000 × 1 pixels; a side may have 1000000");
    row("largest PNG", patched(png, 16, big(0xffffffff, 4) + big(0xffffffff, 4)), "too_large", "4294967295 × 4294967295");
    row("PNG without rows", patched(png, 20, big(0, 4)), "corrupt", "12 × 0");
    row("PNG of colour type 5", patched(png, 25, "\5"), "corrupt", "colour type 5 with 8 bits");
    row("PNG without IHDR", patched(png, 12, "IHDX"), "corrupt", "IHDR");
    row("PNG without IDAT", QByteArray(png).replace("IDAT", "iDAT"), "corrupt", "no IDAT");

    const QByteArray jpeg = sample("grey.jpg");
    const qsizetype frame = jpeg.indexOf("\xff\xc0");
    row("huge JPEG", patched(jpeg, frame + 5, big(65535, 2) + big(65535, 2)), "too_large", "65535 × 65535");
    row("JPEG without rows", patched(jpeg, frame + 5, big(0, 2)), "corrupt", "12 × 0");
    row("lossless JPEG", patched(jpeg, frame + 1, "\xc3"), "unsupported", "lossless");
    row("JPEG of 12 bits", patched(jpeg, frame + 4, "\x0c"), "unsupported", "12 bits");
    row("JPEG of 2 components", patched(jpeg, frame + 9, "\2"), "unsupported", "2 components");
    row("JPEG without frame", patched(jpeg, frame + 1, "\xfe"), "corrupt", "before its frame");
    row("JPEG segment of length 1", patched(jpeg, frame + 2, big(1, 2)), "corrupt", "length of 1");
    row("JPEG without scan", "\xff\xd8\xff\xd9", "corrupt", "no picture");

    const QByteArray lossless = sample("lossless.webp");
    row("WebP without signature", patched(lossless, 20, "\x2e"), "corrupt", "signature");
    row("WebP without picture", "RIFF" + little(4, 4) + "WEBP", "corrupt", "no picture");
    row("huge WebP", patched(sample("alpha.webp"), 20, QByteArray("\x2f\xff\xff\xff\xff", 5)), "too_large", "16384 × 16384");

    const QByteArray gif = sample("still.gif");
    row("huge GIF", patched(gif, 6, little(65535, 2) + little(65535, 2)), "too_large", "65535 × 65535");
    row("GIF with a small screen", patched(gif, 6, little(5, 2)), "corrupt", "12, 9 in a screen of 5 × 9");
    row("GIF without picture", gif.left(6) + little(1, 2) + little(1, 2) + QByteArray(3, '\0') + ";", "corrupt", "no picture");
    row("GIF with a wrong block", gif.left(6) + little(1, 2) + little(1, 2) + QByteArray(3, '\0') + "?", "corrupt", "byte 13");

    const QByteArray bmp = sample("rgb.bmp");
    row("huge BMP", patched(sample("runlength.bmp"), 18, little(20000, 4) + little(20000, 4)), "too_large", "20000 × 20000");
    row("BMP with too few bytes", patched(bmp, 22, little(10, 4)), "truncated", "360 bytes");
    row("BMP of negative width", patched(bmp, 18, little(uint32_t(-12), 4)), "corrupt", "-12 pixels wide");
    row("BMP of 7 bits", patched(bmp, 28, little(7, 2)), "unsupported", "7 bits");
    row("BMP with JPEG inside", patched(bmp, 30, little(4, 4)), "unsupported", "compression 4");
    row("BMP with a short header", patched(bmp, 14, little(16, 4)), "unsupported", "16 bytes");

    row("huge TIFF", bigTiff(60000, 60000), "too_large", "60000 × 60000");
    row("TIFF in a circle", tiffWithItselfAsNextPage(), "corrupt", "");
    row("TIFF of floats", QByteArray(sample("grey16.tif")).replace(big(258, 2) + big(3, 2) + big(1, 4) + big(16, 2),
                                                                  big(258, 2) + big(3, 2) + big(1, 4) + big(32, 2)),
        "unsupported", "32 bits");
    row("TIFF with associated alpha", QByteArray(sample("alpha.tif")).replace(little(338, 2) + little(3, 2) + little(1, 4) + little(2, 2),
                                                                             little(338, 2) + little(3, 2) + little(1, 4) + little(1, 2)),
        "unsupported", "multiplied");
    row("TIFF without directory", QByteArray("II*\0\xff\xff\0\0", 8), "truncated", "byte 65535");
}

void TestImageHeader::refusals()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    QFETCH(QString, words);
    const auto header = readImageHeader(bytesOf(bytes), "folder/file");
    QVERIFY(!header);
    const QString message = QString::fromStdString(header.error().message);
    QCOMPARE(header.error().code, ErrorCode::InputInvalid);
    QVERIFY2(QString::fromStdString(header.error().reason) == reason, qPrintable(message));
    QVERIFY2(message.startsWith("folder/file: ") && message.contains(words), qPrintable(message));
}

void TestImageHeader::limitsCanBeSet()
{
    const QByteArray bytes = sample("rgb.png"); // 12 × 9
    QVERIFY(readImageHeader(bytesOf(bytes), "a", {.pixels = 108, .side = 12, .fileBytes = bytes.size()}));
    QVERIFY(!readImageHeader(bytesOf(bytes), "a", {.pixels = 107}));
    QVERIFY(!readImageHeader(bytesOf(bytes), "a", {.side = 11}));
    QVERIFY(!readImageHeader(bytesOf(bytes), "a", {.fileBytes = bytes.size() - 1}));
}

void TestImageHeader::eachCutIsNoticed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QStringList names = sampleNames();
    QVERIFY(names.size() > 60);
    for (const QString &name : names)
        QTest::newRow(qPrintable(name)) << sample(name);
}

void TestImageHeader::eachCutIsNoticed()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(readImageHeader(bytesOf(bytes), "a").has_value());
    for (qsizetype length = 0; length < bytes.size(); ++length) {
        // An exact copy, so that a sanitizer sees each read beyond it.
        const std::vector<std::byte> cut(bytesOf(bytes).begin(), bytesOf(bytes).begin() + length);
        const auto header = readImageHeader(cut, "a");
        if (header) {
            // Fill bytes at the end of a run-length BMP or a TIFF carry nothing; the decoder still has its say there.
            const bool hasLooseEnd = header->format == ImageFormat::Bmp || header->format == ImageFormat::Tiff;
            QVERIFY2(hasLooseEnd, qPrintable(QString::number(length)));
            continue;
        }
        const QString message = QString::fromStdString(header.error().message);
        QVERIFY2(length == 0 || header.error().reason == "truncated" || length < 12, qPrintable(message));
    }
}

void TestImageHeader::bytesAfterTheEndAreIgnored()
{
    QFETCH(QByteArray, bytes);
    const auto header = readImageHeader(bytesOf(bytes + "and more"), "a");
    QVERIFY2(header.has_value(), header ? "" : header.error().message.c_str());
}

void TestImageHeader::damagedExifIsNoReason()
{
    const QByteArray jpeg = sample("orientation6.jpg");
    QCOMPARE(readImageHeader(bytesOf(jpeg), "a")->orientation, 6);
    const qsizetype exif = jpeg.indexOf(QByteArray("Exif\0\0", 6)) + 6;
    for (qsizetype at = exif; at < exif + 26; ++at) {
        const QByteArray damaged = patched(jpeg, at, "\xff");
        const auto header = readImageHeader(bytesOf(damaged), "a");
        QVERIFY(header.has_value());
        QVERIFY(header->orientation == 1 || header->orientation == 6);
    }
}

QTEST_GUILESS_MAIN(TestImageHeader)
#include "tst_imageheader.moc"
