// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/recording.h"
#include "ui/workbench.h"

#include <QWidget>

#include <optional>

class QGridLayout;
class QLabel;

namespace limno {

/// What is in a recording that was opened: a summary in words.
class RecordingPane : public QWidget
{
    Q_OBJECT

public:
    explicit RecordingPane(const Workbench &bench, QWidget *parent = nullptr);

    /// Reads on a helper thread; the latest one asked for is shown.
    void open(const QString &path);
    bool hasRecording() const { return m_summary.has_value(); }

Q_SIGNALS:
    void failed(const limno::Error &error);
    void opened();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Summary {
        QString path;
        std::map<std::string, std::string> meta;
        std::vector<std::string> models;
        size_t samples = 0;
        size_t ok = 0;
        size_t failed = 0;
        size_t cancelled = 0;
        size_t events = 0;
        int64_t lengthNs = 0;
        std::optional<int64_t> firstAnon;
        std::optional<int64_t> lastAnon;
        std::optional<int64_t> peakAnon;
        bool isInterrupted = false;
    };
    static Summary summarize(const QString &path, const Recording &recording);
    void retranslateUi();
    void addRow(const QString &name, const QString &value);

    QString m_wanted;
    std::optional<Summary> m_summary;
    QLabel *m_headline;
    QLabel *m_note;
    QWidget *m_facts;
    QGridLayout *m_grid;
};

} // namespace limno
