// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testbench.h"

#include "ui/modelspane.h"

#include <QFile>
#include <QtTest>

namespace limno {

TestBench::TestBench(Runtime::Options options)
    : runtime(modules, options)
    , sampler(kNsPerSecond / 10,
              [] {
                  Sample sample;
                  sample.timeNs = Clock::steady().nowNs();
                  sample.set(Metric::RssAnon, 180 << 20);
                  sample.set(Metric::RssFile, 96 << 20);
                  sample.set(Metric::RssShmem, 0);
                  sample.set(Metric::HeapInUse, 130 << 20);
                  sample.set(Metric::HostTensors, 70 << 20);
                  return sample;
              })
    , settings(folder.filePath(QStringLiteral("limnograph.ini")))
    , pulse(runtime)
    , bench{runtime, series, sampler, ladder, devices, snapshots, settings, theme, pulse}
{
    qputenv("LIMNOGRAPH_MODELS", folder.path().toUtf8());
    modules.add(makeFakeFactory(behaviour));
    sampler.addListener([this](const Sample &sample) { series.append(sample); });
    theme.setChoice(ThemeChoice::Light);
    language.choose(QStringLiteral("en"));
}

TestBench::~TestBench()
{
    behaviour->isDeaf = false;
    runtime.cancelAll();
    window.reset();
    sampler.stop();
}

MainWindow &TestBench::openWindow()
{
    window = std::make_unique<MainWindow>(bench, language);
    window->show();
    [[maybe_unused]] const bool isShown = QTest::qWaitForWindowExposed(window.get());
    return *window;
}

bool TestBench::loadFake(const QString &name)
{
    window->models()->load(name, path(name + QStringLiteral(".fake")));
    return QTest::qWaitFor([&] { return window->models()->current() == name; }, 5000);
}

QString TestBench::writeFile(const QString &name, const QByteArray &bytes) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    return file.fileName();
}

} // namespace limno
