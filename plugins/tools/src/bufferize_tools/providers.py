"""What comes with the distributions that are released together with the core."""

from __future__ import annotations

from typing import Final

DIALECTS: Final = frozenset(
    [
        "affine",
        "arith",
        "async",
        "cf",
        "complex",
        "dlti",
        "func",
        "gpu",
        "index",
        "linalg",
        "llvm",
        "math",
        "ml_program",
        "omp",
        "quant",
        "scf",
        "shape",
        "sparse_tensor",
        "stablehlo",
        "tensor",
        "tosa",
        "transform",
        "ub",
        "vector",
    ]
)
"""The dialects; their plugins are called as they are."""

PASSES: Final[dict[str, tuple[str, ...]]] = {
    "buffers": (
        "buffer-deallocation",
        "buffer-deallocation-pipeline",
        "buffer-deallocation-simplification",
        "buffer-hoisting",
        "buffer-loop-hoisting",
        "buffer-statistics",
        "bufferization-lower-deallocations",
        "convert-bufferization-to-memref",
        "copy-removal",
        "expand-realloc",
        "optimize-allocation-liveness",
        "ownership-based-buffer-deallocation",
        "promote-buffers-to-stack",
    ),
    "conversion": (
        "arith-bufferize",
        "bufferization-bufferize",
        "func-bufferize",
        "linalg-bufferize",
        "scf-bufferize",
        "shape-bufferize",
        "tensor-bufferize",
        "vector-bufferize",
    ),
    "linalg": ("convert-elementwise-to-linalg", "convert-linalg-to-loops"),
    "transform": ("transform-interpreter",),
}
"""By plugin, the passes that do not come with the core, and the options that watch passes."""

COMMANDS: Final = {"check": "interpreter", "lsp": "lsp", "run": "interpreter"}
"""The plugins of the sub-commands of `bufferize` that do not come with the core."""

READERS: Final = {"xdsl": "xdsl"}
"""The plugins of the options by which they read programs in another way."""

_PLUGINS = {name: plugin for plugin, names in PASSES.items() for name in names}


def distribution_of(plugin: str) -> str:
    """What to install for a first-party plugin."""
    return f"bufferize-{plugin.replace('_', '-')}"


def plugin_of_pass(name: str) -> str | None:
    """The first-party plugin that has the pass `name`; None where none has."""
    return _PLUGINS.get(name)
