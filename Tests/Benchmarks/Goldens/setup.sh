#!/bin/sh
# setup.sh DIR installs into DIR what peers.py compares doodle with, unless it is there. ImageMagick and Node are those of the
# system.
set -eu
mkdir -p "$1"
[ -d "$1/venv" ] || python3 -m venv "$1/venv"
"$1/venv/bin/pip" install --quiet pillow
# Two packages of one module, and one of which only the comparator is used. Each may be missing for a version of Python.
for package in pixelmatch pixelmatch-fast playwright; do
  [ -d "$1/$package" ] || "$1/venv/bin/pip" install --quiet --target "$1/$package" "$package" pillow || true
done
