"""Programs with the fewest bytes that decisions copy, and the best decisions by trying all."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.analysis import AnalysisState, OneShotAnalysisState, analyze_module
from bufferize.diagnostics import DiagnosticError
from bufferize.driver.shared_outputs import reads_from_outside, redirected
from bufferize.interfaces import is_tensor_like
from bufferize.ir import Operation, OpOperand
from bufferize.record import Reason
from bufferize_optimum import FunctionDecisions, Total
from bufferize_optimum.calls import CallCounts
from bufferize_testing.generation import random_program

CONTEXT = Context()
OPTIONS = OneShotOptions(bufferize_function_boundaries=True, allow_return_allocs_from_loops=True)
FEWEST = replace(OPTIONS, analysis_heuristic="fewest-bytes")

FILLED = """
func.func @filled(%t: tensor<1024xf32>, %v: f32, %i: index)
    -> (tensor<1024xf32>, tensor<1024xf32>) {
  %0 = tensor.insert %v into %t[%i] : tensor<1024xf32>
  %1 = linalg.fill ins(%v : f32) outs(%t : tensor<1024xf32>) -> tensor<1024xf32>
  return %0, %1 : tensor<1024xf32>, tensor<1024xf32>
}
"""
"""Bottom-up copies 4,096 bytes; nothing is copied if the fill gets a new buffer."""
SLICED = """
func.func @sliced(%t: tensor<1024xf32>, %u: tensor<1024xf32>, %v: f32, %i: index)
    -> (tensor<1024xf32>, tensor<1xf32>, tensor<1024xf32>, tensor<1024xf32>) {
  %s = tensor.extract_slice %t[0] [1] [1] : tensor<1024xf32> to tensor<1xf32>
  %0 = tensor.insert %v into %t[%i] : tensor<1024xf32>
  %1 = tensor.insert %v into %u[%i] : tensor<1024xf32>
  %2 = linalg.fill ins(%v : f32) outs(%u : tensor<1024xf32>) -> tensor<1024xf32>
  return %0, %s, %1, %2
    : tensor<1024xf32>, tensor<1xf32>, tensor<1024xf32>, tensor<1024xf32>
}
"""
"""Each order of operations copies 4,096 bytes; 4 are enough."""
TWO_OUTPUTS = """
#id = affine_map<(d0) -> (d0)>
func.func @outputs(%t: tensor<1024xf32>) -> (tensor<1024xf32>, tensor<1024xf32>) {
  %c = arith.constant 1.0 : f32
  %0:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      outs(%t, %t : tensor<1024xf32>, tensor<1024xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %b : f32
    linalg.yield %c, %s : f32, f32
  } -> (tensor<1024xf32>, tensor<1024xf32>)
  return %0#0, %0#1 : tensor<1024xf32>, tensor<1024xf32>
}
"""
"""Whatever comes first, all operands of an operation in turn copy 4,096 bytes; 0 are enough."""
ENOUGH = [(FILLED, 0), (SLICED, 4), (TWO_OUTPUTS, 0)]


def random_text(seed: int) -> str:
    return random_program(seed).text


_T, _S = "tensor<64xf32>", "tensor<4xf32>"
_FEW_STEPS: tuple[tuple[str, str], ...] = (
    ("%r = tensor.insert %v into %a[%i]", _T),
    ("%r = linalg.fill ins(%v : f32) outs(%a : T) -> T", ""),
    ("%r = linalg.copy ins(%a : T) outs(%b : T) -> T", ""),
    ("%r = arith.select %c, %a, %b", _T),
    ("%r = tensor.insert_slice %s into %a[8] [4] [1] : S into T", ""),
    (
        "%r = scf.for %k = %i to %j step %j iter_args(%x = %a) -> (T) {\n"
        "%e = tensor.extract %b[%k] : T\n%y = tensor.insert %e into %x[%k] : T\n"
        "scf.yield %y : T\n}",
        "",
    ),
    (
        "%r = scf.if %c -> (T) {\n%y = tensor.insert %v into %a[%j] : T\n"
        "scf.yield %y : T\n} else {\nscf.yield %b : T\n}",
        "",
    ),
)


def crowded_text(seed: int) -> str:
    """Return a function in which most operations want the buffers of the same few tensors."""
    rng = random.Random(seed)
    tensors, slices, lines = ["%t", "%u"], ["%p"], list[str]()
    for number in range(rng.randint(3, 7)):
        if rng.random() < 0.2:
            slices.append(f"%s{number}")
            place = f"{rng.choice(tensors)}[{rng.choice([0, 8])}] [4] [1]"
            lines.append(f"%s{number} = tensor.extract_slice {place} : {_T} to {_S}")
            continue
        text, type = rng.choice(_FEW_STEPS)
        names = {local: f"%{local}{number}" for local in "rexyk"}
        names |= {"s": rng.choice(slices), "a": rng.choice(tensors), "b": rng.choice(tensors)}
        for name, value in names.items():
            text = re.sub(rf"%{name}\b", value, text)
        text = re.sub(r"\bT\b", _T, re.sub(r"\bS\b", _S, text))
        lines.append(f"{text} : {type}" if type else text)
        tensors.append(f"%r{number}")
    returned = [*tensors[-3:], slices[-1]]
    types = ", ".join([_T] * len(tensors[-3:]) + [_S])
    body = "\n".join([*lines, f"return {', '.join(returned)} : {types}"])
    given = f"%t: {_T}, %u: {_T}, %p: {_S}, %v: f32, %c: i1, %i: index, %j: index"
    return f"func.func @crowded({given}) -> ({types}) {{\n{body}\n}}\n"


def looping_text(seed: int) -> str:
    """Return a function with a loop that carries two tensors, and yields these, others or new ones."""
    rng = random.Random(seed)
    tensors, lines = ["%t", "%u"], list[str]()

    def step(number: int) -> None:
        a, b = rng.choice(tensors), rng.choice(tensors)
        kind = rng.choice(("insert", "fill", "select", "copy", "slice"))
        name = f"%r{number}"
        if kind == "slice":  # the same part of another tensor
            lines.append(f"%s{number} = tensor.extract_slice {a}[8] [4] [1] : {_T} to {_S}")
            place = f"{b}[8] [4] [1] : {_S} into {_T}"
            lines.append(f"{name} = tensor.insert_slice %s{number} into {place}")
        else:
            lines.append(
                {
                    "insert": f"{name} = tensor.insert %v into {a}[%i] : {_T}",
                    "fill": f"{name} = linalg.fill ins(%v : f32) outs({a} : {_T}) -> {_T}",
                    "select": f"{name} = arith.select %c, {a}, {b} : {_T}",
                    "copy": f"{name} = linalg.copy ins({a} : {_T}) outs({b} : {_T}) -> {_T}",
                }[kind]
            )
        tensors.append(name)

    for number in range(rng.randint(0, 1)):
        step(number)
    outer, both = list(tensors), f"{_T}, {_T}"
    first, second = rng.choice(tensors), rng.choice(tensors)
    if rng.random() < 0.3:
        lines.append(f"%l:2 = scf.while (%x = {first}, %y = {second}) : ({both}) -> ({both}) {{")
        passed = ["%x, %y", "%y, %x", "%x, %x", "%t, %y"]
        if rng.random() < 0.5:
            lines.append(f"%w = tensor.insert %v into %x[%j] : {_T}")
            passed = ["%w, %y", "%y, %w", "%x, %w"]
        lines.append(f"scf.condition(%c) {rng.choice(passed)} : {both}")
        lines += ["} do {", f"^bb0(%p: {_T}, %q: {_T}):"]
        tensors += ["%p", "%q"]
    else:
        carried = f"iter_args(%x = {first}, %y = {second}) -> ({both})"
        lines.append(f"%l:2 = scf.for %k = %c0 to %c3 step %c1 {carried} {{")
        tensors += ["%x", "%y"]
    for number in range(2, 2 + rng.randint(1, 3)):
        step(number)
    yielded = rng.choice(tensors[2:]), rng.choice(tensors)
    lines += [f"scf.yield {', '.join(yielded)} : {both}", "}"]
    tensors = [*outer, "%l#0", "%l#1"]
    for number in range(6, 6 + rng.randint(0, 1)):
        step(number)
    lines.append(f"return {tensors[-1]}, {rng.choice(tensors)} : {both}")
    given = f"%t: {_T}, %u: {_T}, %v: f32, %c: i1, %i: index, %j: index"
    constants = "".join(f"%c{n} = arith.constant {n} : index\n" for n in (0, 1, 3))
    body = "\n".join(lines)
    return f"func.func @looping({given}) -> ({both}) {{\n{constants}{body}\n}}\n"


def calling_text(seed: int) -> str:
    """Return a function that calls another one, which may write to an argument or return it."""
    rng = random.Random(seed)

    def body(tensors: list[str], prefix: str, steps: int) -> tuple[list[str], list[str]]:
        lines, numbers = list[str](), list[str]()
        for number in range(steps):
            name, a = f"%{prefix}{number}", rng.choice(tensors)
            kind = rng.choice(("insert", "part", "fill", "extract", "select"))
            if kind == "insert":
                lines.append(f"{name} = tensor.insert %v into {a}[%i] : {_T}")
            elif kind == "fill":
                lines.append(f"{name} = linalg.fill ins(%v : f32) outs({a} : {_T}) -> {_T}")
            elif kind == "select":
                lines.append(f"{name} = arith.select %c, {a}, {rng.choice(tensors)} : {_T}")
            elif kind == "extract":
                lines.append(f"{name} = tensor.extract {a}[%i] : {_T}")
            else:
                lines.append(f"{name}s = tensor.extract_slice {a}[0] [4] [1] : {_T} to {_S}")
                lines.append(f"{name}w = tensor.insert %v into {name}s[%i] : {_S}")
                lines.append(f"{name} = tensor.extract {name}w[%i] : {_S}")
            (numbers if kind in ("extract", "part") else tensors).append(name)
        return lines, numbers

    def returned(tensors: list[str], numbers: list[str]) -> tuple[str, str]:
        values = [(numbers or ["%v"])[-1]]
        if rng.random() < 0.5:
            values.append(tensors[-1])
        return ", ".join(values), ", ".join(["f32", _T][: len(values)])

    given, tensors = f"%t: {_T}, %v: f32, %c: i1, %i: index", ["%t"]
    lines, numbers = body(tensors, "a", rng.randint(1, 2))
    values, types = returned(tensors, numbers)
    callee = f"{values} : {types}"
    results = types
    text = f"func.func private @part({given}) -> ({types}) {{\n"
    text += "\n".join([*lines, f"return {callee}"]) + "\n}\n"
    name, count = "part", ":2" if "," in results else ""
    signature = f"({_T}, f32, i1, index) -> ({results})"
    if rng.random() < 0.3:
        name, call = "through", f"%r{count} = call @part(%t, %v, %c, %i) : {signature}"
        passed = "%r#0, %r#1" if count else "%r"
        text += f"func.func private @through({given}) -> ({results}) {{\n"
        text += f"{call}\nreturn {passed} : {results}\n}}\n"
    tensors = ["%t", "%u"]
    before, numbers = body(tensors, "b", rng.randint(0, 1))
    for number in range(rng.choice((1, 1, 2))):
        operands = f"{rng.choice(tensors)}, %v, %c, %i"
        call = f"%r{number}{count} = func.call @{name}({operands}) : {signature}"
        if rng.random() < 0.2:
            before.append(f"scf.for %k{number} = %c0 to %c3 step %c1 {{\n{call}\n}}")
            continue
        before.append(call)
        tensors += [f"%r{number}#1"] if count else []
        numbers.append(f"%r{number}#0" if count else f"%r{number}")
    after, more = body(tensors, "d", rng.randint(1, 2))
    last = rng.choice(tensors)
    constants = [f"%c{n} = arith.constant {n} : index" for n in (0, 1, 3)]
    lines = [*constants, *before, *after, f"%last = tensor.extract {last}[%i] : {_T}"]
    values = ", ".join([*numbers, *more, "%last"])
    types = ", ".join(["f32"] * (len(numbers) + len(more) + 1))
    text += f"func.func @caller(%u: {_T}, {given}) -> ({types}) {{\n"
    return text + "\n".join([*lines, f"return {values} : {types}"]) + "\n}\n"


def fewest_by_trying_all(text: str, most_operands: int) -> Total | None:
    """Return the least that any decisions about a program copy when it is really bufferized.

    None if there are more operands to decide, or if it cannot be bufferized.
    """
    module = bufferize.parse(text, CONTEXT)
    try:
        state = bufferize.analyze(module, OPTIONS, CONTEXT)
    except DiagnosticError:
        return None
    assert isinstance(state, OneShotAnalysisState)
    places = [
        (number, operand.index)
        for number, op in enumerate(module.walk())
        for operand in op.op_operands
        if is_tensor_like(operand.value.type)
        and state.model(op) is not None
        and state.why(operand).reason is not Reason.MUST_BE_IN_PLACE
    ]
    if len(places) > most_operands:
        return None
    found = []
    for size in range(len(places) + 1):
        for chosen in combinations(places, size):
            found.append(_copied_with(text, chosen))
    return min(filter(None, found))


def _copied_with(text: str, chosen: Iterable[tuple[int, int]]) -> Total | None:
    """Return what is copied if some operands are, and others only if they must; None if impossible."""
    module = bufferize.parse(text, CONTEXT)
    state = bufferize.analyze(module, OPTIONS, CONTEXT)
    ops, counts = list(module.walk()), CallCounts(module, state)
    try:
        state.decide(*(ops[number].op_operands[index] for number, index in chosen), in_place=False)
        report = bufferize.one_shot_bufferize(module, OPTIONS, CONTEXT, analysis=state)
    except DiagnosticError:
        return None
    return counts.total(report.copies)


def copied(text: str, options: OneShotOptions) -> Total:
    """Return what bufferization copies in all calls."""
    module = bufferize.parse(text, CONTEXT)
    counts = CallCounts(module, bufferize.analyze(module, OPTIONS, CONTEXT))
    return counts.total(bufferize.one_shot_bufferize(module, options, CONTEXT).copies)


def cheapest(found: FunctionDecisions) -> int:
    """Return the least weight of operands of a function that the analysis lets be copied alone.

    What loops copy then is a part of it.
    """
    problem = found.problem
    state = problem.state
    module = found.root.parent_op
    assert module is not None
    for copied in _by_weight(found):
        chosen = [problem.operands[number] for number in copied]
        others = [
            operand
            for number, operand in enumerate(problem.operands)
            if problem.weights[number] and number not in copied
        ]
        if _accepts(module, state, chosen, others):
            return problem.weight(problem.with_yields(copied))
    raise AssertionError


def _by_weight(found: FunctionDecisions) -> Iterator[tuple[int, ...]]:
    problem = found.problem
    dear = [n for n, _ in enumerate(problem.operands) if problem.weights[n]]
    sets = (chosen for size in range(len(dear) + 1) for chosen in combinations(dear, size))
    yield from sorted(sets, key=lambda chosen: problem.weight(problem.with_yields(chosen)))


class _RefusedError(Exception):
    """An operand that is to be in place is copied."""


def _accepts(
    module: Operation, real: OneShotAnalysisState, copied: list[OpOperand], others: list[OpOperand]
) -> bool:
    """Return whether the analysis uses `others` in place once `copied` are copied."""

    def order(root: Operation, state: AnalysisState) -> Iterator[OpOperand]:
        assert isinstance(state, OneShotAnalysisState)
        state.spares_copies = False
        for operand in (*copied, *others):
            if root.is_ancestor_of(operand.owner):
                yield operand
                if state.is_in_place(operand) == (operand in chosen):
                    raise _RefusedError

    chosen = set(copied)
    options = replace(real.options, analysis_order=order)
    with redirected(reads_from_outside(module)):
        try:
            analyze_module(module, options, CONTEXT, dict.fromkeys(copied, False))
        except _RefusedError:
            return False
    return True
