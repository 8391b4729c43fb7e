"""What the ops of the tensor dialect compute, for bufferize-interpreter."""

from __future__ import annotations

from typing import Final

from bufferize_interpreter import Semantics
from bufferize_tensor import semantics_elements, semantics_regions, semantics_slices

SEMANTICS: Final[dict[str, Semantics]] = {
    **semantics_elements.SEMANTICS,
    **semantics_regions.SEMANTICS,
    **semantics_slices.SEMANTICS,
}
"""The semantics, by the op's name."""
