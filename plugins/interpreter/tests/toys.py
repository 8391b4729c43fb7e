"""A toy dialect whose ops have right models and wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from bufferize import define as d
from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizableOpInterface
from bufferize.interfaces import AliasingValue, BufferRelation, DestinationStyleOpInterface
from bufferize.ir import Operation, OpOperand
from bufferize.models import DestinationStyle
from bufferize.plugins import adding
from bufferize_interpreter import Compiler, MemRef, moved

TOY = d.Dialect("toy")


@TOY.op("add")
class AddOp(d.Operation, DestinationStyleOpInterface):
    """An op that adds `source` to the contents of `init`."""

    source: d.Operand = d.operand(d.ANY_SHAPED)
    init: d.Operand = d.operand(d.ANY_SHAPED)
    sum: d.OptionalResult = d.optional_result(d.ANY_TENSOR)
    assembly_format = """
        $source `,` $init attr-dict `:` type($source) `,` type($init) (`->` type($sum)^)?
    """

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]


def add(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """Semantics of `toy.add` on tensors and on buffers."""

    def run(source: Any, init: Any) -> Any:
        if not isinstance(init, MemRef):
            return source + init
        init.write(source.read() + init.read())
        return None

    return run


@TOY.op("turn")
class TurnOp(d.Operation, DestinationStyleOpInterface):
    """An op that writes the elements of `source` to `init` in reverse order."""

    source: d.Operand = d.operand(d.ANY_SHAPED)
    init: d.Operand = d.operand(d.ANY_SHAPED)
    turned: d.OptionalResult = d.optional_result(d.ANY_TENSOR)
    assembly_format = """
        $source `,` $init attr-dict `:` type($source) `,` type($init) (`->` type($turned)^)?
    """

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]


def turn(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """Semantics of `toy.turn`: on buffers, element by element."""

    def run(source: Any, init: Any) -> Any:
        if not isinstance(init, MemRef):
            return moved(lambda array: array[::-1], source)
        (size,) = init.sizes
        for number in range(size):
            value, known = source.window(), source.defined_window()
            init.window(write=True)[number] = value[size - 1 - number]
            init.defined_window()[number] = known[size - 1 - number]
        return None

    return run


class Turn(DestinationStyle[TurnOp]):
    """A model of an op that reads an element after writing it, if both operands are one buffer."""

    reads_inits = False


class ElementwiseTurn(Turn):
    """A model that denies this."""

    is_elementwise = True


@TOY.op("both")
class BothOp(d.Operation, DestinationStyleOpInterface):
    """An op that adds one to all elements of both of its operands."""

    one: d.Operand = d.operand(d.ANY_SHAPED)
    other: d.Operand = d.operand(d.ANY_SHAPED)
    sums: d.VariadicResult = d.variadic_result(d.ANY_TENSOR)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return list(self.op_operands)


def both(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """Semantics of `toy.both`."""

    def run(one: Any, other: Any) -> Any:
        if not isinstance(one, MemRef):
            return one + 1, other + 1
        for buffer in (one, other):
            contents: Any = buffer.read()
            buffer.write(contents + 1)
        return None

    return run


class MixedUp(DestinationStyle[BothOp]):
    """A model that takes each operand for the destination of the other's result."""

    get_aliasing_op_operands = BufferizableOpInterface.get_aliasing_op_operands

    def get_aliasing_values(
        self, op: BothOp, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.results[1 - operand.index], BufferRelation.EQUIVALENT)]


class Right(DestinationStyle[AddOp]):
    """A model that reads both operands and writes one."""

    is_elementwise = True


class NotElementwise(DestinationStyle[AddOp]):
    """A model without a statement about the order of accesses."""


class DoesNotReadSource(DestinationStyle[AddOp]):
    """A model that denies reading the source."""

    def bufferizes_to_memory_read(
        self, op: AddOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 1


class DoesNotWrite(DestinationStyle[AddOp]):
    """A model that denies writing to the buffer."""

    def bufferizes_to_memory_write(
        self, op: AddOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False


def plugin(model: DestinationStyle[AddOp], turning: Turn | None = None) -> Any:
    """Return a plugin with the dialect and models of its ops."""
    return SimpleNamespace(
        BUFFERIZE_API=2,
        register_dialects=adding({"toy": TOY}),
        register_op_models=adding({"toy": {"toy.add": model, "toy.turn": turning or Turn()}}),
        register_semantics=adding({"toy": {"toy.add": add, "toy.turn": turn}}),
    )
