"""Instances of exact cover for `scripts/compare-covers`, made here by a program: always the same.

`catalogue` lists all of them, each with its family, its name, and its count where theory or
literature gives one. Nothing but Python's standard library is used.
"""
