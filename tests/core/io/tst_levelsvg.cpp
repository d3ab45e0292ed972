// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report.h"

#include "samplerecording.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

using namespace limno;
using namespace limno::test;

class TestLevelSvg : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isWellFormed_data();
    void isWellFormed();
    void drawsFourCurvesThatDiffer();
    void keepsASpikeOfALongRun();
    void breaksTheLineWhereNothingWasMeasured();
    void drawsMarksAndLanes();
    void escapesTexts();
    void staysSmall();

private:
    struct Picture {
        QString error;
        QSizeF size;
        QStringList texts;
        QHash<QString, QXmlStreamAttributes> curves; ///< by class
        QHash<QString, QPointF> textPlaces;
        int rects = 0;
    };
    static Picture parsed(const std::string &svg);
    static QList<double> heights(const QString &path);
};

TestLevelSvg::Picture TestLevelSvg::parsed(const std::string &svg)
{
    Picture picture;
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement())
            continue;
        const auto attributes = reader.attributes();
        if (reader.name() == QLatin1String("svg"))
            picture.size = {attributes.value(QLatin1String("width")).toDouble(),
                            attributes.value(QLatin1String("height")).toDouble()};
        if (reader.name() == QLatin1String("rect"))
            ++picture.rects;
        if (reader.name() == QLatin1String("path"))
            picture.curves.insert(attributes.value(QLatin1String("class")).toString(), attributes);
        if (reader.name() == QLatin1String("text")) {
            const QPointF place(attributes.value(QLatin1String("x")).toDouble(),
                                attributes.value(QLatin1String("y")).toDouble());
            const QString text = reader.readElementText();
            picture.texts << text;
            picture.textPlaces.insert(text, place);
        }
    }
    picture.error = reader.hasError() ? reader.errorString() : QString();
    return picture;
}

QList<double> TestLevelSvg::heights(const QString &path)
{
    QList<double> all;
    QRegularExpressionMatchIterator points =
        QRegularExpression(QStringLiteral("[ML][\\d.]+ ([\\d.]+)")).globalMatch(path);
    while (points.hasNext())
        all << points.next().captured(1).toDouble();
    return all;
}

void TestLevelSvg::isWellFormed_data()
{
    QTest::addColumn<int>("part");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::newRow("everything") << 0 << 1120 << 520;
    QTest::newRow("small") << 0 << 10 << 10;
    QTest::newRow("no samples") << 1 << 800 << 400;
    QTest::newRow("no requests") << 2 << 800 << 400;
    QTest::newRow("nothing") << 3 << 800 << 400;
    QTest::newRow("one sample") << 4 << 800 << 400;
}

void TestLevelSvg::isWellFormed()
{
    QFETCH(int, part);
    QFETCH(int, width);
    QFETCH(int, height);
    Recording recording = part == 3 ? Recording() : sampleRecording();
    if (part == 1)
        recording.samples.clear();
    if (part == 2)
        recording.requests.clear();
    if (part == 4)
        recording.samples.resize(1);
    const Picture picture = parsed(levelSvg(recording, width, height));
    QVERIFY2(picture.error.isEmpty(), qPrintable(picture.error));
    QCOMPARE(picture.size.width(), std::max(width, 360));
    QVERIFY(picture.size.height() >= height);
    if (width == 1120)
        QCOMPARE(picture.size.height(), 520.0);
    QVERIFY(picture.texts.contains(QStringLiteral("Level")));
    QCOMPARE(picture.texts.contains(QStringLiteral("No memory samples were recorded.")), part == 1 || part == 3);
    QCOMPARE(picture.texts.contains(QStringLiteral("Requests")), part != 2 && part != 3);
    const std::string svg = levelSvg(recording, width, height);
    QVERIFY(svg.find("nan") == std::string::npos && svg.find("inf") == std::string::npos);
}

void TestLevelSvg::drawsFourCurvesThatDiffer()
{
    const Picture picture = parsed(levelSvg(sampleRecording(), 1120, 520));
    QStringList looks;
    for (const char *name : {"lv-rssAnon", "lv-rssFile", "lv-heapInUse", "lv-hostTensors"}) {
        QVERIFY2(picture.curves.contains(QLatin1String(name)), name);
        const QXmlStreamAttributes curve = picture.curves.value(QLatin1String(name));
        QString look;
        for (const char *attribute : {"stroke", "stroke-width", "stroke-dasharray"})
            look += curve.value(QLatin1String(attribute)).toString() + QLatin1Char(' ');
        looks << look;
    }
    QCOMPARE(looks.removeDuplicates(), 0);
    for (const char *words : {"RSS anonymous", "RSS files (mapped weights)", "heap in use", "tensors",
                              "anonymous 200.0 MiB", "tensors 20.0 MiB"})
        QVERIFY2(picture.texts.contains(QLatin1String(words)), words);
    // The labels at the lines' ends stay apart.
    QList<double> places;
    for (const char *words : {"anonymous 200.0 MiB", "files 98.0 MiB", "heap 80.0 MiB", "tensors 20.0 MiB"})
        places << picture.textPlaces.value(QLatin1String(words)).y();
    for (qsizetype i = 1; i < places.size(); ++i)
        QVERIFY(places[i] - places[i - 1] >= 14);
}

void TestLevelSvg::keepsASpikeOfALongRun()
{
    Recording recording;
    for (int i = 0; i < 200'000; ++i) {
        Sample sample;
        sample.timeNs = i * kNsPerSecond / 10;
        sample.set(Metric::RssAnon, i == 123'456 ? 1000 * kMiB : 100 * kMiB);
        recording.samples.push_back(sample);
    }
    const Picture picture = parsed(levelSvg(recording, 1120, 520));
    const QString path = picture.curves.value(QStringLiteral("lv-rssAnon")).value(QLatin1String("d")).toString();
    const QList<double> all = heights(path);
    QVERIFY(all.size() <= 4 * 1120);
    const double lowest = *std::max_element(all.begin(), all.end()); // y grows downwards
    const double spike = *std::min_element(all.begin(), all.end());
    const double zero = picture.textPlaces.value(QStringLiteral("0")).y() - 3.5;
    QVERIFY(std::abs((zero - spike) / (zero - lowest) - 10) < 0.2);
}

void TestLevelSvg::breaksTheLineWhereNothingWasMeasured()
{
    const auto strokes = [](const Recording &recording) {
        return parsed(levelSvg(recording, 800, 400))
            .curves.value(QStringLiteral("lv-rssAnon"))
            .value(QLatin1String("d"))
            .toString()
            .count(QLatin1Char('M'));
    };
    Recording recording = sampleRecording();
    QCOMPARE(strokes(recording), 1);
    recording.samples[40].clear(Metric::RssAnon);
    QCOMPARE(strokes(recording), 2);
    recording.samples.erase(recording.samples.begin() + 50, recording.samples.begin() + 80); // three seconds of silence
    QCOMPARE(strokes(recording), 3);
}

void TestLevelSvg::drawsMarksAndLanes()
{
    const Picture picture = parsed(levelSvg(sampleRecording(), 1120, 520));
    for (const char *words : {"load smollm2", "KV cache off", "clear 36.2 MiB", "waiting", "worker 1", "worker 2",
                              "running", "failed", "10 s"})
        QVERIFY2(picture.texts.contains(QLatin1String(words)), words);
    QVERIFY(picture.rects >= 1 + 5 + 3); // panel, spans, key
    // Lanes are under the axis.
    QVERIFY(picture.textPlaces.value(QStringLiteral("worker 1")).y()
            > picture.textPlaces.value(QStringLiteral("10 s")).y());
}

void TestLevelSvg::escapesTexts()
{
    Recording recording = sampleRecording();
    recording.models[0].name = "<script>alert(1)</script>";
    recording.meta["device"] = "a & b \"c\"";
    recording.events.push_back({kNsPerSecond, "phase<", "x]]>\x01"});
    const std::string svg = levelSvg(recording, 800, 400);
    QVERIFY(svg.find("<script") == std::string::npos);
    QVERIFY(parsed(svg).error.isEmpty());
}

void TestLevelSvg::staysSmall()
{
    Recording recording = sampleRecording();
    for (int i = 0; i < 50'000; ++i) {
        recording.requests.push_back(requestRow(i * 2e-4, i * 2e-4, i * 2e-4 + 1e-4, i % 4));
        recording.events.push_back({i * kNsPerSecond / 5000, "error", "e"});
    }
    QVERIFY(levelSvg(recording, 1120, 520).size() < 1'500'000);
}

QTEST_GUILESS_MAIN(TestLevelSvg)
#include "tst_levelsvg.moc"
