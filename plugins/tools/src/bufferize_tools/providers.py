"""The contents of the first-party distributions and of mlir-opt, for advice on missing names."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
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
        "pdl",
        "quant",
        "scf",
        "shape",
        "sparse_tensor",
        "stablehlo",
        "tensor",
        "tm_tensor",
        "tosa",
        "transform",
        "ub",
        "vector",
    ]
)
"""The first-party dialects; each has a plugin of its name. That of `pdl` has `pdl_interp`, too."""

PASSES: Final[dict[str, tuple[str, ...]]] = {
    "buffers": (
        "buffer-deallocation",
        "buffer-deallocation-pipeline",
        "buffer-deallocation-simplification",
        "buffer-hoisting",
        "buffer-loop-hoisting",
        "buffer-loop-merging",
        "buffer-statistics",
        "bufferization-lower-deallocations",
        "convert-bufferization-to-memref",
        "copy-removal",
        "expand-realloc",
        "optimize-allocation-liveness",
        "ownership-based-buffer-deallocation",
        "promote-buffers-to-stack",
        "reference-counting-deallocation",
    ),
    "conversion": (
        "arith-bufferize",
        "bufferization-bufferize",
        "func-bufferize",
        "linalg-bufferize",
        "scf-bufferize",
        "shape-bufferize",
        "tensor-bufferize",
        "tensor-constant-bufferize",
        "vector-bufferize",
    ),
    "linalg": (
        "convert-elementwise-to-linalg",
        "convert-linalg-to-loops",
        "rewrite-in-destination-passing-style",
    ),
    "planner": ("static-memory-planner-analysis",),
    "tm_tensor": ("tm-tensor-to-loops",),
    "tools": ("print-ir",),
    "transform": ("transform-interpreter",),
    "transforms": (
        "buffer-results-to-out-params",
        "canonicalize",
        "cse",
        "drop-equivalent-buffer-results",
        "eliminate-empty-tensors",
        "empty-tensor-to-alloc-tensor",
        "finalizing-bufferize",
        "inline",
        "loop-invariant-code-motion",
        "loop-iter-arg-destination-folding",
        "reuse-buffers",
        "scf-loop-bufferization-preprocessing",
        "symbol-dce",
        "tensor-results-to-out-params",
    ),
}
"""The passes and instrumentations, by plugin."""

COMMANDS: Final[Mapping[str, str]] = {
    "certify": "optimum",
    "check": "interpreter",
    "completion": "tools",
    "explain": "explain",
    "fix": "explain",
    "lsp": "lsp",
    "new-dialect": "tools",
    "optimum": "optimum",
    "plan": "planner",
    "plugins": "tools",
    "reduce": "interpreter",
    "run": "interpreter",
}
"""The plugins of the sub-commands of `bufferize`."""

READERS: Final[Mapping[str, str]] = {"xdsl": "xdsl"}
"""The plugins of the readers of programs."""

_PLUGIN_OF_PASS = {name: plugin for plugin, names in PASSES.items() for name in names}


def distribution_of(plugin: str) -> str:
    """Return the name of the distribution of a first-party plugin."""
    return f"bufferize-{plugin.replace('_', '-')}"


def is_first_party_pass(name: str) -> bool:
    """Return whether a first-party plugin has the pass `name`."""
    return name in _PLUGIN_OF_PASS


def way_to_get_plugin(plugin: str, blocked: Collection[str]) -> str:
    """Return what to do to have a first-party plugin, which may be blocked."""
    if plugin in blocked:
        return f"do not block the plugin '{plugin}'"
    return f"install {distribution_of(plugin)}"


def provide_dialect(name: str, blocked: Collection[str]) -> str | None:
    """Return how to install a first-party dialect, or None."""
    plugin = "pdl" if name == "pdl_interp" else name
    return way_to_get_plugin(plugin, blocked) if plugin in DIALECTS else None


def provide_pass(name: str, blocked: Collection[str]) -> str | None:
    """Return how to install a first-party pass, or to run one of mlir-opt; else None."""
    plugin = _PLUGIN_OF_PASS.get(name)
    if plugin is not None:
        return way_to_get_plugin(plugin, blocked)
    if not is_reference_pass(name):
        return None
    return f"mlir-opt 22 has it: pipe the program through `{TOOL} --{name}`"


def provide_constant(name: str, blocked: Collection[str]) -> str | None:
    """Return how to install the maker of `index` constants."""
    return way_to_get_plugin("arith", blocked) if name == "index" else None


TOOL: Final = "mlir-opt-22"
"""The command of the reference."""
FILE: Final = Path(__file__).with_name("mlir_opt_22.json")
"""The names that mlir-opt 22 knows: `passes` (and pipelines) and `options`, each a sorted list.

`python -m tests.reference_names` writes the file.
"""


@cache
def reference_names() -> dict[str, frozenset[str]]:
    """Return mlir-opt's names of passes and of options."""
    read: dict[str, list[str]] = json.loads(FILE.read_text())
    return {kind: frozenset(names) for kind, names in read.items()}


def is_reference_pass(name: str) -> bool:
    """Return whether mlir-opt has a pass or pipeline of that name."""
    return name in reference_names()["passes"]


def is_reference_option(name: str) -> bool:
    """Return whether mlir-opt has an option of that name."""
    return name in reference_names()["options"]
