"""The variants under which programs are run: options that change decisions, and other passes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

_BOUNDARIES = "bufferize-function-boundaries allow-return-allocs-from-loops"
_IDENTITY = "function-boundary-type-conversion=identity-layout-map"


@dataclass(frozen=True)
class Variant:
    """A pipeline, and whether parallel iterations are run in turns afterwards."""

    name: str
    pipeline: str
    in_turns: bool = False


def one_shot(options: str = "") -> str:
    return f"one-shot-bufferize{{{_BOUNDARIES} {options}}}"


_OPTIONS = {
    "default": "",
    "top-down": "analysis-heuristic=top-down",
    "terminators": "analysis-heuristic=bottom-up-from-terminators",
    "fuzzer-7": "analysis-heuristic=fuzzer analysis-fuzzer-seed=7",
    "fuzzer-23": "analysis-heuristic=fuzzer analysis-fuzzer-seed=23",
    "fuzzer-99": "analysis-heuristic=fuzzer analysis-fuzzer-seed=99",
    "dearest-first": "analysis-heuristic=dearest-first",
    "fewest-bytes": "analysis-heuristic=fewest-bytes",
    "disjoint": "disjoint-subsets",
    "disjoint-top-down": "disjoint-subsets analysis-heuristic=top-down",
    "disjoint-fuzzer": "disjoint-subsets analysis-heuristic=fuzzer analysis-fuzzer-seed=5",
    "identity": _IDENTITY,
    "fully-dynamic": "function-boundary-type-conversion=fully-dynamic-layout-map",
    "unknown-identity": "unknown-type-conversion=identity-layout-map",
    "budget-1": "analysis-budget=1",
    "budget-9": "analysis-budget=9",
    "recursive": "analyze-recursive-functions",
    "recursive-disjoint": "analyze-recursive-functions disjoint-subsets",
    "copy-before-write": "copy-before-write",
    "always-copy": "analysis=always-copy",
    "deallocs": "create-deallocs allow-return-allocs",
    "unanalysed": "no-analysis-func-filter=f0",
    "without-scf": "dialect-filter=tensor,func,bufferization,arith,linalg,vector",
    "without-linalg": "dialect-filter=tensor,func,bufferization,arith,vector,scf,cf",
    "few-dialects": "dialect-filter=tensor,func,bufferization,arith",
    "without-shape": "dialect-filter=tensor,func,bufferization,arith,linalg,vector,scf,affine",
}
_PASSES = {
    "canonical": f"canonicalize,cse,{one_shot()},canonicalize,cse",
    "cse": f"cse,{one_shot()}",
    "eliminate": f"eliminate-empty-tensors,{one_shot()}",
    "eliminate-disjoint": f"eliminate-empty-tensors,{one_shot('disjoint-subsets')}",
    "cse-eliminate": f"cse,eliminate-empty-tensors,{one_shot()}",
    "eliminate-cse": f"eliminate-empty-tensors,cse,{one_shot()}",
    "destination-style": f"rewrite-in-destination-passing-style,{one_shot()}",
    "destination-style-eliminate": (
        f"rewrite-in-destination-passing-style,eliminate-empty-tensors,{one_shot()}"
    ),
    "tensor-out-params": f"tensor-results-to-out-params,{one_shot()}",
    "tensor-out-params-eliminate": (
        f"tensor-results-to-out-params,eliminate-empty-tensors,{one_shot()},"
        "drop-equivalent-buffer-results,cse,canonicalize"
    ),
    "alloc-tensor": f"empty-tensor-to-alloc-tensor,{one_shot()}",
    "eliminate-alloc-tensor": f"eliminate-empty-tensors,empty-tensor-to-alloc-tensor,{one_shot()}",
    "fold": f"loop-iter-arg-destination-folding,{one_shot()}",
    "fold-eliminate": f"loop-iter-arg-destination-folding,eliminate-empty-tensors,{one_shot()}",
    "cse-fold": f"cse,loop-iter-arg-destination-folding,{one_shot('disjoint-subsets')}",
    "reuse": f"reuse-buffers{{{_BOUNDARIES}}},{one_shot()}",
    "reuse-top-down": (
        f"reuse-buffers{{{_BOUNDARIES} analysis-heuristic=top-down}},"
        f"{one_shot('analysis-heuristic=top-down')}"
    ),
    "cse-eliminate-reuse": (
        f"cse,eliminate-empty-tensors,reuse-buffers{{{_BOUNDARIES} disjoint-subsets}},"
        f"{one_shot('disjoint-subsets')}"
    ),
    "insert-copies": f"insert-tensor-copies{{{_BOUNDARIES}}},{one_shot()}",
    "no-boundaries": "one-shot-bufferize{allow-return-allocs-from-loops}",
    "drop-equivalent": f"{one_shot(_IDENTITY)},drop-equivalent-buffer-results",
    "out-params": (
        f"{one_shot(_IDENTITY)},drop-equivalent-buffer-results,"
        "buffer-results-to-out-params{hoist-static-allocs}"
    ),
    "out-params-plain": (
        f"{one_shot(_IDENTITY)},drop-equivalent-buffer-results,buffer-results-to-out-params"
    ),
    "out-params-only": f"{one_shot()},buffer-results-to-out-params",
    "out-params-dynamic": (
        f"{one_shot(_IDENTITY)},buffer-results-to-out-params"
        "{hoist-static-allocs hoist-dynamic-allocs}"
    ),
}
_PARTIAL = ("arith", "tensor", "linalg", "vector", "scf", "shape", "func")
_OTHERS = (
    "one-shot-bufferize{copy-before-write allow-unknown-ops "
    "dialect-filter=ml_program,affine,cf,tensor,bufferization}"
)
"""A pass for dialects without a partial pass, without an analysis."""


def partial(*dialects: str) -> str:
    """Return a partial pass for each dialect, in this order, and one for the others."""
    return ",".join([*(f"{dialect}-bufferize" for dialect in dialects), _OTHERS])


def mixed(dialects: str, *rest: str) -> str:
    """Return One-Shot Bufferize for some dialects, then partial passes for the rest."""
    options = f"{{allow-unknown-ops allow-return-allocs-from-loops dialect-filter={dialects}}}"
    return f"one-shot-bufferize{options},{partial(*rest)}"


def tidied(pipeline: str) -> str:
    """Return a pipeline with clean-ups between its passes."""
    return pipeline.replace("-bufferize,", "-bufferize,canonicalize,cse,")


_PARTIALLY = {
    "partial": partial(*_PARTIAL),
    "partial-backwards": partial(*_PARTIAL[::-1]),
    "partial-func-first": partial("func", "scf", "tensor", "linalg", "vector", "arith", "shape"),
    "partial-twice": partial("linalg", "arith", *_PARTIAL, *_PARTIAL[::-1]),
    "partial-tidied": tidied(partial(*_PARTIAL)),
    "partial-tidied-backwards": tidied(partial(*_PARTIAL[::-1])),
    "mixed-tensor": mixed("tensor,bufferization", "scf", "linalg", "arith", "vector", "func"),
    "mixed-linalg": mixed("linalg,bufferization", "func", "vector", "tensor", "arith", "scf"),
    "mixed-scf": mixed("scf,tensor,bufferization", "linalg", "arith", "vector", "func"),
    "mixed-most": mixed("tensor,linalg,vector,scf,bufferization", "func", "arith"),
    "mixed-tidied": tidied(mixed("tensor,arith,bufferization", "linalg", "scf", "func", "vector")),
}
VARIANTS = {
    variant.name: variant
    for variant in [
        *(Variant(name, one_shot(options)) for name, options in _OPTIONS.items()),
        *(Variant(name, pipeline) for name, pipeline in {**_PASSES, **_PARTIALLY}.items()),
        Variant("in-turns", one_shot(), in_turns=True),
        Variant("in-turns-disjoint", one_shot("disjoint-subsets"), in_turns=True),
    ]
}
_FREEING = "buffer-deallocation-pipeline"
_LOWERING = "convert-bufferization-to-memref"
_PLANNING = "static-memory-planner-analysis"
_DYNAMIC = "private-function-dynamic-ownership=true"
_EARLIEST = "earliest-deallocation=true"
_HOISTED = "buffer-hoisting,buffer-loop-hoisting"
ORDERS = {
    "pipeline": _FREEING,
    "dynamic": f"{_FREEING}{{{_DYNAMIC}}}",
    "earliest": f"{_FREEING}{{{_EARLIEST}}}",
    "dynamic-earliest": f"{_FREEING}{{{_DYNAMIC} {_EARLIEST}}}",
    "liveness": f"{_FREEING},optimize-allocation-liveness",
    "hoisted": f"{_HOISTED},{_FREEING}",
    "hoisted-earliest": f"{_HOISTED},{_FREEING}{{{_EARLIEST}}}",
    "promoted": f"{_HOISTED},promote-buffers-to-stack,{_FREEING},optimize-allocation-liveness",
    "promoted-earliest": f"promote-buffers-to-stack,{_FREEING}{{{_EARLIEST}}}",
    "steps": "ownership-based-buffer-deallocation,canonicalize,buffer-deallocation-simplification,"
    "bufferization-lower-deallocations,cse,canonicalize",
    "planned": f"{_FREEING},{_PLANNING}{{algorithm=exact nest-arenas=true}}",
    "unsimplified": f"ownership-based-buffer-deallocation,{_LOWERING}",
    "counted": f"reference-counting-deallocation,{_LOWERING}",
    "counted-dynamic": f"{_HOISTED},reference-counting-deallocation{{{_DYNAMIC}}},canonicalize,"
    f"buffer-deallocation-simplification,{_LOWERING},cse,canonicalize",
}
"""Orders of passes that free the buffers of a bufferized program."""

_FREED_OPTIONS = ("", "disjoint-subsets", "copy-before-write", _IDENTITY)

INTERPRETED = (
    "default",
    "top-down",
    "fuzzer-7",
    "fuzzer-23",
    "fuzzer-99",
    "copy-before-write",
    "eliminate",
    "reuse",
    "out-params",
)
"""The variants under which the interpreter runs every program."""

PARALLEL = ("scf.forall", "scf.parallel", "affine.parallel")

REFUSALS = (
    "cannot avoid RaW conflict",
    "would write to read-only buffer",
    "candidate test",  # of a budget that does not suffice for what must be in place
    "cannot create out param for",
    "could not infer buffer type of block argument",  # of blocks in a circle, as mlir-opt
)
"""Acceptable refusals of a program: some operations cannot use a copy, some results stay."""

NOT_FREED = (
    "ops with unknown memory side effects are not supported",
    "memory free side-effect on MemRef value not supported",
)
"""Acceptable refusals by passes that free buffers."""


def variants_for(text: str, seed: int, count: int, names: Sequence[str] = ()) -> list[Variant]:
    """Return the variants for a program: drawn by its seed, from all or from those named."""
    parallel = any(name in text for name in PARALLEL)
    chosen = [VARIANTS[name] for name in names] or list(VARIANTS.values())
    others = [variant for variant in chosen if parallel >= variant.in_turns]
    return random.Random(seed).sample(others, min(count, len(others)))


def freed_variants_for(
    text: str, seed: int, count: int, names: Sequence[str] = ()
) -> list[Variant]:
    """Return the same for programs whose buffers are freed: `names` are keys of `ORDERS`.

    Clones are lowered, too, as mlir-opt does not lower those with strides of 0.
    """
    options = _FREED_OPTIONS[seed % len(_FREED_OPTIONS)]
    chosen = list(names or ORDERS)
    orders = random.Random(seed).sample(chosen, min(count, len(chosen)))
    return [Variant(name, f"{one_shot(options)},{ORDERS[name]},{_LOWERING}") for name in orders]
