#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it into a new environment, and runs the tests there.
# Where there is no Python 3.10 or later with venv, or what the tests need cannot be installed, it says so
# and succeeds. What needs Dask or Jupyter is left out where those cannot be had.
set -euo pipefail
cd "$(dirname "$0")"

environment=$(mktemp -d)
trap 'rm -rf "$environment"' EXIT
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
"${pip[@]}" install distributed nbclient ipykernel matplotlib pandas tqdm ||
  echo "Dask, Jupyter or tqdm cannot be installed: the tests that need them are left out." >&2

# Beside what the library's own builds leave, so that it is compiled once.
target=${CARGO_TARGET_DIR:-$PWD/../target}/python
CARGO_TARGET_DIR=$target "$environment/venv/bin/maturin" build --release --locked --quiet \
  --out "$environment/wheels" --manifest-path Cargo.toml
"${pip[@]}" install --no-deps "$environment"/wheels/*.whl
# Away from the sources, so that what is tested is what was installed.
tests=$PWD/tests
cd "$environment"
"$environment/venv/bin/python" -m pytest -q -p no:cacheprovider "$tests"
