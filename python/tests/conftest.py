"""What several tests use."""

from __future__ import annotations

import pytest

import bitcover as bc


@pytest.fixture
def soma() -> bc.Solver:
    """A solver of a puzzle that is counted in milliseconds."""
    return bc.Solver("soma", threads=2)
