// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace limno {

class ElidedLabel;

/// A flat panel with a title line: what every pane of the window is.
class Card : public QFrame
{
    Q_OBJECT

public:
    explicit Card(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    /// Quiet words after the title.
    void setSubtitle(const QString &text);
    /// The right end of the title line.
    QHBoxLayout *corner() const { return m_corner; }
    QVBoxLayout *body() const { return m_body; }

private:
    QLabel *m_title;
    ElidedLabel *m_subtitle;
    QHBoxLayout *m_corner;
    QVBoxLayout *m_body;
};

/// A label in one of the style sheet's tones ("title", "secondary", "good", "bad", …).
QLabel *makeLabel(const char *tone, QWidget *parent = nullptr);
/// A label that wraps within a card. A splitter asks for heights before it knows widths, so room for `lines` is kept.
QLabel *makeParagraph(int lines, QWidget *parent = nullptr);
/// Changes the tone and has the style sheet looked at again.
void setTone(QWidget *widget, const char *tone);
/// Sets a property that the style sheet tests.
void restyle(QWidget *widget, const char *property, const QVariant &value);

} // namespace limno
