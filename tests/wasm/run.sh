#!/bin/sh
# Builds the library for WebAssembly and counts Kanoodle under Node.js. Where there is no Node.js, or
# no standard library for the target, it says so and succeeds.
set -eu
cd "$(dirname "$0")"
target=wasm32-unknown-unknown

if ! command -v node >/dev/null 2>&1; then
    echo "The test of WebAssembly is skipped: there is no Node.js."
    exit 0
fi
if command -v rustup >/dev/null 2>&1; then
    rustup target add "$target" >/dev/null 2>&1 || true
fi
if [ ! -d "$(rustc --print target-libdir --target "$target")" ]; then
    echo "The test of WebAssembly is skipped: there is no standard library for $target."
    exit 0
fi
directory=../../target/wasm-test
cargo build --release --quiet --target "$target" --target-dir "$directory"
node run.mjs "$directory/$target/release/bitcover_wasm_test.wasm"
