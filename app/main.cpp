// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/endsignals.h"
#include "app/services.h"
#include "core/base/log.h"
#include "core/io/builtinmodels.h"
#include "ui/mainwindow.h"
#include "ui/pulse.h"
#include "ui/text.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QStandardPaths>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

using namespace limno;

struct Arguments {
    QStringList paths;
    QString model;
    QString theme;
    QString language;
};

constexpr const char *kThemes[] = {"system", "light", "dark"};

/// Asks whether help or version are wanted: those need no display, so no QApplication either.
bool wantsOnlyWords(int argc, char **argv)
{
    for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
        for (const char *option : {"-h", "--help", "--help-all", "-v", "--version"}) {
            if (std::string_view(argv[i]) == option)
                return true;
        }
    }
    return false;
}

Arguments parse(const QCoreApplication &app)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Runs models on this machine and shows what they do to its memory."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("files"),
                                 QStringLiteral("Models, recordings, texts or folders to open."),
                                 QStringLiteral("[files…]"));
    const QCommandLineOption model(QStringLiteral("model"),
                                   QStringLiteral("Built-in name or file to load at the start."),
                                   QStringLiteral("model"));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("light, dark or system."),
                                   QStringLiteral("theme"));
    const QCommandLineOption language(QStringLiteral("language"), QStringLiteral("en or zh_CN."),
                                      QStringLiteral("language"));
    parser.addOptions({model, theme, language});
    if (!parser.parse(app.arguments())) {
        std::cerr << "limnograph: " << parser.errorText().toStdString() << "\nTry limnograph --help.\n";
        std::exit(2);
    }
    parser.process(app); // help and version end here
    Arguments arguments{parser.positionalArguments(), parser.value(model), parser.value(theme), parser.value(language)};
    const bool knowsTheme = arguments.theme.isEmpty()
        || std::find(std::begin(kThemes), std::end(kThemes), arguments.theme) != std::end(kThemes);
    const bool knowsLanguage = arguments.language.isEmpty() || arguments.language == QLatin1String("en")
        || arguments.language == QLatin1String("zh_CN");
    if (!knowsTheme || !knowsLanguage) {
        std::cerr << "limnograph: " << (knowsTheme ? "--language: en or zh_CN" : "--theme: light, dark or system")
                  << '\n';
        std::exit(2);
    }
    return arguments;
}

ThemeChoice themeNamed(const QString &name)
{
    return static_cast<ThemeChoice>(std::find(std::begin(kThemes), std::end(kThemes), name) - std::begin(kThemes));
}

void startLog()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
    if (!QDir().mkpath(folder) || !openLogFile(toUtf8(folder + QStringLiteral("/limnograph.log"))))
        logWarning("app", toUtf8(folder) + ": no log file can be written here");
}

/// The model that is ready when the user is: the one asked for, else the built-in one.
QString firstModel(const Arguments &arguments)
{
    if (!arguments.model.isEmpty())
        return arguments.model;
    const auto builtin = builtinModels();
    const auto found =
        std::find_if(builtin.begin(), builtin.end(), [](const BuiltinModel &model) { return model.name == "smollm2"; });
    return found == builtin.end() ? QString() : QStringLiteral("smollm2");
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setOrganizationName(QStringLiteral("Limnograph"));
    QCoreApplication::setApplicationName(QStringLiteral("limnograph"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LIMNOGRAPH_VERSION));
    if (wantsOnlyWords(argc, argv)) {
        const QCoreApplication words(argc, argv);
        parse(words);
        return 0;
    }
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error to report, not the end
    QApplication app(argc, argv);
    const Arguments arguments = parse(app);
    // Helper threads wait for disks and jobs rather than compute; closing must find one free.
    QThreadPool::globalInstance()->setMaxThreadCount(16);
    startLog();
    logInfo("app", "limnograph " LIMNOGRAPH_VERSION " starts");

    Settings settings;
    Language language;
    language.choose(arguments.language.isEmpty() ? settings.value(Setting::Language).toString() : arguments.language);
    Theme theme;
    theme.setChoice(arguments.theme.isEmpty() ? static_cast<ThemeChoice>(settings.integer(Setting::ThemeChoice))
                                              : themeNamed(arguments.theme));

    Runtime::Options options;
    options.workers = settings.integer(Setting::Workers);
    Services services(options);
    services.sampler.start();
    Pulse pulse(services.runtime);
    MainWindow window({services.runtime, services.series, services.sampler, services.ladder, services.devices,
                       services.snapshots, settings, theme, pulse},
                      language);
    QObject::connect(&window, &MainWindow::closed, &app, [](bool isClean) {
        logInfo("app", "limnograph ends");
        closeLogFile();
        // A computation that cannot be stopped still uses what a normal end would destroy.
        if (!isClean)
            std::_Exit(0);
        QApplication::exit(0);
    });
    const EndSignals endSignals([&window] { window.close(); });
    window.show();
    // After the first paint, so that nothing comes before the window.
    QTimer::singleShot(0, &window, [&] {
        logInfo("app", "the window is open");
        if (const QString model = firstModel(arguments); !model.isEmpty())
            window.loadModel(model);
        if (!arguments.paths.isEmpty())
            window.openPaths(arguments.paths);
    });
    return QApplication::exec();
}
