"""Modules with the calls of other packages, so that programs go on with another import line."""
