"""Random programs with reused buffers print the same, and never copy or allocate more.

BUFFERIZE_REUSED_PROGRAMS=10000 tries more of them than the sample.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from bufferize import Context, parse
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation, clone
from bufferize.passes import PassManager, pipeline_from_text
from bufferize_testing.generation import TENSORS, Maker, Values, Vocabulary
from bufferize_testing.generation.programs import random_program
from tests.random_programs.interpreted import Interpretation, Meaningless
from tests.random_programs.variants import VARIANTS

COUNT = int(os.environ.get("BUFFERIZE_REUSED_PROGRAMS", "40"))
FEATURES = ("named", "slices", "loops", "branches", "destinations", "generics", "tiles", "calls")
"""The features of programs in turn, beside chains."""
NAMES = ("reuse", "reuse-top-down", "cse-eliminate-reuse")
CONTEXT = Context()
CHAINS: Vocabulary[Maker, Values] = Vocabulary()


@CHAINS.step("chains")
def chain(maker: Maker, scope: Values, depth: int) -> None:
    """Add element-wise operations, each with the result of the last one, into empty tensors."""
    value = maker.tensor(scope, defined=True)
    for _ in range(maker.rng.randint(1, 4)):
        other = maker.tensor(scope, type=value.type, shape=value.shape, defined=True)
        ins = [value] if value.is_dynamic else maker.rng.choice([[value], [other, value]])
        names, types = ", ".join(v.name for v in ins), ", ".join(v.type for v in ins)
        empty = maker.empty(scope, value.type, value.shape)
        arguments = [maker.name("b") for _ in ins]
        operation = maker.rng.choice(["addi", "muli", "subi"])
        made = maker.name("t")
        maker.emit(f"{made} = linalg.map ins({names} : {types}) outs({empty.name} : {value.type})")
        maker.emit(f"({', '.join(f'{a}: i32' for a in arguments)}, %old: i32) {{")
        maker.emit(f"%r = arith.{operation} {arguments[0]}, {arguments[-1]} : i32")
        maker.emit("linalg.yield %r : i32")
        maker.emit("}")
        value = scope.add(value._replace(name=made))


def pipelines(name: str) -> tuple[PassManager, PassManager]:
    """Return the pipeline of a variant, and the same one without reuse."""
    variant = VARIANTS[name].pipeline
    before, _, rest = variant.partition("reuse-buffers{")
    plain = before + rest.partition("},")[2]
    first, second = (pipeline_from_text(f"builtin.module({p})", CONTEXT) for p in (variant, plain))
    return first, second


def cost(module: Operation, manager: PassManager) -> Counter[str] | None:
    """Return the numbers of copies and allocations after bufferization; None if it is refused."""
    copy = clone(module)
    try:
        manager.run(copy, CONTEXT)
    except DiagnosticError:
        return None
    return Counter(op.name for op in copy.walk() if op.name in ("memref.alloc", "memref.copy"))


def checked(seeds: Iterable[int]) -> Counter[str]:
    """Run the programs of some seeds, each under one variant; return what was done."""
    managers = {name: pipelines(name) for name in NAMES}
    interpretation = Interpretation(CONTEXT)
    total: Counter[str] = Counter()
    for seed in seeds:
        features = ("chains", FEATURES[seed % len(FEATURES)])
        text = random_program(seed, features, vocabulary=TENSORS | CHAINS).text
        module = parse(text, CONTEXT)
        name = NAMES[seed % len(NAMES)]
        try:
            ((_, verdict, _),) = interpretation.verdicts(module, [VARIANTS[name]], seed)
        except Meaningless:
            total["dropped"] += 1
            continue
        assert not verdict.problem, f"seed {seed}, {name}: {verdict.problem}\n{text}"
        total["runs"] += verdict.became == "run"
        after, before = (cost(module, manager) for manager in managers[name])
        assert (after is None) == (before is None), f"seed {seed}, {name}\n{text}"
        if after is not None and before is not None:
            assert after <= before, f"seed {seed}, {name}: {before} {after}\n{text}"
            total["without"] += before["memref.alloc"]
            total["with"] += after["memref.alloc"]
    return total


def test_reuse_changes_no_result_and_costs_nothing() -> None:
    total = checked(range(COUNT))
    assert total["runs"] >= COUNT * 0.9
    assert total["with"] <= total["without"] * 0.95
