// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/card.h"
#include "ui/workbench.h"

class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QSpinBox;

namespace limno {

class ElidedLabel;
class ToggleSwitch;

/// What may be changed one at a time. KV cache, offload, permits and workers act on the runtime and leave a mark on the graph;
/// tokens, temperature and seed go into the next request.
class SwitchesPane : public Card
{
    Q_OBJECT

public:
    explicit SwitchesPane(const Workbench &bench, QWidget *parent = nullptr);

    /// The model whose policy the switches change; empty = none.
    void setModel(const QString &name);
    ToggleSwitch *kvCache() const { return m_kvCache; }
    QComboBox *offload() const { return m_offload; }
    /// What is in force where it is not what was asked for, or not yet.
    QString stateText() const;
    QSpinBox *permits() const { return m_permits; }
    QSpinBox *workers() const { return m_workers; }
    QSpinBox *maxTokens() const { return m_maxTokens; }

Q_SIGNALS:
    void failed(const limno::Error &error);

protected:
    void changeEvent(QEvent *event) override;

private:
    QSpinBox *addSpin(Setting setting);
    void addRow(Setting setting, QWidget *control);
    void retranslateUi();
    void refresh();
    /// Sends KV cache and offload as they are set to the model.
    void applyPolicy();
    void takeBackOffload();
    QStringList waitingWords(const Runtime::ModelView &view) const;
    void changePermits(int permits);
    void changeWorkers(int workers);
    void applyWorkers();

    Workbench m_bench;
    QString m_model;
    QGridLayout *m_grid;
    std::vector<std::pair<Setting, QLabel *>> m_labels;
    std::vector<std::pair<Setting, QWidget *>> m_controls;
    ToggleSwitch *m_kvCache;
    QComboBox *m_offload;
    QSpinBox *m_permits;
    QSpinBox *m_workers;
    QSpinBox *m_maxTokens;
    QDoubleSpinBox *m_temperature;
    QSpinBox *m_seed;
    ElidedLabel *m_state;
    QLabel *m_effective;
    int m_wantedWorkers;
    bool m_isChangingWorkers = false;
};

} // namespace limno
