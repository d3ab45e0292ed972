// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/fakemodel.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/pulse.h"
#include "ui/workbench.h"

#include <QTemporaryDir>

#include <memory>

namespace limno {

/// Everything a window needs, with fake models, settings of its own and a sampler whose numbers a test decides.
struct TestBench {
    explicit TestBench(Runtime::Options options = {.workers = 1, .intraOpThreads = 1, .textPermits = 1});
    ~TestBench();

    /// Opens the window; it is destroyed before everything it works on.
    MainWindow &openWindow();
    /// Loads a fake model and waits until it is the current one.
    bool loadFake(const QString &name = QStringLiteral("fake"));
    QString path(const QString &name) const { return folder.filePath(name); }
    QString writeFile(const QString &name, const QByteArray &bytes) const;

    QTemporaryDir folder;
    std::shared_ptr<FakeBehaviour> behaviour = std::make_shared<FakeBehaviour>();
    Devices devices;
    ClearLadder ladder{&devices};
    ModuleHost modules{ladder, devices};
    SeriesStore series;
    SnapshotStore snapshots{devices};
    Runtime runtime;
    Sampler sampler;
    Settings settings;
    Theme theme;
    Pulse pulse;
    Language language;
    Workbench bench;
    std::unique_ptr<MainWindow> window;
};

} // namespace limno
