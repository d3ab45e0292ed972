// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace limno {

// The core speaks English, in recordings and to scripts. These say in the user's language what it says to the window;
// what they do not know stays as it is.

/// The note of a step of the clear ladder: "nothing came back; still held: smollm2: KV cache 12.0 MiB, …".
QString clearNoteText(const std::string &note);
/// What a switch was set to, as marks have it: "KV cache off", "permits 2", "workers 3".
QString toggleText(const QString &text);

} // namespace limno
