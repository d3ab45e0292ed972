// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deviceterms.h"

#include "ui/text.h"

#include <QCoreApplication>

namespace limno {

namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("limno::Device", text);
}

} // namespace

QString deviceText(const std::string &label)
{
    constexpr std::string_view emulated = "emulated ";
    if (!label.starts_with(emulated))
        return fromUtf8(label);
    return words(QT_TRANSLATE_NOOP("limno::Device", "emulated %1")).arg(fromUtf8(label.substr(emulated.size())));
}

QString offloadTitle(Offload offload)
{
    switch (offload) {
    case Offload::None:
        break;
    case Offload::Model:
        return words(QT_TRANSLATE_NOOP("limno::Device", "model"));
    case Offload::Layer:
        return words(QT_TRANSLATE_NOOP("limno::Device", "layer"));
    }
    return words(QT_TRANSLATE_NOOP("limno::Device", "none"));
}

QString offloadReasonText(const std::string &reason)
{
    for (const char *known : {QT_TRANSLATE_NOOP("limno::Device", "weights are in host memory already on cpu"),
                              QT_TRANSLATE_NOOP("limno::Device", "not all weights fit on the card at once")}) {
        if (reason == known)
            return words(known);
    }
    return fromUtf8(reason);
}

QString snapshotReasonText(const std::string &reason)
{
    if (reason == "by hand")
        return words(QT_TRANSLATE_NOOP("limno::Device", "by hand"));
    constexpr std::string_view full = "device above ";
    if (reason.starts_with(full))
        return words(QT_TRANSLATE_NOOP("limno::Device", "device above %1")).arg(fromUtf8(reason.substr(full.size())));
    return fromUtf8(reason);
}

} // namespace limno
