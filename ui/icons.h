// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace limno {

/// An icon of resources/icons in a colour of the theme, sharp at every size and scale.
QIcon themedIcon(const QString &name, const QColor &color);

} // namespace limno
