#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds Limnograph and opens its window on the built-in language model; arguments go to the window (files to open).
# Without a display: replays a prompt in a loop and writes the report with the memory graph.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
bin="$here/../build/release/bin"

"$here/build.sh" release

if [[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]]; then
    exec "$bin/limnograph" "$@"
fi

demo="$(realpath "$here/../build/release")/demo"
rm -rf "$demo"
mkdir "$demo"
printf 'run.sh: no display, so the demo runs without a window: one prompt, twelve times\n' >&2
"$bin/limnograph-cli" replay chat --model smollm2 --prompt "Why does the level of a lake rise and fall?" \
    --max-tokens 48 --requests 12 --out "$demo/demo.limno" >&2
"$bin/limnograph-cli" export "$demo/demo.limno" --format html --out "$demo" >&2
printf 'The report with the memory graph: %s\n' "$demo"/*.html
