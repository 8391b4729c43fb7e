"""Mutations of right models, each with one false declaration, and programs to test them with.

The models are those of the example dialects `blas` and `fft`, and of a third one of ops whose
semantics read everything before they write, as semantics written with NumPy do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from blas_dialect import models as blas_models
from blas_dialect import plugin as blas_plugin
from bufferize import define as d
from bufferize.dialects.strided import strides_and_offset
from bufferize.driver import BufferizableOpInterface, BufferizationState, Model
from bufferize.interfaces import BufferRelation, DestinationStyleOpInterface
from bufferize.ir import (
    DYNAMIC,
    MemRefType,
    Operation,
    OpOperand,
    RankedTensorType,
    StridedLayoutAttr,
    Type,
    Value,
)
from bufferize.models import DestinationStyle, ReadOnlyOperands, ViewOf
from bufferize.plugins import adding
from bufferize_interpreter import Compiler, MemRef, computed, defined, moved
from bufferize_testing import golden_parts
from fft_dialect import models as fft_models
from fft_dialect import plugin as fft_plugin
from plugins.interpreter.tests.broken_models import BREAKINGS, Breaking

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"

ROW = d.Dialect("row")


class _IntoOp(d.Operation, DestinationStyleOpInterface):
    """An op that computes from `source` and overwrites `init`."""

    source: d.Operand = d.operand(d.ANY_SHAPED)
    init: d.Operand = d.operand(d.ANY_SHAPED)
    out: d.OptionalResult = d.optional_result(d.ANY_TENSOR)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]


@ROW.op("negate")
class NegateOp(_IntoOp):
    """The negative of each element."""


@ROW.op("reverse")
class ReverseOp(_IntoOp):
    """The elements from the last to the first."""


@ROW.op("sums")
class SumsOp(_IntoOp):
    """The sum of each element and all before it."""


@ROW.op("square")
class SquareOp(_IntoOp):
    """The product of a matrix with itself."""


@ROW.op("pairs")
class PairsOp(d.Operation):
    """The elements, two in a row: a view."""

    source: d.Operand = d.operand(d.ANY_SHAPED)
    out: d.Result = d.result(d.ANY_SHAPED)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


class IntoModel(DestinationStyle[_IntoOp]):
    """Reads `source`, overwrites `init`."""

    reads_inits = False


class NegateModel(IntoModel):
    """Each element is read before it is written."""

    is_elementwise = True


class PairsModel(ViewOf[PairsOp]):
    """The same elements."""

    relation = BufferRelation.EQUIVALENT

    def get_buffer_type(self, op: PairsOp, value: Value, state: BufferizationState) -> Type:
        source, type = state.memref_type(op.source), value.type
        assert isinstance(source, MemRefType)
        assert isinstance(type, RankedTensorType)
        return _view_type(source, type)


def _view_type(source: MemRefType, type: RankedTensorType) -> MemRefType:
    if source.layout is None:
        return MemRefType(type.shape, type.element_type, None, source.memory_space)
    layout = strides_and_offset(source)
    assert layout is not None
    (stride,), offset = layout
    strides = (DYNAMIC if stride == DYNAMIC else 2 * stride, stride)
    strided = StridedLayoutAttr(offset, strides)
    return MemRefType(type.shape, type.element_type, strided, source.memory_space)


def _into(compute: Callable[[Any], Any]) -> Any:
    """Return semantics that read all of `source`, compute, and write all of `init`."""

    def semantics(op: Operation, compiler: Compiler) -> Callable[..., Any]:
        def run(source: Any, init: Any) -> Any:
            found = compute(source.read() if isinstance(source, MemRef) else source)
            if not isinstance(init, MemRef):
                return found
            init.write(found)
            return None

        return run

    return semantics


def _pairs(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    def run(source: Any) -> Any:
        if not isinstance(source, MemRef):
            return moved(lambda array: array.reshape(-1, 2), source)
        (stride,) = source.strides
        shape = source.sizes[0] // 2, 2
        return MemRef(source.allocation, source.offset, shape, (2 * stride, stride))

    return run


ROW_MODELS: dict[str, Model] = {
    "row.negate": NegateModel(),
    "row.reverse": IntoModel(),
    "row.sums": IntoModel(),
    "row.square": IntoModel(),
    "row.pairs": PairsModel(),
}
ROW_PLUGIN = SimpleNamespace(
    __name__="row",
    register_dialects=adding({"row": ROW}),
    register_op_models=adding({"row": ROW_MODELS}),
    register_semantics=adding(
        {
            "row": {
                "row.negate": _into(lambda x: computed(np.negative, x)),
                "row.reverse": _into(lambda x: moved(lambda array: array[::-1].copy(), x)),
                "row.sums": _into(lambda x: np.cumsum(defined(x)).astype(np.float32)),
                "row.square": _into(lambda x: defined(x) @ defined(x)),
                "row.pairs": _pairs,
            }
        }
    ),
)


def _program(name: str, type: str) -> str:
    return f"""
    func.func @f(%x: {type}, %y: {type}) -> {type} {{
      %0 = row.{name} %x, %y : ({type}, {type}) -> {type}
      return %0 : {type}
    }}
    """


SAMPLES = {
    "blas": [(EXAMPLES / "blas_dialect" / "tests" / "models.mlir").read_text()],
    "fft": [
        part.text
        for part in golden_parts(EXAMPLES / "fft_dialect" / "tests" / "golden" / "models.mlir")
    ],
    "row": [
        *(_program(name, "tensor<4xf32>") for name in ("negate", "reverse", "sums")),
        _program("square", "tensor<3x3xf32>"),
        """
        func.func @f(%x: tensor<8xf32>) -> tensor<4x2xf32> {
          %0 = row.pairs %x : (tensor<8xf32>) -> tensor<4x2xf32>
          return %0 : tensor<4x2xf32>
        }
        """,
    ],
}
PLUGINS = (blas_plugin, fft_plugin, ROW_PLUGIN)
MODELS: dict[str, Any] = {**blas_models.MODELS, **fft_models.MODELS, **ROW_MODELS}


@dataclass(frozen=True)
class Mutation:
    """One false declaration."""

    op: str
    name: str
    declaration: str
    members: Breaking

    def __str__(self) -> str:
        return f"{self.op}: {self.name}"


def _set(declaration: str, **members: Any) -> tuple[str, Breaking]:
    return declaration, lambda cls: members


def _wrong_for(name: str, number: int) -> tuple[str, Breaking]:
    """Return the opposite answer about one operand."""

    def members(cls: type[Model]) -> dict[str, Any]:
        def answer(self: Any, op: Any, operand: OpOperand, state: Any) -> bool:
            right: bool = getattr(cls, name)(self, op, operand, state)
            return right != (operand.index == number)

        return {name: answer}

    return name, members


def _under(parent: str, name: str) -> tuple[str, Breaking]:
    """Return the opposite answer under another op."""

    def members(cls: type[Model]) -> dict[str, Any]:
        def answer(self: Any, op: Any, operand: OpOperand, state: Any) -> bool:
            right: bool = getattr(cls, name)(self, op, operand, state)
            is_there: bool = op.parent_op.name == parent
            return right != is_there

        return {name: answer}

    return name, members


def _where(holds: Callable[[Any], bool], name: str) -> tuple[str, Breaking]:
    """Return the opposite answer about operands of some types."""

    def members(cls: type[Model]) -> dict[str, Any]:
        def answer(self: Any, op: Any, operand: OpOperand, state: Any) -> bool:
            right: bool = getattr(cls, name)(self, op, operand, state)
            return right != holds(operand.value.type)

        return {name: answer}

    return name, members


def _plain_type(model: Any, op: Any, value: Value, state: BufferizationState) -> Type:
    type = value.type
    assert isinstance(type, RankedTensorType)
    return MemRefType(type.shape, type.element_type)


_READS, _WRITES = "bufferizes_to_memory_read", "bufferizes_to_memory_write"
_ELEMENTWISE = "bufferizes_to_element_wise_access"
_DPS = ("fewer aliases", "relation", "fewer sources", "relation of sources", "no copies")
_BROKEN: dict[str, tuple[str, ...]] = {
    "blas.axpy": (*_DPS, _READS, "is_writable", "bufferizes_to_allocation", "no rewriting"),
    "blas.asum": (_READS, _WRITES, "has_tensor_semantics", "must_bufferize_in_place"),
    "fft.call": ("fewer aliases", "relation", "no copies", "no rewriting"),
    "fft.choose": ("fewer sources", "certainty of sources", "bufferizes_to_allocation"),
    "fft.dft": (*_DPS, "is_not_conflicting", "result_bufferizes_to_memory_write"),
    "fft.energy": (_WRITES, "refusal"),
    "fft.func": ("has_tensor_semantics", "is_writable"),
    "fft.half": ("fewer aliases", "relation", "row-major", "is_writable", "no copies"),
    "fft.repeat": ("is_repetitive_region", "fewer aliases", _READS, "bufferizes_to_allocation"),
    "fft.scale": (_WRITES, "certainty"),
    "fft.spawn": ("is_parallel_region", "is_repetitive_region"),
    "fft.twiddle": ("bufferizes_to_allocation", "other extents", "is_writable"),
    "fft.yield": (_READS,),
}
_OTHERS: dict[str, dict[str, tuple[str, Breaking]]] = {
    "blas.axpy": {
        "does not read y": _set(_READS, reads_inits=False),
        "not element by element": _set(_ELEMENTWISE, is_elementwise=False),
        "does not read x": _wrong_for(_READS, 1),
        "writes x": _wrong_for(_WRITES, 1),
        "writes nothing in a loop": _under("scf.while", _WRITES),
        "reads nothing in a parallel loop": _under("scf.forall", _READS),
    },
    "blas.asum": {
        "reads nothing that is large": _where(
            lambda type: type.has_static_shape() and type.num_elements() > 64, _READS
        ),
        "reads nothing of unknown extents": _where(
            lambda type: not type.has_static_shape(), _READS
        ),
        "writes to nothing else in a region": _under("scf.execute_region", _WRITES),
    },
    "fft.dft": {
        "element by element": _set(_ELEMENTWISE, is_elementwise=True),
        "reads what it overwrites": _set(_READS, reads_inits=True),
        "does not read the roots": _wrong_for(_READS, 1),
    },
    "fft.scale": {"does not read": _set(_READS, reads_inits=False)},
    "fft.half": {
        "forgets the layout": _set("get_buffer_type", get_buffer_type=_plain_type),
    },
    "row.negate": {"not element by element": _set(_ELEMENTWISE, is_elementwise=False)},
    "row.reverse": {"element by element": _set(_ELEMENTWISE, is_elementwise=True)},
    "row.sums": {"element by element": _set(_ELEMENTWISE, is_elementwise=True)},
    "row.square": {"element by element": _set(_ELEMENTWISE, is_elementwise=True)},
    "row.pairs": {
        "forgets the layout": _set("get_buffer_type", get_buffer_type=_plain_type),
        "only reads": (
            "get_aliasing_values",
            lambda cls: {
                "get_aliasing_values": ReadOnlyOperands.get_aliasing_values,
                "get_aliasing_op_operands": BufferizableOpInterface.get_aliasing_op_operands,
            },
        ),
    },
}
MUTATIONS = [
    *(Mutation(op, name, *BREAKINGS[name]) for op, names in _BROKEN.items() for name in names),
    *(Mutation(op, name, *each) for op, others in _OTHERS.items() for name, each in others.items()),
]
