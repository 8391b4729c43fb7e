"""Where MLIR's printer puts spaces between the elements of an assembly format.

The rule depends on what was written last in the order of the format's text, even across optional
groups that are left out, so that it can be applied once, when the format is compiled.
"""

from __future__ import annotations

_HUGGED = "<>(){}[],"
_CLOSING = ">)}],"
_OPENING = "<({["


class Spacing:
    """What was written last. Each method gives the text to write, with its space before."""

    __slots__ = ("_after_punctuation", "_wants_space")

    def __init__(self) -> None:
        self._wants_space = True
        self._after_punctuation = False

    def literal(self, text: str) -> str:
        """A keyword or punctuation."""
        space = " " if self._wants_space and self._is_spaced(text) else ""
        self._wants_space = text not in tuple(_OPENING)
        self._after_punctuation = not (text[0].isalpha() or text[0] == "_")
        return space + text

    def _is_spaced(self, text: str) -> bool:
        if len(text) != 1 and text != "->":
            return True
        return text[0] not in (_CLOSING if self._after_punctuation else _HUGGED)

    def whitespace(self, text: str) -> str:
        """An explicit space, or none."""
        self._wants_space = False
        self._after_punctuation = not text
        return text

    def element(self) -> str:
        """What stands before any element other than those."""
        space = " " if self._wants_space or not self._after_punctuation else ""
        self._wants_space = True
        self._after_punctuation = False
        return space

    def attr_dict(self) -> None:
        """The attr-dict writes its own space."""
        self._after_punctuation = False
