// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording.h"

#include "ui/deviceterms.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace limno {

namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("limno::Wording", text);
}

/// "smollm2: KV cache 12.0 MiB" with the owner in the user's language; names of models stay.
QString holderText(const QString &holder)
{
    static const char *const kOwners[] = {QT_TRANSLATE_NOOP("limno::Wording", "KV cache tensors"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "weights tensors"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "activations tensors"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "result tensors"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "cache tensors"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "untagged tensors"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "KV cache"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "block cache"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "other live heap blocks"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "free heap between live blocks"),
                                          QT_TRANSLATE_NOOP("limno::Wording", "device segments")};
    static const QRegularExpression parts(QStringLiteral("^(.*: )?([^:]+) ([0-9.]+ [KMGT]?i?B)$"));
    const QRegularExpressionMatch match = parts.match(holder);
    for (const char *owner : kOwners) {
        if (match.hasMatch() && match.captured(2) == QLatin1String(owner))
            return match.captured(1) + words(owner) + QLatin1Char(' ') + match.captured(3);
    }
    return holder;
}

} // namespace

QString clearNoteText(const std::string &note)
{
    const QString text = fromUtf8(note);
    if (text == QLatin1String("nothing here to clear in this step"))
        return words(QT_TRANSLATE_NOOP("limno::Wording", "nothing here to clear in this step"));
    static const QRegularExpression parts(QStringLiteral(
        "^nothing came back(?:: (.+) went to the heap's free blocks)?(?:; still held: (.+))?$"));
    const QRegularExpressionMatch match = parts.match(text);
    if (!match.hasMatch())
        return text;
    QString said = match.captured(1).isEmpty()
        ? words(QT_TRANSLATE_NOOP("limno::Wording", "nothing came back"))
        : words(QT_TRANSLATE_NOOP("limno::Wording", "nothing came back: %1 went to the heap's free blocks")).arg(match.captured(1));
    if (match.captured(2).isEmpty())
        return said;
    QStringList holders;
    for (const QString &holder : match.captured(2).split(QStringLiteral(", ")))
        holders += holderText(holder);
    return words(QT_TRANSLATE_NOOP("limno::Wording", "%1; still held: %2")).arg(said, holders.join(QStringLiteral(", ")));
}

QString toggleText(const QString &text)
{
    // A model's switches: "KV cache on, offload none (layer asked for: …)".
    if (const QStringList parts = text.section(QLatin1String(" ("), 0, 0).split(QLatin1String(", ")); parts.size() > 1) {
        QStringList said;
        for (const QString &part : parts)
            said += toggleText(part);
        return said.join(QStringLiteral(" · "));
    }
    if (text.startsWith(QLatin1String("offload "))) {
        const auto offload = offloadByName(toUtf8(text.section(QLatin1Char(' '), 1)));
        return offload ? words(QT_TRANSLATE_NOOP("limno::Wording", "offload %1")).arg(offloadTitle(*offload)) : text;
    }
    if (text.startsWith(QLatin1String("context capped at ")))
        return words(QT_TRANSLATE_NOOP("limno::Wording", "context capped at %1")).arg(text.section(QLatin1Char(' '), 3, 3));
    if (text.startsWith(QLatin1String("emulated ")))
        return deviceText(toUtf8(text));
    const QString value = text.section(QLatin1Char(' '), -1);
    if (text == QLatin1String("KV cache on"))
        return words(QT_TRANSLATE_NOOP("limno::Wording", "KV cache on"));
    if (text == QLatin1String("KV cache off"))
        return words(QT_TRANSLATE_NOOP("limno::Wording", "KV cache off"));
    if (text == QLatin1String("permits off"))
        return words(QT_TRANSLATE_NOOP("limno::Wording", "permits off"));
    if (text.startsWith(QLatin1String("permits ")))
        return words(QT_TRANSLATE_NOOP("limno::Wording", "permits %1")).arg(value);
    if (text.startsWith(QLatin1String("workers ")))
        return words(QT_TRANSLATE_NOOP("limno::Wording", "workers %1")).arg(value);
    return text;
}

} // namespace limno
