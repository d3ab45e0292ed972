// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <nlohmann/json.hpp>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using nlohmann::json;

namespace {

struct Answer {
    int code = -1;
    QByteArray output;
    json document;
};

Answer imageInfo(const QStringList &arguments)
{
    constexpr int kPatienceMs = 120'000;
    QProcess process;
    process.start(QStringLiteral(LIMNOGRAPH_BUILD_DIR "/bin/limnograph-cli"), QStringList{"image", "info"} + arguments);
    if (!process.waitForFinished(kPatienceMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    const QByteArray output = process.readAllStandardOutput();
    return {process.exitCode(), output, json::parse(output.toStdString(), nullptr, false)};
}

QString sample(const QString &name)
{
    return QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/tests/data/images/") + name;
}

} // namespace

/// `limnograph-cli image info` as scripts use it.
class TestImageInfo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void describesEach()
    {
        const Answer answer = imageInfo({sample("orientation6.jpg"), sample("animated.gif"), "--json"});
        QCOMPARE(answer.code, 0);
        QCOMPARE(answer.document["schema"], 1);
        const json &images = answer.document["images"];
        QCOMPARE(images.size(), size_t(2));
        QCOMPARE(images[0]["file"].get<std::string>(), sample("orientation6.jpg").toStdString());
        QCOMPARE(images[0]["width"], 12);
        QCOMPARE(images[0]["height"], 9);
        QCOMPARE(images[0]["orientation"], 6);
        QCOMPARE(images[0]["channels"], 3);
        QCOMPARE(images[0]["quadrants"].size(), size_t(4));
        QVERIFY(images[0]["quadrants"][0][0] > images[0]["quadrants"][0][2]); // the red corner is top left
        QCOMPARE(images[1]["frames"], 3);
    }

    void oneBadFileFailsAlone()
    {
        const Answer answer = imageInfo({sample("rgb.png"), sample("missing.png"), sample("rgb.bmp"), "--json"});
        QCOMPARE(answer.code, 10);
        QVERIFY(!answer.document["images"][0].contains("error"));
        QCOMPARE(answer.document["images"][1]["error"]["code"], "InputInvalid");
        QVERIFY(!answer.document["images"][2].contains("error"));
    }

    void onlyBadFilesAreBadInput()
    {
        QCOMPARE(imageInfo({sample("missing.png")}).code, 2);
        QCOMPARE(imageInfo({sample("images.json"), sample("missing.png")}).code, 2);
        QCOMPARE(imageInfo({}).code, 2);
    }

    void anyName()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QString::fromUtf8("图 é 🐟 #%20's.png"));
        QVERIFY(QFile::copy(sample("rgb.png"), path));
        const Answer answer = imageInfo({path, "--json"});
        QCOMPARE(answer.code, 0);
        QCOMPARE(answer.document["images"][0]["file"].get<std::string>(), path.toStdString());
    }

    void tableForPeople()
    {
        const Answer answer = imageInfo({sample("rgba.png"), sample("images.json")});
        QCOMPARE(answer.code, 10);
        QVERIFY2(answer.output.contains("   12      9        4      1           1  " + sample("rgba.png").toUtf8()), answer.output);
        QVERIFY2(answer.output.contains("bad  " + sample("images.json").toUtf8() + ": "), answer.output);
    }
};

QTEST_GUILESS_MAIN(TestImageInfo)
#include "tst_imageinfo.moc"
