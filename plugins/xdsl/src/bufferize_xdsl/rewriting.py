"""Rewriting of one op by its author's method, with xDSL's `PatternRewriter`.

The op is alone in a block and has buffers as operands; an op at the end of the block uses its
results. The contents of the block afterwards replace the op.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from xdsl import ir as xdsl
from xdsl.dialects import bufferization
from xdsl.dialects import builtin as x
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.traits import HasParent, SymbolUserOpInterface

from bufferize import define as d
from bufferize import ir
from bufferize.driver import BufferizationRewriter
from bufferize.interfaces import (
    EffectKind,
    MemoryEffectsOpInterface,
    is_buffer_like,
    is_tensor_like,
)
from bufferize_xdsl.errors import ConversionError
from bufferize_xdsl.op_views import OpView
from bufferize_xdsl.operations_from_bufferize import OperationsFromBufferize
from bufferize_xdsl.operations_to_bufferize import OperationsToBufferize

_RESULTS: Final = "bufferize.results"

Method = Callable[[Any, PatternRewriter], object]
"""An author's method, which takes an op and a rewriter positioned before it."""


def rewrite(
    op: ir.Operation,
    rewriter: BufferizationRewriter,
    method: Method,
    writing: OperationsFromBufferize,
    reading: OperationsToBufferize,
) -> object:
    """Let the author's method replace an op on buffers; return the method's result.

    Raises ValueError if that cannot replace the op, exceptions of xDSL's verifiers, and
    ConversionError.
    """
    buffers = [rewriter.buffer(value) for value in op.operands]
    view = OpView(op, writing)
    stands_for = list(view.outside)
    for number, buffer in enumerate(buffers):
        if buffer is not op.operand(number):
            type = writing.attributes.convert(buffer.type)
            argument = view.block.insert_arg(type, len(view.block.args))
            view.op.operands[number] = argument
            stands_for.append(buffer)
    arguments, known = view.block.args, set(view.op.walk()) - {view.op}
    users = x.UnregisteredOp.with_name(_RESULTS).create(operands=view.op.results)
    if op.results:
        view.block.add_op(users)
    answer = method(view.op, PatternRewriter(view.op))
    if answer is not None:
        return answer

    if view.block.args != arguments or view.block.parent_op() is not view.root:
        raise ValueError("it has changed what is around the operation")
    if op.results and view.block.last_op is not users:
        raise ValueError(
            "it has erased what uses the results of the operation, or put ops behind it"
        )
    _check_replaced(op, view, users)
    for new in view.block.walk():
        if new is not users and new not in known and not _is_left_to_others(new):
            new.verify(verify_nested_ops=False)
    try:
        made = reading.convert(view.root).regions[0].entry
    except ConversionError as problem:
        raise ValueError(f"it has made what cannot be converted: {problem}") from problem
    for stand_in, value in zip(made.arguments, stands_for, strict=True):
        stand_in.replace_all_uses_with(value)
    results: list[ir.Value] = []
    if op.results and made.last_op is not None:
        results = list(made.last_op.operands)
        made.last_op.erase()
    _check_fit(op, results)
    _check_order(made, is_end=op.has_trait(d.IsTerminator))
    for new_op in list(made.ops):
        new_op.detach()
        kept = _keep_regions(op, new_op)
        rewriter.insert(new_op)
        for region in new_op.regions:
            if region not in kept:
                _tell_of(region, rewriter)
        rewriter.state.new_buffers += _allocated(new_op)
    if any(region.blocks for region in op.regions):
        _follow(rewriter.state.new_buffers, op, view, reading)
    rewriter.replace(op, results)
    return None


def _is_left_to_others(op: xdsl.Operation) -> bool:
    """Return whether xDSL's verifier may reject an op only because of its present place."""
    conversions = bufferization.ToTensorOp | bufferization.ToBufferOp
    return isinstance(op, conversions) or any(
        isinstance(trait, HasParent | SymbolUserOpInterface) for trait in op.traits
    )


def _check_replaced(op: ir.Operation, view: OpView, users: xdsl.Operation) -> None:
    stays = view.op.parent is view.block
    for result, value in zip(op.results, users.operands, strict=True):
        what = f"result #{result.index}, a {result.type}"
        if isinstance(value, xdsl.ErasedSSAValue):
            raise ValueError(f"it has erased the operation, and given nothing for {what}")
        if not _is_within(value.owner, view.block):
            raise ValueError(f"it has given for {what} a value of an op that is not inserted")
        if stays and is_tensor_like(result.type) and value in view.op.results:
            raise ValueError(
                f"it has left the operation as it was: `rewriter.replace` it, for {what}"
            )


def _is_within(node: xdsl.IRNode | None, block: xdsl.Block) -> bool:
    while node is not None and node is not block:
        node = node.parent_node
    return node is block


def fits(buffer: ir.Type, type: ir.Type) -> bool:
    """Return whether a buffer of one type may hold a tensor of the other."""
    if isinstance(type, ir.RankedTensorType) and isinstance(buffer, ir.MemRefType):
        return buffer.shape == type.shape and buffer.element_type == type.element_type
    return is_tensor_like(type) and is_buffer_like(buffer)


def _check_fit(op: ir.Operation, results: list[ir.Value]) -> None:
    for result, value in zip(op.results, results, strict=True):
        if value.type != result.type and not fits(value.type, result.type):
            what = f"result #{result.index}, a {result.type}"
            raise ValueError(f"it has given a {value.type} for {what}")


def _check_order(block: ir.Block, is_end: bool) -> None:
    """Raise ValueError for ops in the wrong order; `is_end` allows a terminator."""
    for op in block.ops:
        if op.has_trait(d.IsTerminator) and not is_end:
            raise ValueError(f"it has made '{op.name}', which ends a block, in the middle of one")
        for inner in op.walk():
            for operand in inner.op_operands:
                source = operand.value.defining_op
                definition = None if source is None else block.find_ancestor_op(source)
                if definition is None or (definition is op and source is not op):
                    continue
                if definition is op or not definition.is_before_in_block(op):
                    raise ValueError(
                        f"it has made '{inner.name}', whose operand #{operand.index} is not defined "
                        "before it"
                    )


def _keep_regions(old: ir.Operation, new: ir.Operation) -> list[ir.Region]:
    """Move regions of the old op into the new one in place of their copies.

    Return the moved regions.
    """
    kept = []
    for region in new.regions:
        for given in old.regions:
            if given.blocks and ir.is_equivalent(given, region):
                for block in region.blocks:
                    block.drop_all_references()
                region.blocks = []
                region.take_body(given)
                kept.append(region)
                break
    return kept


def _tell_of(region: ir.Region, rewriter: BufferizationRewriter) -> None:
    for inner in region.walk():
        for listener in rewriter.listeners:
            listener.operation_inserted(inner)


def _allocated(op: ir.Operation) -> list[ir.Value]:
    """Return the results of an op that are new buffers."""
    if not isinstance(op, MemoryEffectsOpInterface):
        return []
    effects = [effect for effect in op.effects() if effect.kind is EffectKind.ALLOCATE]
    return [effect.value for effect in effects if effect.value in op.results]


def _follow(
    values: list[ir.Value], op: ir.Operation, view: OpView, reading: OperationsToBufferize
) -> None:
    """Replace values in discarded regions of an op by their copies."""
    for number, value in enumerate(values):
        if op.is_proper_ancestor_of(value.defining_op or op):
            values[number] = reading.values.get(id(view.theirs(value)), value)
