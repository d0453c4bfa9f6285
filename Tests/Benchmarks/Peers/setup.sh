#!/bin/sh
# setup.sh DIR installs the programs for `make bench-peers`, unless they are installed, and builds the drivers.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)

packages='g++ pkg-config libcairo2-dev libagg-dev libpng-dev libsimdjson-dev librsvg2-bin imagemagick python3-venv'
# shellcheck disable=SC2086
if ! dpkg -s $packages >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ]; then as_root=; else as_root='sudo -n'; fi
  $as_root apt-get update -qq
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $packages
fi

if ! "$dir/venv/bin/python" -c 'import skia, resvg_py' 2>/dev/null; then
  python3 -m venv "$dir/venv"
  "$dir/venv/bin/pip" install --quiet skia-python resvg-py
fi

# Two packages of one module. Each may be missing for a version of Python: it is then left out of the comparison.
for package in pixelmatch pixelmatch-fast; do
  [ -d "$dir/$package" ] || "$dir/venv/bin/pip" install --quiet --target "$dir/$package" $package pillow || true
done

compile() {
  if [ -n "$(find "$here/$1.cpp" "$here"/*.hpp -newer "$dir/$1" 2>/dev/null)" ] || [ ! -e "$dir/$1" ]; then
    source=$here/$1.cpp
    name=$1
    shift
    g++ -O3 -march=native -std=c++17 "$source" -o "$dir/$name" "$@"
  fi
}
# shellcheck disable=SC2046
{
  compile cairo $(pkg-config --cflags --libs cairo)
  compile agg -lagg $(pkg-config --cflags --libs libpng)
  compile reading -lsimdjson
  compile png $(pkg-config --cflags --libs libpng)
}
