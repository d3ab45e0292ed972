// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/card.h"
#include "ui/workbench.h"

#include <map>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace limno {

class ElidedLabel;

/// One model in the list: its numbers and one button. Chosen by click, Space or Return.
class ModelRow : public QFrame
{
    Q_OBJECT

public:
    explicit ModelRow(const QString &name, QWidget *parent = nullptr);

    void showLoaded(const Runtime::ModelView &view, const Theme &theme);
    /// `fraction` below 0: not known yet.
    void showLoading(double fraction, const Theme &theme);
    void showOffered(const QString &title, const Theme &theme);
    void setCurrent(bool on);

Q_SIGNALS:
    void chosen();
    void buttonPressed();

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QString m_name;
    QLabel *m_title;
    ElidedLabel *m_detail;
    ElidedLabel *m_figures;
    QProgressBar *m_progress;
    QPushButton *m_button;
};

/// The models that are loaded, being loaded, or come with the program.
class ModelsPane : public Card
{
    Q_OBJECT

public:
    explicit ModelsPane(const Workbench &bench, QWidget *parent = nullptr);

    /// Starts loading; a model of the same name is replaced.
    void load(const QString &name, const QString &path);
    /// As the user would call a model of this file: the file's name without its ending.
    static QString nameFor(const QString &path);

    QString current() const { return m_current; }
    /// Something is being loaded and nothing is loaded yet.
    bool isLoadingFirst() const;

Q_SIGNALS:
    void currentChanged(const QString &name);
    void loadingChanged();
    void failed(const limno::Error &error);
    void loaded(const QString &name);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Loading {
        JobHandle job;
        double fraction = -1;
    };
    void refresh();
    void retranslateUi();
    void setCurrent(const QString &name);
    void pressButton(const QString &name);
    void unload(const QString &name);
    ModelRow *row(const QString &name);

    Workbench m_bench;
    std::map<QString, QString> m_offered; ///< name to path of the built-in models
    std::map<QString, QString> m_titles;
    std::map<QString, Loading> m_loading;
    std::map<QString, ModelRow *> m_rows;
    QString m_current;
    QVBoxLayout *m_list;
    QLabel *m_empty;
};

} // namespace limno
