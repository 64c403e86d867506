"""Compares bitcover with other solvers of exact cover problems; `scripts/compare` is the entry."""
