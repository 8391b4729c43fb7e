"""The names of the passes, which xDSL loads at startup; a pass itself is loaded when it is used.

See https://docs.xdsl.dev/reference/universe.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from xdsl.passes import ModulePass
from xdsl.universe import XDSL_UNIVERSE, Universe

PASSES: Final = (
    "buffer-deallocation",
    "buffer-deallocation-pipeline",
    "buffer-deallocation-simplification",
    "buffer-hoisting",
    "buffer-loop-hoisting",
    "buffer-results-to-out-params",
    "bufferization-lower-deallocations",
    "convert-bufferization-to-memref",
    "copy-removal",
    "drop-equivalent-buffer-results",
    "eliminate-empty-tensors",
    "expand-realloc",
    "finalizing-bufferize",
    "insert-tensor-copies",
    "loop-iter-arg-destination-folding",
    "one-shot-bufferize",
    "optimize-allocation-liveness",
    "ownership-based-buffer-deallocation",
    "promote-buffers-to-stack",
    "reference-counting-deallocation",
    "reuse-buffers",
    "scf-loop-bufferization-preprocessing",
    "tensor-results-to-out-params",
)
"""The passes for xDSL, except for passes that xDSL has itself, such as `canonicalize`."""


def _load(name: str) -> type[ModulePass]:
    from bufferize_xdsl.passes import pass_class

    return pass_class(name)


def passes_beside(taken: Collection[str]) -> dict[str, Callable[[], type[ModulePass]]]:
    """Return the passes whose names are not taken, and warn about the others."""
    clashing = [name for name in PASSES if name in taken]
    if clashing:
        names = ", ".join(clashing)
        warnings.warn(
            f"bufferize-xdsl: xDSL has passes of its own called {names}; "
            "`bufferize_xdsl.pass_class` has ours",
            stacklevel=2,
        )
    return {name: partial(_load, name) for name in PASSES if name not in taken}


UNIVERSE: Final = Universe(all_passes=passes_beside(XDSL_UNIVERSE.all_passes))
