#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# build.sh PRESET: fetches what is missing, configures the preset, builds what changed.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
preset="${1:?build.sh needs the name of a preset}"

"$here/fetch.sh"

# A source that uses LibTorch takes well over 1 GB to compile.
jobs="$(nproc)"
memory_jobs=$(($(sed -n 's/^MemAvailable: *\([0-9]*\).*/\1/p' /proc/meminfo) / 1500000))
((memory_jobs < jobs)) && jobs=$memory_jobs
((jobs > 0)) || jobs=1

cd "$here/.."
cmake --preset "$preset" ${LIMNOGRAPH_DEPS:+-DLIMNOGRAPH_DEPS="$(realpath -m "$LIMNOGRAPH_DEPS")"} >&2
cmake --build --preset "$preset" -j "$jobs" >&2
