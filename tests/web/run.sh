#!/bin/sh
# Runs the vendored solver of the page under Node.js, and one that is built anew where the target can be
# had. Where there is no Node.js, it says so and succeeds.
set -eu
cd "$(dirname "$0")/../.."

if ! command -v node >/dev/null 2>&1; then
    echo "The test of the page's solver is skipped: there is no Node.js."
    exit 0
fi
node tests/web/run.mjs src/report/play/vendor/solver.wasm --seconds 2
if command -v rustup >/dev/null 2>&1; then
    rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
    rustup component add rust-src >/dev/null 2>&1 || true
fi
if [ ! -d "$(rustc --print target-libdir --target wasm32-unknown-unknown)" ]; then
    echo "The page's solver is not built anew: there is no standard library for its target."
    exit 0
fi
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ]; then
    echo "The page's solver is not built anew: the sources of the standard library are not there."
    exit 0
fi
fresh="target/solver-of-the-sources.wasm"
web/build.sh --output "$fresh"
node tests/web/run.mjs "$fresh" --seconds 2 logiq-5 kanoodle calendar soma lonpos-pyramid
