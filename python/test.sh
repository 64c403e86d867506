#!/usr/bin/env bash
# Looks at format and lints of the Python package, builds its wheel, installs it into a new environment, and
# runs the tests there. Where there is no Python 3.10 or later with venv, or what the tests need cannot be
# installed, it says so and succeeds. What needs Dask or Jupyter is left out where those cannot be had, and
# so are rustfmt and clippy.
set -euo pipefail
cd "$(dirname "$0")"

environment=$(mktemp -d)
trap 'wait; rm -rf "$environment"' EXIT
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
  ! python3 -m venv "$environment/venv" >/dev/null 2>&1; then
  echo "The Python package is not built: there is no Python 3.10 or later with venv."
  exit 0
fi
pip=("$environment/venv/bin/python" -m pip --quiet --disable-pip-version-check)
if ! "${pip[@]}" install 'maturin>=1.9,<2' numpy 'pytest>=8' scipy mypy; then
  echo "The Python package is not built: what its tests need cannot be installed." >&2
  exit 0
fi
# This takes as long as the network does, while the package is built.
"${pip[@]}" install distributed nbclient ipykernel matplotlib pandas tqdm &
extras=$!

# Beside what the library's own builds leave, so that it is compiled once.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../target}/python
if cargo fmt --version >/dev/null 2>&1; then
  cargo fmt --check
else
  echo "rustfmt cannot be run: the format of the Python package is not checked." >&2
fi
if cargo clippy --version >/dev/null 2>&1; then
  cargo clippy --locked --quiet --all-targets -- -D warnings
else
  echo "clippy cannot be run: the lints of the Python package are not checked." >&2
fi
"$environment/venv/bin/maturin" build --release --locked --quiet \
  --out "$environment/wheels" --manifest-path Cargo.toml
wait "$extras" ||
  echo "Dask, Jupyter or tqdm cannot be installed: the tests that need them are left out." >&2
"${pip[@]}" install --no-deps "$environment"/wheels/*.whl
# Away from the sources, so that what is tested is what was installed.
tests=$PWD/tests
cd "$environment"
"$environment/venv/bin/python" -m pytest -q -p no:cacheprovider "$tests"
