// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace limno {

/// A flat table: rows selected whole, no grid, last column stretched, read only.
QTableView *makeTable();

} // namespace limno
