"""Every example runs, everything public is described, and the types hold."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bitcover as bc

PACKAGE = Path(bc.__file__).parent
MODULES = [
    *(f"bitcover.{path.stem}" for path in PACKAGE.glob("_*.py") if path.stem != "__init__"),
    "bitcover",
    "bitcover.compat",
    "bitcover.compat.exact_cover",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_there_are_examples_of_everything_that_can_be_called() -> None:
    lacking = []
    for name in bc.__all__:
        item = getattr(bc, name)
        if not (inspect.isclass(item) or inspect.isfunction(item)):
            continue
        assert item.__doc__, name
        members = vars(item).items() if inspect.isclass(item) else []
        for member, value in members:
            if member.startswith("_") or not callable(getattr(item, member)):
                continue
            value = getattr(value, "__func__", value)
            assert value.__doc__, f"{name}.{member}"
            if ">>>" not in value.__doc__ and ">>>" not in item.__doc__:
                lacking.append(f"{name}.{member}")
        if inspect.isfunction(item) and ">>>" not in item.__doc__:
            lacking.append(name)
    assert lacking == []


README = Path(__file__).parent.parent / "README.md"


def test_the_quick_start_runs(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    program = tmp_path / "program.py"
    program.write_text("\n".join(blocks), encoding="utf-8")
    done = subprocess.run([sys.executable, program], cwd=tmp_path, timeout=60)
    assert done.returncode == 0


USER = """
from typing import Optional
from typing_extensions import assert_type
import bitcover as bc
count = bc.count("soma")
assert_type(count.total, int)
assert_type(count.distinct, Optional[int])
with bc.Solver(bc.Puzzle.from_catalog("soma"), threads=2).solutions_array() as batches:
    print(next(batches).shape)
"""


def test_types_hold_within_the_package_and_for_those_who_use_it(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    # Away from where it is installed, whose files are not looked at so closely.
    shutil.copytree(PACKAGE, tmp_path / "bitcover")
    (tmp_path / "user.py").write_text(USER)
    sources = [str(tmp_path / "bitcover"), str(tmp_path / "user.py")]
    out, err, status = api.run(["--strict", f"--cache-dir={tmp_path / 'cache'}", *sources])
    assert status == 0, out + err


def test_the_notebook_runs() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    for needed in ("ipykernel", "matplotlib", "pandas"):
        pytest.importorskip(needed)
    notebook = nbformat.read(README.parent / "towers.ipynb", as_version=4)
    committed = [_texts(cell) for cell in notebook.cells]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    executed = [_texts(cell) for cell in notebook.cells]
    assert any(committed)
    # Which solution a search finds first differs from run to run; counts and samples do not.
    for old, new, cell in zip(committed, executed, notebook.cells):
        assert bool(old) == bool(new)
        if "count" in cell.source or "sample" in cell.source:
            assert old == new


def _texts(cell: dict) -> list[str]:
    """What a cell has put out, in words."""
    texts = []
    for output in cell.get("outputs", []):
        texts.append(output.get("text") or output.get("data", {}).get("text/plain", ""))
    return texts
