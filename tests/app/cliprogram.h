// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <QProcess>

namespace limno {

/// What one call of the command line left.
struct Answer {
    int code = -1;
    QByteArray output;
    QByteArray errors;
    nlohmann::json document; ///< discarded when the output is no JSON document
};

inline QString cliProgram()
{
    return QStringLiteral(LIMNOGRAPH_BUILD_DIR "/bin/limnograph-cli");
}

inline Answer finish(QProcess &process)
{
    constexpr int kPatienceMs = 120'000;
    Answer answer;
    if (!process.waitForFinished(kPatienceMs) || process.exitStatus() != QProcess::NormalExit)
        return answer;
    answer.code = process.exitCode();
    answer.output = process.readAllStandardOutput();
    answer.errors = process.readAllStandardError();
    answer.document = nlohmann::json::parse(answer.output.toStdString(), nullptr, false);
    return answer;
}

inline Answer cli(const QStringList &arguments)
{
    QProcess process;
    process.start(cliProgram(), arguments);
    return finish(process);
}

/// As `script` of a shell, where "$@" stands for the program and its arguments: for redirections and limits.
inline Answer cliIn(const QString &script, const QStringList &arguments)
{
    QProcess process;
    process.start(QStringLiteral("/bin/sh"), QStringList{QStringLiteral("-c"), script, QStringLiteral("sh"), cliProgram()} + arguments);
    return finish(process);
}

} // namespace limno
