#!/usr/bin/env bash
# Builds TigerBeetle from a checkout of its sources, with the compiler that PyPI has:
#
#   bench/peers/tigerbeetle.sh CHECKOUT
#   TIGERBEETLE=CHECKOUT/zig-out/bin/tigerbeetle npm run bench -- --only '^ledger, TigerBeetle$'
set -euo pipefail
cd "${1:?name the checkout of TigerBeetle}"
version="$(sed -n 's/^ZIG_RELEASE="\(.*\)"/\1/p' zig/download.sh)"
python3 -m venv .zig
.zig/bin/pip install --quiet "ziglang==$version"
.zig/bin/python -m ziglang build -Drelease
ls "$PWD/zig-out/bin/tigerbeetle"
