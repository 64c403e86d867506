"""Which solvers run on a puzzle, and on which of its covers."""

import shlex
import shutil

from .measure import Row, read_bitcover, read_last_integer, read_runner
from .puzzles import LISTED

ENGINES = ["auto", "search", "links"]
COVER_ENGINES = ["auto", "search", "frontier", "links"]


class Rows:
    """Builds the rows of a puzzle's table."""

    def __init__(self, options, place, found, solvers, memory):
        self.options, self.place = options, place
        self.found, self.solvers, self.memory = found, solvers, memory

    def threads(self):
        """The numbers of threads that bitcover runs with, the most first."""
        return sorted({self.options.threads, 1}, reverse=True)

    def of_bitcover(self, puzzle, directory):
        """bitcover from the puzzle's text, with each engine, and with all solutions written to
        files; and from the covers that the others get."""
        rows = []
        for engine in ENGINES:
            for threads in self.threads():
                command = [self.options.bitcover, "count", puzzle.name, "--json"]
                command += ["--engine", engine, "--threads", str(threads)]
                name = "bitcover" if engine == "auto" else f"bitcover, {engine}"
                rows.append(self.bitcover_row(name, puzzle, command, threads))
        if puzzle.name in LISTED:
            output = directory / "listing"
            for threads in self.threads():
                command = [self.options.bitcover, "solve", puzzle.name, "--json"]
                command += [*LISTED[puzzle.name], "--output", str(output)]
                command += ["--threads", str(threads)]
                row = self.bitcover_row("bitcover, all written", puzzle, command, threads)
                row.before = lambda: shutil.rmtree(output, ignore_errors=True)
                rows.append(row)
        for cover in puzzle.covers:
            command = [self.options.bitcover, "count", *map(str, cover.files), "--json"]
            command += ["--threads", "1"]
            row = self.row("bitcover, from the cover", cover, [command], read_bitcover())
            row.is_bitcover = True
            rows.append(row)
        return rows

    def of_cover(self, cover):
        """bitcover on a cover that is no puzzle, with each engine: on one thread, and on as many as
        it takes by itself."""
        rows = []
        for threads in self.threads():
            for engine in COVER_ENGINES:
                command = [self.options.bitcover, "count", *map(str, cover.files), "--json"]
                command += ["--threads", "1"] if threads == 1 else []
                command += [] if engine == "auto" else ["--engine", engine]
                row = self.row(f"bitcover, {engine}", cover, [command], read_bitcover())
                row.threads, row.is_bitcover = threads, True
                rows.append(row)
        return rows

    def bitcover_row(self, name, puzzle, command, threads):
        """A row whose wrong count is bitcover's own."""
        read, limit = read_bitcover(puzzle.distinct), self.options.limit
        row = Row(name, "puzzle", puzzle.total, [command], read, limit, threads)
        row.is_bitcover = True
        return row

    def of_others(self, puzzle):
        """The other solvers, on each cover of the puzzle."""
        rows = []
        for cover in puzzle.covers:
            for peer in self.found:
                command = self.place.command(peer, cover.files)
                row = self.row(peer.label, cover, [command], read_runner)
                if cover.has_secondary and not peer.knows_secondary:
                    row.stopped = "no secondary items"
                rows.append(row)
            for name, template in self.solvers:
                files = [shlex.quote(str(file)) for file in cover.files]
                commands = [template.replace("{dlx}", file) for file in files]
                row = self.row(name, cover, commands, read_last_integer)
                row.shell = True
                rows.append(row)
        for row in rows:
            same = [other for other in rows if other.solver == row.solver]
            row.easier = next((other for other in same if other.expected < row.expected), None)
        return rows

    def row(self, name, cover, commands, read):
        """A row of another solver; its memory is bounded."""
        limit = self.options.limit
        return Row(name, cover.kind, cover.expected, commands, read, limit, memory=self.memory)
