"""What was found to help against copies: changes that were tried, and what they saved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Help:
    """One change to the program, or to the options, that was tried.

    What it saves was measured: the changed program was bufferized, and its copies counted.
    """

    kind: str
    """What sort of change it is, as `own-fill`; later versions may add some."""
    text: str
    """What to do."""
    condition: str | None
    """What must hold for the program to mean the same to whoever uses it; None: nothing."""
    num_removed: int
    """How many copies and new buffers are gone with it."""
    num_added: int
    """How many others, which cost less, there are instead."""
    saved_bytes: int
    """By how many bytes less is copied, as far as that is known; or allocated, if nothing is
    copied less."""
    saved_unknown: int
    """How many copies less there are of which the size is not known."""
    flag: str | None = None
    """What to give on the command line, whole, where that is what to change."""

    @property
    def is_safe(self) -> bool:
        """Whether the changed program means the same, whoever uses it."""
        return self.condition is None

    def __str__(self) -> str:
        """What to do, on what condition, and what that was seen to save."""
        return self.sentence(1)

    def sentence(self, number: int) -> str:
        """The same, said of some of the copies that it removes: of this one, or of these."""
        what = self.text if self.condition is None else f"{self.text}, if {self.condition}"
        gone, others = "this copy", self.num_removed - number
        if number > 1:
            gone = f"these {number}"
        if others > 0:
            gone += f" and {others} other{'' if others == 1 else 's'}"
        if self.num_added:
            gone += f", and makes {self.num_added} that cost less"
        return f"{what}: removes {gone}{self._saved()}"

    def _saved(self) -> str:
        known = [size_text(self.saved_bytes)] if self.saved_bytes else []
        unknown = [f"{self.saved_unknown} of unknown size"] if self.saved_unknown else []
        return f": {', '.join(known + unknown)}" if known or unknown else ""


def size_text(size: int) -> str:
    """A number of bytes for people: exact below ten thousand, then in decimal units."""
    if abs(size) < 10_000:
        return f"{size} byte{'' if size == 1 else 's'}"
    amount, unit = size / 1000, "kB"
    for larger in "MB", "GB", "TB", "PB":
        if abs(amount) < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.1f} {unit}"
