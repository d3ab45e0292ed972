// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace limno::test {

inline const QString kTextData = QStringLiteral(LIMNOGRAPH_SOURCE_DIR "/tests/data/text/");
inline const QString kShared = QStringLiteral(LIMNOGRAPH_SHARED_DIR "/");

/// The JSON document at `path`; null where there is none.
inline nlohmann::ordered_json readJson(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return nlohmann::ordered_json::parse(file.readAll().toStdString());
}

using Ids = std::vector<int64_t>;

/// For failure messages.
inline std::string shown(const Ids &ids)
{
    return nlohmann::json(ids).dump();
}

} // namespace limno::test
