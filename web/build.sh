#!/usr/bin/env bash
# Builds the solver of the page as WebAssembly, and puts it where the program includes it, with the
# hashes of what it was built from: a test refuses a module that is older than its sources. Needs a Rust
# toolchain with the sources of the standard library (`rustup component add rust-src`), and Node.js with
# npm for wasm-opt; takes some minutes.
#
#   web/build.sh                    builds, and vendors the module
#   web/build.sh --output FILE      builds for a look or a test, without wasm-opt
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
cd "$root/web"
target=wasm32-unknown-unknown
vendor=../src/report/play/vendor
# The most that the module may take, before compression.
most_bytes=700000

if command -v rustup >/dev/null; then
  rustup target add "$target" >/dev/null 2>&1 || true
  rustup component add rust-src >/dev/null 2>&1 || true
fi

# Names of sources may be in the module; where those lie on this machine is nobody's business. Panics end
# the worker without a message, and code is inlined where that takes next to no room: results/ladder.md
# has what each of these is worth.
flags="--remap-path-prefix=$root/= -Zunstable-options -Cpanic=immediate-abort -Cllvm-args=-inline-threshold=10"
for registry in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do
  flags+=" --remap-path-prefix=$registry="
done
# The standard library is built too, with its small sorts and without messages. Stable toolchains do that
# only where they are told to let it pass that Cargo has not settled on how it is asked for.
RUSTC_BOOTSTRAP=1 RUSTFLAGS="$flags" cargo build --release --locked --quiet -Zbuild-std=std \
  -Zbuild-std-features=optimize_for_size --target "$target" --target-dir ../target/web
built="../target/web/$target/release/bitcover_web"

if [ "${1:-}" = --output ]; then
  cd - >/dev/null
  cp "$root/web/$built.wasm" "$2"
  exit
fi

[ -x node_modules/.bin/wasm-opt ] || npm ci --silent --no-audit --no-fund
node_modules/.bin/wasm-opt -Oz --enable-bulk-memory --enable-sign-ext \
  --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types \
  --enable-multivalue --strip-debug --strip-producers --strip-target-features \
  "$built.wasm" --output "$vendor/solver.wasm"

# Of the sources that the compiler read, those whose code is in the module: playing uses no rooms beside
# or above its own, of those below not all, and what only lists modules or documents them is not code.
cd "$root"
{
  sed 's/^[^:]*://' "target/web/$target/release/bitcover_web.d" | tr ' ' '\n' |
    sed "s|^$root/||" | grep '\.rs$' | grep -Ev '^src/(lib\.rs|guide/|solve/|durable/|verify/|cover/format/|engine/(scan|links)/)'
  echo web/Cargo.toml
  echo web/Cargo.lock
  echo web/build.sh
  echo web/package-lock.json
} | LC_ALL=C sort -u | xargs sha256sum >src/report/play/vendor/solver.sha256
sha256sum src/report/play/vendor/solver.wasm >>src/report/play/vendor/solver.sha256
bytes=$(stat -c %s src/report/play/vendor/solver.wasm)
echo "src/report/play/vendor/solver.wasm: $bytes bytes"
if [ "$bytes" -gt "$most_bytes" ]; then
  echo "that is too large: at most $most_bytes are allowed" >&2
  exit 1
fi
