"""An exact cover as lists of names; an instance: a cover with a name and what is known of it."""

from dataclasses import dataclass
from typing import Callable, Optional


@dataclass
class Cover:
    """An exact cover problem: items by name, and options as tuples of names.

    Each primary item must be covered exactly once, and each secondary item at most once.
    """

    primary: list
    options: list
    secondary: tuple = ()

    def text(self, heading):
        """The cover in Knuth's format, after a comment."""
        items = list(self.primary) + (["|", *self.secondary] if self.secondary else [])
        lines = [f"| {heading}", " ".join(items), *(" ".join(option) for option in self.options)]
        return "\n".join(lines) + "\n"

    def fixed(self, chosen):
        """What is left when some options are chosen: their items go, and what meets them."""
        gone = {item for option in chosen for item in option}
        return Cover(
            [item for item in self.primary if item not in gone],
            [option for option in self.options if gone.isdisjoint(option)],
            tuple(item for item in self.secondary if item not in gone),
        )


@dataclass(frozen=True)
class Instance:
    """A cover that is made when it is needed."""

    family: str
    name: str
    make: Callable[[], Cover]
    # The number of solutions, where it is known from elsewhere, and where from.
    count: Optional[int] = None
    source: str = ""
    # Whether it belongs to the short comparison.
    is_quick: bool = False
