// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/intake.h"

#include "core/base/log.h"
#include "ui/background.h"
#include "ui/modelspane.h"
#include "ui/noticebar.h"
#include "ui/recordingpane.h"
#include "ui/text.h"
#include "ui/workpane.h"

#include <QFileInfo>

namespace limno {

namespace {

constexpr int kMostListed = 6;

QString listed(const std::vector<RefusedEntry> &refused)
{
    QStringList lines;
    for (const RefusedEntry &entry : refused) {
        if (lines.size() == kMostListed) {
            lines += Intake::tr("and %n more", nullptr, static_cast<int>(refused.size()) - kMostListed);
            break;
        }
        lines += refusalText(entry);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

Intake::Intake(const Targets &targets, QObject *parent)
    : QObject(parent)
    , m_targets(targets)
{
}

void Intake::takePaths(const QStringList &paths)
{
    Dropped dropped;
    dropped.paths = paths;
    take(dropped);
}

void Intake::take(const Dropped &dropped)
{
    if (!dropped.text.isEmpty())
        m_targets.work.takeText(dropped.text);
    if (dropped.paths.isEmpty()) {
        if (!dropped.refused.empty())
            refuse(dropped.refused);
        return;
    }
    runInBackground(
        this, [paths = dropped.paths] { return SortedFiles::sort(paths); },
        [this, refused = dropped.refused](const SortedFiles &sorted) { takeSorted(sorted, refused); });
}

void Intake::takeSorted(const SortedFiles &sorted, std::vector<RefusedEntry> refused)
{
    refused.insert(refused.end(), sorted.refused.begin(), sorted.refused.end());
    if (!sorted.texts.empty()) {
        std::vector<Prompt> prompts;
        for (const DroppedText &text : sorted.texts)
            prompts.push_back({text.name, text.text});
        m_targets.work.takePrompts(prompts);
    }
    for (const QString &model : sorted.models)
        m_targets.models.load(ModelsPane::nameFor(model), model);
    for (qsizetype i = 0; i + 1 < sorted.recordings.size(); ++i)
        refused.push_back({QFileInfo(sorted.recordings[i]).fileName(), Refusal::NotTheLast});
    if (!sorted.recordings.isEmpty())
        m_targets.recording.open(sorted.recordings.back());
    if (!sorted.folders.empty())
        askAboutFolder(sorted.folders.front(), refused);
    else if (!refused.empty())
        refuse(refused);
    for (size_t i = 1; i < sorted.folders.size(); ++i)
        logWarning("window", toUtf8(sorted.folders[i].path) + ": only one folder at a time is taken");
}

void Intake::refuse(const std::vector<RefusedEntry> &refused)
{
    for (const RefusedEntry &entry : refused)
        logWarning("window", toUtf8(refusalText(entry)));
    m_targets.notice.say(NoticeBar::Kind::Question, [refused] { return listed(refused); });
}

void Intake::askAboutFolder(const DroppedFolder &folder, const std::vector<RefusedEntry> &refused)
{
    const auto words = [folder, refused] {
        const QStringList counts{tr("%n text(s)", nullptr, folder.texts), tr("%n model(s)", nullptr, folder.models),
                                 tr("%n recording(s)", nullptr, folder.recordings)};
        QString text = tr("%1: %2 can be used, %n other file(s) cannot.", nullptr, folder.others)
                           .arg(QFileInfo(folder.path).fileName(), counts.join(QStringLiteral(", ")));
        if (folder.isCut)
            text += QLatin1Char(' ') + tr("Only the first 20000 files were looked at.");
        if (!refused.empty())
            text += QLatin1Char('\n') + listed(refused);
        return text;
    };
    if (folder.usable.isEmpty())
        return m_targets.notice.say(NoticeBar::Kind::Question, words);
    m_targets.notice.ask(
        words, [] { return tr("Use them"); }, [this, files = folder.usable] { takePaths(files); });
}

} // namespace limno
