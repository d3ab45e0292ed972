// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A module without the entry.
extern "C" __attribute__((visibility("default"))) int limnographNothing()
{
    return 0;
}
