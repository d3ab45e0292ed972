// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

class QMimeData;

namespace limno {

/// Why something that was dropped is not taken.
enum class Refusal { WebAddress, Image, Missing, Unreadable, Empty, TooLarge, NotTheLast, Unsupported };

struct RefusedEntry {
    QString name;
    Refusal reason = Refusal::Unsupported;
};

/// A copy of what a drag carries. The drag's own data dies when a dialog opens or the source ends, so it is copied
/// before anything else happens.
struct Dropped {
    QStringList paths; ///< files and folders on this machine
    QString text; ///< a prompt; empty when there are paths
    std::vector<RefusedEntry> refused;

    bool isEmpty() const { return paths.isEmpty() && text.isEmpty() && refused.empty(); }
    /// Addresses win over text; text that consists of paths or addresses only counts as those.
    static Dropped copyOf(const QMimeData &data);
};

struct DroppedText {
    QString name;
    QString text;
};

struct DroppedFolder {
    QString path;
    QStringList usable; ///< files that can be used
    int texts = 0;
    int models = 0;
    int recordings = 0;
    int others = 0;
    bool isCut = false; ///< more files than are looked at
};

/// Files by what can be done with them.
struct SortedFiles {
    std::vector<DroppedText> texts;
    QStringList models;
    QStringList recordings;
    std::vector<DroppedFolder> folders; ///< counted, nothing read yet
    std::vector<RefusedEntry> refused;

    /// Looks into the files: call it on a helper thread. Links to folders are not followed.
    static SortedFiles sort(const QStringList &paths);
};

/// "photo.png: not a text, model or recording"
QString refusalText(const RefusedEntry &entry);

} // namespace limno
