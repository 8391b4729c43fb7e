"""Loops and branches of affine are bufferized as those of scf: programs in both, side by side."""

from __future__ import annotations

import io
import re
from itertools import count

import pytest

import bufferize
from bufferize import OneShotOptions, ir
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import FunctionOpInterface, constant_int, is_tensor_like
from bufferize.ir.copying import clone
from bufferize_affine.ops_loop import ForOp, IfOp, YieldOp
from bufferize_affine.validity import Validity, affine_scope
from bufferize_interpreter import Machine
from bufferize_scf import ops_branch, ops_loop
from bufferize_testing.generation import random_program

CONTEXT = bufferize.Context()
IS_ONE = ir.IntegerSet(1, 0, (ir.AffineDimExpr(0) - 1,), (True,))
IDENTITY = ir.AffineMapAttr(ir.AffineMap.identity(1))
FEATURES = ["loops", "branches", "tiles", "slices", "calls", "empties", "blocks"]


def program(seed: int) -> ir.Operation:
    """A program with loops of constant steps, and conditions also as numbers of type index."""
    features = ("loops", FEATURES[seed % len(FEATURES)])
    text = re.sub(r"step %n(\d)", r"step %step\1", random_program(seed, features).text)
    steps = "".join(f"%step{n} = arith.constant {n} : index\n" for n in (1, 2, 4))
    text = re.sub(r"(func\.func [^\n]*\{\n)", rf"\1{steps}", text)
    numbers = count()
    text = re.sub(
        r"([^\n]*)scf\.if (%\w+)",
        lambda m: f"%cond{next(numbers)} = arith.index_castui {m[2]} : i1 to index\n{m[0]}",
        text,
    )
    return bufferize.parse(text, CONTEXT)


def in_affine(module: ir.Operation) -> tuple[ir.Operation, int]:
    """The same program with affine.for and affine.if where they are allowed, and their number."""
    module, changed = clone(module), 0
    for op in list(module.walk()):
        new: ir.Operation | None = None
        if isinstance(op, ops_loop.ForOp) and is_allowed(op, op.lower_bound, op.upper_bound):
            step = constant_int(op.step)
            if step is not None and step > 0:
                new = ForOp.create(
                    (op.lower_bound, op.upper_bound, *op.init_args),
                    op.result_types,
                    {
                        "lowerBoundMap": IDENTITY,
                        "upperBoundMap": IDENTITY,
                        "step": ir.index_attr(step),
                        "operandSegmentSizes": ir.dense_i32([1, 1, len(op.init_args)]),
                    },
                    regions=regions_of(op),
                    location=op.location,
                )
        elif isinstance(op, ops_branch.IfOp):
            number = op.prev_op
            assert number is not None
            assert number.name == "arith.index_castui"
            if is_allowed(op, number.results[0]):
                new = IfOp.create(
                    number.results,
                    op.result_types,
                    {"condition": ir.IntegerSetAttr(IS_ONE)},
                    regions=regions_of(op),
                    location=op.location,
                )
        if new is not None:
            changed += 1
            rewriter = ir.Rewriter(ir.InsertionPoint.before(op))
            rewriter.insert(new)
            rewriter.replace_op(op, new.results)
    assert not ir.verify(module)
    return module, changed


def is_allowed(op: ir.Operation, *values: ir.Value) -> bool:
    validity, scope = Validity(), affine_scope(op)
    return all(value.type is ir.INDEX and validity.is_dim(value, scope) for value in values)


def regions_of(op: ir.Operation) -> list[ir.Region]:
    """The regions of `op`, taken from it, with terminators of affine."""
    taken = []
    for region in op.regions:
        taken.append(ir.Region())
        taken[-1].take_body(region)
        for block in taken[-1].blocks:
            end = block.terminator
            block.append(YieldOp.create(end.operands, location=end.location))
            ir.Rewriter().erase_op(end)
    return taken


def decisions(module: ir.Operation, options: OneShotOptions) -> list[bool] | str:
    """Whether the operands are in place; the error if the program is refused."""
    try:
        state = bufferize.analyze(module, options, CONTEXT)
    except DiagnosticError as problem:
        return str(problem).replace("affine.", "scf.")
    return [
        state.is_in_place(operand)
        for op in module.walk()
        for operand in op.op_operands
        if is_tensor_like(operand.value.type)
    ]


def output(module: ir.Operation) -> str:
    """Run the program; return its output, which is empty if it calls external functions."""
    if any(isinstance(op, FunctionOpInterface) and op.is_external for op in module.walk()):
        return ""
    printed = io.StringIO()
    Machine(module, CONTEXT, output=printed, poisons_overlaps=True).run("main")
    return printed.getvalue()


def buffer_ops(module: ir.Operation) -> list[str]:
    return [op.name.replace("affine.", "scf.") for op in module.walk()]


@pytest.mark.parametrize(
    "seed", [*range(28), *(pytest.param(n, marks=pytest.mark.slow) for n in range(28, 120))]
)
def test_decisions_copies_and_output_are_the_same(seed: int) -> None:
    options = OneShotOptions(
        bufferize_function_boundaries=True, allow_return_allocs_from_loops=True
    )
    scf = program(seed)
    affine, changed = in_affine(scf)
    assert changed or "scf.for" not in str(scf)
    decided = decisions(scf, options)
    assert decided == decisions(affine, options)
    if isinstance(decided, str):
        return
    outputs = []
    for module in (affine, scf, affine):
        outputs.append(output(module))
        if len(outputs) < 3:
            bufferize.one_shot_bufferize(module, options, CONTEXT)
    assert buffer_ops(scf) == buffer_ops(affine)
    assert len(set(outputs)) == 1
