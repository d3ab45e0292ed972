// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace limno;

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contrastHolds_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }
    void contrastHolds()
    {
        QFETCH(int, scheme);
        const ThemeColors &c = themeColors(static_cast<Scheme>(scheme));
        for (const QColor &color : {c.text, c.secondary, c.accent, c.good, c.question, c.bad})
            QVERIFY2(contrast(color, c.panel) >= 4.5, qPrintable(color.name()));
        QVERIFY(contrast(c.onAccent, c.accent) >= 4.5);
        QVERIFY(contrast(c.secondary, c.raised) >= 4.5);
        for (const Metric metric : {Metric::RssAnon, Metric::RssFile, Metric::HeapInUse, Metric::HostTensors,
                                    Metric::DeviceAllocated, Metric::DeviceReserved, Metric::DeviceUsed})
            QVERIFY(contrast(c.curve(metric).color, c.panel) >= 4.5);
    }

    void choiceIsAppliedAtOnce()
    {
        Theme theme;
        theme.setChoice(ThemeChoice::Light);
        QSignalSpy changed(&theme, &Theme::changed);
        theme.setChoice(ThemeChoice::Dark);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window), themeColors(Scheme::Dark).background);
        QVERIFY2(!qApp->styleSheet().contains(QLatin1Char('@')), "a token of the style sheet has no value");
        theme.setTextScale(1.3);
        QCOMPARE(QApplication::font().pixelSize(), 17);
        theme.setTextScale(1);
    }

    void settingsKeepTheirRange_data()
    {
        QTest::addColumn<QVariant>("stored");
        QTest::addColumn<int>("read");
        QTest::newRow("as stored") << QVariant(4) << 4;
        QTest::newRow("too large") << QVariant(99999) << 1;
        QTest::newRow("too small") << QVariant(-3) << 1;
        QTest::newRow("no number") << QVariant("many") << 1;
    }
    void settingsKeepTheirRange()
    {
        QFETCH(QVariant, stored);
        QFETCH(int, read);
        QTemporaryDir folder;
        Settings settings(folder.filePath("s.ini"));
        settings.set(Setting::Workers, stored);
        QCOMPARE(settings.integer(Setting::Workers), read);
    }

    void wrongSettingsAreReported()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("s.ini");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[switches]\nworkers=99\ntemperature=nan\nkvCache=maybe\nmaxTokens=12\npermits=2.5\n");
        file.close();
        const auto earlier = logSince(0);
        Settings settings(path);
        QCOMPARE(settings.integer(Setting::Workers), 1);
        QCOMPARE(settings.value(Setting::Temperature).toDouble(), 0.0);
        QCOMPARE(settings.value(Setting::KvCache).toBool(), true);
        QCOMPARE(settings.integer(Setting::MaxTokens), 12);
        QCOMPARE(settings.integer(Setting::Permits), 1);
        const auto lines = logSince(earlier.empty() ? 0 : earlier.back().index);
        QCOMPARE(lines.size(), size_t(4));
        for (const char *key : {"workers", "temperature", "kvCache", "permits"})
            QVERIFY2(std::ranges::any_of(lines, [key](const LogLine &line) { return line.text.find(key) != std::string::npos; }), key);
    }

    void tableIsInOrder()
    {
        int expected = 0;
        for (const SettingInfo &info : settingTable())
            QCOMPARE(int(info.setting), expected++);
    }

    /// Field case E4: what cannot be read is set aside, the program starts.
    void brokenSettingsAreSetAside()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("s.ini");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(4096, '\0'));
        file.close();
        Settings settings(path);
        QCOMPARE(settings.integer(Setting::MaxTokens), 256);
        settings.set(Setting::MaxTokens, 99);
        settings.sync();
        QVERIFY(QFile::exists(path + ".broken"));
        QCOMPARE(Settings(path).integer(Setting::MaxTokens), 99);
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
