// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace limno {

/// Runs `work` on a helper thread, then `done(result)` on the thread of `context`, unless that is gone by then.
template<typename Work, typename Done>
void runInBackground(QObject *context, Work work, Done done)
{
    QThreadPool::globalInstance()->start(
        [guard = QPointer<QObject>(context), work = std::move(work), done = std::move(done)]() mutable {
            auto result = work();
            // Posted to the application, which outlives every context; only there may the guard be looked at.
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [guard, done = std::move(done), result = std::move(result)]() mutable {
                    if (guard)
                        done(std::move(result));
                },
                Qt::QueuedConnection);
        });
}

} // namespace limno
