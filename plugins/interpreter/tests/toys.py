"""A toy dialect whose op has models that say something false."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from bufferize import define as d
from bufferize.analysis import AnalysisState
from bufferize.interfaces import DestinationStyleOpInterface
from bufferize.ir import Operation, OpOperand
from bufferize.models import DestinationStyle
from bufferize.registration import adding
from bufferize_interpreter import Compiler, MemRef

TOY = d.Dialect("toy")


@TOY.op("add")
class AddOp(d.Operation, DestinationStyleOpInterface):
    """Adds `source` to what `init` holds."""

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
    """What it computes, on tensors and on buffers."""

    def run(source: Any, init: Any) -> Any:
        if not isinstance(init, MemRef):
            return source + init
        init.write(source.read() + init.read())
        return None

    return run


class Right(DestinationStyle[AddOp]):
    """Reads both operands and writes one."""


class DoesNotReadSource(DestinationStyle[AddOp]):
    """Says that the source is not read."""

    def bufferizes_to_memory_read(
        self, op: AddOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 1


class DoesNotWrite(DestinationStyle[AddOp]):
    """Says that the buffer stays as it is."""

    def bufferizes_to_memory_write(
        self, op: AddOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False


def plugin(model: DestinationStyle[AddOp]) -> Any:
    """A plugin with the dialect and one of the models."""
    return SimpleNamespace(
        BUFFERIZE_API=1,
        register_dialects=adding({"toy": TOY}),
        register_op_models=adding({"toy": {"toy.add": model}}),
        register_semantics=adding({"toy": {"toy.add": add}}),
    )
