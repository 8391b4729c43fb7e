"""Random programs in MLIR's own dialects on which the reference decides as the analysis does.

Left out is what the analysis deliberately decides in another way: operations of which the reference
does not know that they run their regions again, or how often; loops and outputs that pass on other
elements than they are given; slices that repeat an element; branches of `scf.index_switch`
(tests/differences/switch_*); stores to globals; blocks that pass values on beyond the next one;
recursion; and functions of several blocks, or that give back several tensors, which may be one buffer;
loops that start where they end, in which the reference knows of no part that it is that of another
operation; and calls that write to what several iterations of a parallel loop share, if they give no
result.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace

from bufferize_testing.generation import (
    TENSORS,
    Maker,
    Values,
    Vocabulary,
    random_program,
    random_style,
)

OTHERS: Vocabulary[Maker, Values] = Vocabulary()
"""What can be decided, but not run."""


@OTHERS.step("unknown")
def unknown(maker: Maker, scope: Values, depth: int) -> None:
    """An operation of which nothing is known."""
    tensor = maker.tensor(scope)
    line = f'"test.op"({tensor.name}) : ({tensor.type}) -> {tensor.type}'
    maker.new(line, scope, tensor.type, tensor.shape)


@OTHERS.step("memory", needs=lambda maker: not maker.functions)
def memory(maker: Maker, scope: Values, depth: int) -> None:
    """A tensor that stands for a buffer, which may be read-only."""
    buffer, shape = maker.name("m"), maker.shape()
    type = maker.type(shape)
    sizes = ", ".join(
        maker.size(n) for n, e in zip(shape, type.split("x"), strict=False) if "?" in e
    )
    how = maker.rng.choice(("restrict", "restrict writable"))
    memref = type.replace("tensor", "memref")
    maker.emit(f"{buffer} = memref.alloc({sizes}) : {memref}")
    line = f"bufferization.to_tensor {buffer} {how} : {memref} to {type}"
    maker.new(line, scope, type, shape)


@OTHERS.step("accesses", 2)
def declared(maker: Maker, scope: Values, depth: int) -> None:
    """A call of a function that is only declared, maybe with what it does to its argument."""
    tensor = maker.tensor(scope)
    access = maker.rng.choice(("", "read", "write", "read-write", "none"))
    says = f' {{bufferization.access = "{access}"}}' if access else ""
    name = f"@outside{access.replace('-', '_')}_{re.sub(r'[<>?]', '_', tensor.type)}"
    maker.helpers.add(f"func.func private {name}({tensor.type}{says}) -> {tensor.type}")
    line = f"func.call {name}({tensor.name}) : ({tensor.type}) -> {tensor.type}"
    maker.new(line, scope, tensor.type, tensor.shape)


VOCABULARY = OTHERS | TENSORS.without(
    "_affine",
    "_affine_parallel",
    "_dynamic_reshape",
    "_map_elements",
    "_parallel",
    "_store",
    "_switch",
    "conditional",
    "generate",
    "numbers",
    "partial",
    "reduction",
)
_LEFT_OUT = ("bodies", "graphs", "recursion", "strides")
_NEVER_RUN = re.compile(r"scf.for (?:unsigned )?%\w+ = (%\w+) to \1 step")
_SHARED_BY_CALLS = re.compile(r"scf.forall(?:.|\n)*func.call @f\d\(.*tensor.*-> \(\)")
_SEVERAL_TENSORS = re.compile(r"@f\d.*-> \(.*tensor.*tensor")
_DECIDED_OTHERWISE = (_SEVERAL_TENSORS, _NEVER_RUN, _SHARED_BY_CALLS)
_NO_RESULT = re.compile(r"(@f\d\(.*tensor<[^>]*>)(.*\) -> \(\) )")


def random_text(seed: int) -> str:
    """The text of a module."""
    rng = random.Random(seed)
    text = ""
    while not text or any(pattern.search(text) for pattern in _DECIDED_OTHERWISE):
        style = random_style(rng, size=rng.randint(3, 8), vocabulary=VOCABULARY)
        weights = {key: weight for key, weight in style.weights.items() if key not in _LEFT_OUT}
        if "blocks" in weights:
            weights.pop("calls", None)
        # A loop whose bounds are known may be known to run once or not at all.
        style = replace(style, weights=weights, depth=rng.randint(1, 3), opaque=1.0)
        text = random_program(rng, style=style, vocabulary=VOCABULARY).text
    if rng.random() < 0.3:
        text = _NO_RESULT.sub(r"\1 {bufferization.writable = false}\2", text)
    return text
