// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractSpinBox;

namespace limno {

/// Makes a spin box good to type into: a click selects what it shows, so that a digit replaces the word that may stand for
/// a number ("off"), and the decimal sign is the point that the window shows everywhere.
void easeTyping(QAbstractSpinBox *box);

/// What is being typed into the box that has the focus counts now. Shortcuts need it: they start things without taking
/// the focus away.
void commitTyping();

} // namespace limno
