"""Analyses and type models of plugins, from a plugin to the bufferized program."""

from __future__ import annotations

import types
from collections.abc import Callable

import pytest

import bufferize
from bufferize import Context, OneShotOptions, hookimpl
from bufferize import define as d
from bufferize.analysis import AnalysisState, OneShotAnalysisState
from bufferize.define import AsmParser, AsmPrinter
from bufferize.diagnostics import DiagnosticError, OptionError, PluginError
from bufferize.driver import TensorTypeModel
from bufferize.interfaces import BufferLikeType, TensorLikeType
from bufferize.ir import Operation, OpOperand, Type, parameters
from bufferize.models import ReadOnlyOperands
from bufferize.plugins import OpModelRegistry, Registry, adding
from bufferize.record import Reason

TILE = d.Dialect("tile")


@TILE.type("tensor")
@parameters
class TileTensorType(Type, TensorLikeType):
    """`!tile.tensor`."""

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> TileTensorType:
        return cls()

    def print_parameters(self, printer: AsmPrinter) -> None:
        pass


@TILE.type("buffer")
@parameters
class TileBufferType(Type, BufferLikeType):
    """`!tile.buffer`."""

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> TileBufferType:
        return cls()

    def print_parameters(self, printer: AsmPrinter) -> None:
        pass


@TILE.op("sum")
class SumOp(d.Operation):
    """The sum of a tile."""

    tile = d.operand(d.ANY_TYPE)
    total = d.result(d.F32)
    assembly_format = "$tile attr-dict `:` type($tile)"


class SumModel(ReadOnlyOperands[SumOp]):
    pass


class TileModel(TensorTypeModel):
    def get_buffer_type(self, type: Type, options: OneShotOptions) -> Type:
        return TileBufferType()


def tile_plugin(with_type_model: bool) -> object:
    @hookimpl
    def register_dialects(registry: Registry) -> None:
        registry.add("tile", TILE)

    @hookimpl
    def register_op_models(registry: OpModelRegistry) -> None:
        registry.add("tile", {"tile.sum": SumModel()})

    @hookimpl
    def register_type_models(registry: Registry) -> None:
        if with_type_model:
            registry.add("tile.tensor", TileModel())

    return types.SimpleNamespace(
        __name__="tile",
        register_dialects=register_dialects,
        register_op_models=register_op_models,
        register_type_models=register_type_models,
    )


TILES = """
"other.function"() ({
^bb0(%t: !tile.tensor):
  %0 = tile.sum %t : !tile.tensor
  "other.use"(%0) : (f32) -> ()
}) : () -> ()
"""


def test_a_custom_tensor_type_becomes_its_buffer_type() -> None:
    context = Context([tile_plugin(with_type_model=True)])
    context.allow_unregistered_dialects = True
    module = bufferize.parse(TILES, context)
    bufferize.one_shot_bufferize(module, OneShotOptions(allow_unknown_ops=True), context)
    text = bufferize.print_module(module)
    assert "bufferization.to_buffer %arg0 : !tile.tensor to !tile.buffer" in text
    assert "tile.sum %0 : !tile.buffer" in text


def test_a_custom_tensor_type_without_a_model_is_an_error() -> None:
    context = Context([tile_plugin(with_type_model=False)])
    context.allow_unregistered_dialects = True
    module = bufferize.parse(TILES, context)
    with pytest.raises(DiagnosticError, match="no buffer type is known for values of type !tile"):
        bufferize.one_shot_bufferize(module, OneShotOptions(allow_unknown_ops=True), context)


class NeverInPlace(AnalysisState):
    """Copies the operands of one op only."""

    def is_in_place(self, operand: OpOperand) -> bool:
        return operand.owner.name != "bufferization.materialize_in_destination"


def analysis_plugin(make: Callable[..., object]) -> object:
    @hookimpl
    def register_analyses(registry: Registry) -> None:
        registry.add("mine", make)

    return types.SimpleNamespace(__name__="mine", register_analyses=register_analyses)


PROGRAM = """
"other.function"() ({
^bb0(%m: memref<4xf32>):
  %a = bufferization.alloc_tensor() : tensor<4xf32>
  %b = "other.fill"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %d = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %c = bufferization.materialize_in_destination %b in %d
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  "other.use"(%c) : (tensor<4xf32>) -> ()
}) : () -> ()
"""


def bufferized(analysis: str, context: Context) -> str:
    context.allow_unregistered_dialects = True
    module = bufferize.parse(PROGRAM, context)
    options = OneShotOptions(allow_unknown_ops=True, analysis=analysis)
    bufferize.one_shot_bufferize(module, options, context)
    return bufferize.print_module(module)


def test_a_third_analysis_can_be_chosen_by_name() -> None:
    plugin = analysis_plugin(lambda op, options, context: NeverInPlace(options, context))
    # In place there is one copy, into the destination; now there is another of its old contents.
    assert bufferized("one-shot", Context([plugin])).count("memref.alloc") == 1
    assert bufferized("mine", Context([plugin])).count("memref.alloc") > 1


def test_always_copy_is_there_by_name() -> None:
    assert bufferized("always-copy", Context([])).count("memref.alloc") > 1


def test_an_unknown_analysis_is_an_error() -> None:
    with pytest.raises(OptionError, match="no analysis is called 'theirs'"):
        bufferized("theirs", Context([]))


def test_an_analysis_that_cannot_be_called() -> None:
    plugin = analysis_plugin(5)  # type: ignore[arg-type]
    with pytest.raises(PluginError, match="plugin 'mine': analysis 'mine' cannot be called: 5"):
        bufferized("mine", Context([plugin]))


def test_an_analysis_must_give_a_state() -> None:
    plugin = analysis_plugin(lambda op, options, context: None)
    with pytest.raises(PluginError, match="analysis 'mine' does not give an AnalysisState"):
        bufferized("mine", Context([plugin]))


def decided_first(heuristic: str, context: Context) -> str:
    """Return the operation whose operand is decided first."""
    context.allow_unregistered_dialects = True
    module = bufferize.parse(PROGRAM, context)
    options = OneShotOptions(allow_unknown_ops=True, analysis_heuristic=heuristic)
    state = bufferize.analyze(module, options, context)
    assert isinstance(state, OneShotAnalysisState)
    decided = [each for each in state.decisions if each.reason is not Reason.MUST_BE_IN_PLACE]
    return decided[0].operand.owner.name


def test_a_heuristic_of_a_plugin_orders_the_decisions() -> None:
    def fills_first(root: Operation, state: AnalysisState) -> list[Operation]:
        return [op for op in root.walk() if op.name == "other.fill"]

    plugin = types.SimpleNamespace(
        __name__="mine", register_heuristics=adding({"fills-first": fills_first})
    )
    context = Context([plugin])
    assert decided_first("fills-first", context) == "other.fill"
    with pytest.raises(OptionError, match="no heuristic is called 'theirs'"):
        decided_first("theirs", context)
    with pytest.raises(OptionError, match="cannot be combined with the heuristic 'fills-first'"):
        bufferize.analyze(
            bufferize.parse(PROGRAM, context),
            OneShotOptions(analysis_order=fills_first, analysis_heuristic="fills-first"),
            context,
        )
