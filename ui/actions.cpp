// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions.h"

#include "ui/icons.h"

#include <QActionGroup>
#include <QMenuBar>

namespace limno {

Actions::Actions(const Theme &theme, QWidget *window)
    : QObject(window)
    , openMenu(new QMenu(window))
    , clearMenu(new QMenu(window))
    , m_theme(theme)
    , m_window(window)
{
    open = make(QKeySequence::Open);
    openFolder = make(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    record = make(QKeySequence(Qt::CTRL | Qt::Key_R));
    recordTo = make(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    quit = make(QKeySequence::Quit);
    send = make(QKeySequence(Qt::CTRL | Qt::Key_Return));
    stop = make(QKeySequence(Qt::Key_Escape));
    newConversation = make(QKeySequence::New);
    paste = make(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V));
    replay = make(QKeySequence(Qt::Key_F5));
    stopAll = make(QKeySequence(Qt::SHIFT | Qt::Key_Escape));
    clearAll = make(QKeySequence(Qt::CTRL | Qt::Key_L));
    about = make(QKeySequence::HelpContents);
    record->setCheckable(true);
    arrangements = makeGroup();
    themes = makeGroup();
    languages = makeGroup();
    const std::array keys{Qt::Key_F2, Qt::Key_F3, Qt::Key_F4};
    for (size_t i = 0; i < keys.size(); ++i)
        arrangements[i]->setShortcut(QKeySequence(keys[i]));
    openMenu->addAction(open);
    openMenu->addAction(openFolder);
    connect(&theme, &Theme::changed, this, &Actions::dress);
    dress();
}

QAction *Actions::make(const QKeySequence &shortcut)
{
    auto *action = new QAction(parent());
    action->setShortcut(shortcut);
    m_window->addAction(action);
    return action;
}

std::array<QAction *, 3> Actions::makeGroup()
{
    std::array<QAction *, 3> actions;
    auto *group = new QActionGroup(this);
    for (QAction *&action : actions) {
        action = make();
        action->setCheckable(true);
        group->addAction(action);
    }
    return actions;
}

void Actions::fill(QMenuBar *bar, QMenu *devices)
{
    QMenu *file = bar->addMenu(QString());
    file->addActions({open, openFolder, paste});
    file->addSeparator();
    file->addActions({record, recordTo});
    file->addSeparator();
    file->addAction(quit);
    QMenu *run = bar->addMenu(QString());
    run->addActions({send, stop, newConversation});
    run->addSeparator();
    run->addActions({replay, stopAll});
    run->addSeparator();
    run->addMenu(devices);
    run->addMenu(clearMenu);
    QMenu *view = bar->addMenu(QString());
    for (QAction *action : arrangements)
        view->addAction(action);
    view->addSeparator();
    QMenu *theme = view->addMenu(QString());
    QMenu *language = view->addMenu(QString());
    for (size_t i = 0; i < 3; ++i) {
        theme->addAction(themes[i]);
        language->addAction(languages[i]);
    }
    QMenu *help = bar->addMenu(QString());
    help->addAction(about);
    m_menus = {file, run, view, help, theme, language};
}

void Actions::dress()
{
    const ThemeColors &c = m_theme.colors();
    open->setIcon(themedIcon(QStringLiteral("open"), c.text));
    record->setIcon(themedIcon(QStringLiteral("record"), c.bad));
    replay->setIcon(themedIcon(QStringLiteral("replay"), c.text));
    clearMenu->setIcon(themedIcon(QStringLiteral("clear"), c.text));
    stop->setIcon(themedIcon(QStringLiteral("stop"), c.text));
}

void Actions::retranslateUi()
{
    open->setText(tr("&Open files…"));
    openFolder->setText(tr("Open &folder…"));
    paste->setText(tr("&Paste as prompt or files"));
    record->setText(tr("&Record"));
    record->setToolTip(tr("Record everything that happens into a file in your documents (Ctrl+R)"));
    recordTo->setText(tr("Record &to…"));
    quit->setText(tr("&Quit"));
    send->setText(tr("&Send the prompt"));
    stop->setText(tr("S&top the answer"));
    newConversation->setText(tr("&New conversation"));
    replay->setText(tr("Re&play…"));
    replay->setToolTip(tr("Repeat a request in a loop (F5)"));
    stopAll->setText(tr("Stop &all jobs"));
    clearAll->setText(tr("&All of them"));
    about->setText(tr("&About Limnograph"));
    arrangements[0]->setText(tr("&Try"));
    arrangements[1]->setText(tr("&Diagnose"));
    arrangements[2]->setText(tr("De&mo"));
    themes[0]->setText(tr("As the &system"));
    themes[1]->setText(tr("&Light"));
    themes[2]->setText(tr("&Dark"));
    languages[0]->setText(tr("As the &system"));
    languages[1]->setText(QStringLiteral("&English"));
    languages[2]->setText(QStringLiteral("简体中文"));
    clearMenu->setTitle(tr("&Clear caches"));
    if (m_menus.empty())
        return;
    m_menus[0]->setTitle(tr("&File"));
    m_menus[1]->setTitle(tr("&Run"));
    m_menus[2]->setTitle(tr("&View"));
    m_menus[3]->setTitle(tr("&Help"));
    m_menus[4]->setTitle(tr("T&heme"));
    m_menus[5]->setTitle(tr("&Language"));
}

} // namespace limno
