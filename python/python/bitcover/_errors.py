"""The exceptions of the package. Their words are those of the library."""


class Error(Exception):
    """Whatever bitcover raises."""


class PuzzleError(Error, ValueError):
    """There is no such puzzle, or its description breaks a rule.

    >>> import bitcover as bc
    >>> bc.Puzzle.from_catalog("kanodle")
    Traceback (most recent call last):
    ...
    bitcover.PuzzleError: the catalogue has no puzzle kanodle (did you mean kanoodle?)
    """


class CoverError(Error, ValueError):
    """A description of an exact cover breaks a rule."""


class ArgumentError(Error, ValueError):
    """An argument is none of those that there are.

    >>> import bitcover as bc
    >>> bc.Solver("soma", engine="serch")
    Traceback (most recent call last):
    ...
    bitcover.ArgumentError: there is no engine serch (did you mean search?); the engines are search, \
scan, frontier and links
    """


class SolveError(Error, RuntimeError):
    """A run has no result: too little memory, a journal of another run, shards that are missing."""


class Cancelled(SolveError):
    """A run was cancelled before it came to its end."""


class VerifyError(Error):
    """A file of solutions is refused by the checker, with the first thing that is wrong with it."""


for _class in (Error, PuzzleError, CoverError, ArgumentError, SolveError, Cancelled, VerifyError):
    _class.__module__ = "bitcover"
