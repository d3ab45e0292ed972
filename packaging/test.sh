#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds everything with warnings as errors and runs all tests; arguments go to ctest.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

"$here/build.sh" ci
cd "$here/.."
exec ctest --preset ci -j2 "$@"
