"""A third party's dialect with its own tensor and buffer types.

`!tile.tensor<8>` becomes `!tile.buffer<8, rows>`. Layouts of buffers are `rows` (for new ones),
`columns` and, for either, `any`.
"""

from __future__ import annotations

import types

from bufferize import OneShotOptions, hookimpl
from bufferize import define as d
from bufferize.analysis import AnalysisState
from bufferize.define import AsmParser, AsmPrinter
from bufferize.driver import BufferizationRewriter, BufferizationState, TensorTypeModel
from bufferize.interfaces import (
    BufferLikeType,
    BufferRelation,
    DestinationStyleOpInterface,
    EffectKind,
    EmptyTensorOpInterface,
    MemoryEffect,
    MemoryEffectsOpInterface,
    TensorLikeType,
)
from bufferize.ir import Builder, Location, OpOperand, OpResult, Type, Value, parameters
from bufferize.models import AllocatesResult, DestinationStyle, ReadOnlyOperands, ViewOf
from bufferize.plugins import OpModelRegistry, Registry

TILE = d.Dialect("tile")
TURNED = {"rows": "columns", "columns": "rows", "any": "any"}


@TILE.type("tensor")
@parameters
class TileTensorType(Type, TensorLikeType):
    """`!tile.tensor<8>`."""

    size: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> TileTensorType:
        parser.parse_punctuation("<")
        size = parser.parse_integer()
        parser.parse_punctuation(">")
        return cls(size)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"<{self.size}>")


@TILE.type("buffer")
@parameters
class TileBufferType(Type, BufferLikeType):
    """`!tile.buffer<8, rows>`."""

    size: int
    layout: str

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> TileBufferType:
        parser.parse_punctuation("<")
        size = parser.parse_integer()
        parser.parse_punctuation(",")
        layout = parser.parse_any_keyword()
        parser.parse_punctuation(">")
        return cls(size, layout)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"<{self.size}, {self.layout}>")


@TILE.op("empty")
class EmptyOp(d.Operation, EmptyTensorOpInterface):
    """An op that makes a tile with undefined contents."""

    result = d.result(d.ANY_TYPE)
    assembly_format = "attr-dict `:` type($result)"


@TILE.op("put")
class PutOp(d.Operation, DestinationStyleOpInterface):
    """An op that sets one element."""

    element = d.operand(d.F32)
    tile = d.operand(d.ANY_TYPE)
    updated = d.optional_result(d.ANY_TYPE)
    assembly_format = "$element `in` $tile attr-dict `:` type($tile) (`->` type($updated)^)?"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]


@TILE.op("sum")
class SumOp(d.Operation):
    """An op that sums all elements."""

    tile = d.operand(d.ANY_TYPE)
    total = d.result(d.F32)
    assembly_format = "$tile attr-dict `:` type($tile)"


@TILE.op("turn")
class TurnOp(d.Operation):
    """An op that exchanges rows and columns in the same memory."""

    tile = d.operand(d.ANY_TYPE)
    result = d.result(d.ANY_TYPE)
    assembly_format = "$tile attr-dict `:` type($tile) `->` type($result)"


@TILE.op("alloc")
class AllocOp(d.Operation, MemoryEffectsOpInterface):
    """An op that allocates a buffer."""

    result = d.result(d.ANY_TYPE)
    assembly_format = "attr-dict `:` type($result)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.result)]


@TILE.op("cast")
class CastOp(d.Operation):
    """An op that casts a buffer to the layout `any`."""

    source = d.operand(d.ANY_TYPE)
    result = d.result(d.ANY_TYPE)
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"


@TILE.op("copy")
class CopyOp(d.Operation):
    """An op that copies one buffer to another."""

    source = d.operand(d.ANY_TYPE)
    target = d.operand(d.ANY_TYPE)
    assembly_format = "$source `to` $target attr-dict `:` type($source) `to` type($target)"


class EmptyModel(AllocatesResult[EmptyOp]):
    def result_bufferizes_to_memory_write(
        self, op: EmptyOp, result: OpResult, state: AnalysisState
    ) -> bool:
        return False

    def bufferize(self, op: EmptyOp, rewriter: BufferizationRewriter) -> None:
        rewriter.replace_with_new(op, AllocOp, (), (rewriter.buffer_type(op.result),))


class PutModel(DestinationStyle[PutOp]):
    pass


class SumModel(ReadOnlyOperands[SumOp]):
    pass


class TurnModel(ViewOf[TurnOp]):
    relation = BufferRelation.UNKNOWN

    def get_buffer_type(self, op: TurnOp, value: Value, state: BufferizationState) -> Type:
        source = state.buffer_type(op.tile)
        assert isinstance(source, TileBufferType)
        return TileBufferType(source.size, TURNED[source.layout])


class TileModel(TensorTypeModel):
    """A model by which tiles are stored in rows, and functions take them in any layout."""

    def get_buffer_type(self, type: Type, options: OneShotOptions) -> Type:
        assert isinstance(type, TileTensorType)
        return TileBufferType(type.size, "rows")

    def get_common_buffer_type(self, type: Type, a: Type, b: Type) -> Type | None:
        assert isinstance(type, TileTensorType)
        return TileBufferType(type.size, "any")

    def get_copy_type(self, type: Type, buffer_type: Type) -> Type:
        assert isinstance(type, TileTensorType)
        return TileBufferType(type.size, "rows")

    def cast_buffer(
        self, type: Type, builder: Builder, buffer: Value, to: Type, location: Location
    ) -> Value | None:
        assert isinstance(to, TileBufferType)
        if to.layout != "any":
            return None
        op = CastOp.build(source=buffer, result_types=[to], location=location)
        return builder.insert(op).result

    def copy_buffer(
        self,
        type: Type,
        builder: Builder,
        buffer: Value,
        to: Type,
        location: Location,
        options: OneShotOptions,
    ) -> Value | None:
        new = builder.insert(AllocOp.build(result_types=[to], location=location)).result
        builder.insert(CopyOp.build(source=buffer, target=new, location=location))
        return new


def tile_plugin(type_model: TensorTypeModel | None = None) -> object:
    """Return the plugin, maybe with another model of the tensor type."""

    @hookimpl
    def register_dialects(registry: Registry) -> None:
        registry.add("tile", TILE)

    @hookimpl
    def register_op_models(registry: OpModelRegistry) -> None:
        registry.add(
            "tile",
            {
                "tile.empty": EmptyModel(),
                "tile.put": PutModel(),
                "tile.sum": SumModel(),
                "tile.turn": TurnModel(),
            },
        )

    @hookimpl
    def register_type_models(registry: Registry) -> None:
        registry.add("tile.tensor", type_model or TileModel())

    return types.SimpleNamespace(
        __name__="tile",
        register_dialects=register_dialects,
        register_op_models=register_op_models,
        register_type_models=register_type_models,
    )
