// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/recording.h"

#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlQuery>

namespace limno::test {

/// A clock that stands still until it is moved.
class HandClock final : public Clock
{
public:
    int64_t nowNs() const override { return now; }
    int64_t now = 5'000'000'000;
};

inline Sample sampleAt(int64_t timeNs, int64_t rssAnon)
{
    Sample sample;
    sample.timeNs = timeNs;
    sample.set(Metric::RssAnon, rssAnon);
    return sample;
}

/// A finished request that has every field set which a recording keeps.
inline std::pair<Request, Outcome> fullRequest(int64_t startNs)
{
    Request request;
    request.task = Task::Chat;
    request.model = "smollm2";
    request.messages = {{"system", "terse"}, {"user", "多い water? \"yes\""}};
    request.conversation = "c1";
    request.generation.maxTokens = 64;
    request.generation.temperature = 0.5;
    request.generation.stop = {"\n"};
    request.seed = 0xfedcba9876543210u;
    request.group = "batch";
    request.loopIndex = 3;

    Outcome outcome;
    outcome.kind = OutcomeKind::Ok;
    outcome.finish = FinishReason::Length;
    outcome.text = "yes";
    outcome.ids = {7, 8};
    outcome.tokens = {12, 2, 5, 7};
    outcome.worker = 1;
    int64_t now = startNs;
    outcome.times.submittedNs = now += 10;
    outcome.times.queuedNs = now += 10;
    outcome.times.grantedNs = now += 10;
    outcome.times.startedNs = now += 10;
    outcome.times.prefilledNs = now += 10;
    outcome.times.firstTokenNs = now += 10;
    outcome.times.finishedNs = now += 10;
    outcome.memory.before = sampleAt(startNs + 40, 1000);
    outcome.memory.after = sampleAt(startNs + 70, 1500);
    outcome.memory.after.set(Metric::HeapInUse, 0);
    outcome.memory.after.set(Metric::HostTensors, 96);
    outcome.memory.peakHostTensors = 4096;
    outcome.memory.keptBytes = -16;
    return {request, outcome};
}

/// Runs SQL on a file behind the recording's back; the first column of the last statement's rows.
inline QVariantList sql(const QString &path, const QStringList &statements)
{
    QVariantList values;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("test"));
        database.setDatabaseName(path);
        if (!database.open())
            qFatal("cannot open");
        for (const QString &statement : statements) {
            QSqlQuery query(database);
            if (!query.exec(statement))
                qFatal("%s", qPrintable(statement));
            values.clear();
            while (query.next())
                values << query.value(0);
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("test"));
    return values;
}

} // namespace limno::test
