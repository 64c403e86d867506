"""All instances, family by family, and how they are picked and written."""

from pathlib import Path

from . import boards, designs, graphs, sets, squares

SOURCES = (sets, squares, designs, boards, graphs)


def catalogue():
    """All instances; names are unique, and families are together."""
    return [instance for source in SOURCES for instance in source.instances()]


def write(instance, directory):
    """Writes an instance into a folder as NAME.dlx; gives the path and the cover."""
    cover = instance.make()
    known = f"{instance.count:,} ({instance.source})" if instance.count is not None else "not known"
    path = Path(directory) / f"{instance.name}.dlx"
    path.write_text(cover.text(f"{instance.name}; solutions: {known}"), encoding="utf-8")
    return path, cover
