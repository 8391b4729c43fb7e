"""A third party's tensor and buffer types in everything that passes tensors on.

No module of the core or of a plugin names them: all knowledge is in `tests/tiles.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions, Report
from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.driver import TensorTypeModel, make_copies_explicit
from bufferize.ir import Builder, Location, Type, Value
from bufferize.ir.verifier import verify
from bufferize.plugins.discovery import entry_point_plugins
from bufferize_transforms import empty_tensor_to_alloc_tensor
from tests.tiles import AllocOp, TileBufferType, TileModel, tile_plugin

T = "!tile.tensor<8>"
ROWS = "!tile.buffer<8, rows>"
ANY = "!tile.buffer<8, any>"


def tile_context(type_model: TensorTypeModel | None = None) -> Context:
    return Context([*(plugin for _, plugin in entry_point_plugins(())), tile_plugin(type_model)])


def bufferized(
    text: str, type_model: TensorTypeModel | None = None, **options: Any
) -> tuple[str, Report]:
    """Return the verified program on buffers, and the report."""
    context = tile_context(type_model)
    module = bufferize.parse(text, context, "f.mlir")
    settings = {"bufferize_function_boundaries": True, **options}
    report = bufferize.one_shot_bufferize(
        module,
        OneShotOptions(**settings),
        context,
    )
    assert not verify(module)
    return bufferize.print_module(module), report


CONFLICT = f"""func.func @f(%t: {T}, %f: f32) -> ({T}, f32) {{
  %0 = tile.put %f in %t : {T} -> {T}
  %1 = tile.sum %t : {T}
  return %0, %1 : {T}, f32
}}"""

IN_PLACE = {
    "for": f"""func.func @f(%t: {T}, %f: f32, %n: index) -> {T} {{
  %r = scf.for %i = %n to %n step %n iter_args(%a = %t) -> ({T}) {{
    %0 = tile.put %f in %a : {T} -> {T}
    scf.yield %0 : {T}
  }}
  return %r : {T}
}}""",
    "while": f"""func.func @f(%t: {T}, %c: i1, %f: f32) -> {T} {{
  %r = scf.while (%a = %t) : ({T}) -> {T} {{
    %0 = tile.put %f in %a : {T} -> {T}
    scf.condition(%c) %0 : {T}
  }} do {{
  ^bb0(%b: {T}):
    scf.yield %b : {T}
  }}
  return %r : {T}
}}""",
    "if": f"""func.func @f(%t: {T}, %c: i1, %f: f32) -> {T} {{
  %r = scf.if %c -> ({T}) {{
    %0 = tile.put %f in %t : {T} -> {T}
    scf.yield %0 : {T}
  }} else {{
    scf.yield %t : {T}
  }}
  return %r : {T}
}}""",
    "execute_region": f"""func.func @f(%t: {T}, %f: f32) -> {T} {{
  %r = scf.execute_region -> {T} {{
    %0 = tile.put %f in %t : {T} -> {T}
    scf.yield %0 : {T}
  }}
  return %r : {T}
}}""",
    "index_switch": f"""func.func @f(%t: {T}, %n: index, %f: f32) -> {T} {{
  %r = scf.index_switch %n -> {T}
  case 1 {{
    %0 = tile.put %f in %t : {T} -> {T}
    scf.yield %0 : {T}
  }} default {{
    scf.yield %t : {T}
  }}
  return %r : {T}
}}""",
    "branch": f"""func.func @f(%t: {T}, %c: i1, %f: f32) -> {T} {{
  cf.cond_br %c, ^bb1(%t : {T}), ^bb1(%t : {T})
^bb1(%a: {T}):
  %0 = tile.put %f in %a : {T} -> {T}
  return %0 : {T}
}}""",
    "call": f"""func.func @g(%t: {T}, %f: f32) -> {T} {{
  %0 = tile.put %f in %t : {T} -> {T}
  return %0 : {T}
}}
func.func private @external({T}) -> {T}
func.func @f(%t: {T}, %f: f32) -> {T} {{
  %0 = call @g(%t, %f) : ({T}, f32) -> {T}
  %1 = call @external(%0) : ({T}) -> {T}
  return %1 : {T}
}}""",
    "recursion": f"""func.func @f(%t: {T}, %f: f32, %c: i1) -> {T} {{
  %0 = tile.put %f in %t : {T} -> {T}
  %1 = scf.if %c -> ({T}) {{
    %2 = func.call @f(%0, %f, %c) : ({T}, f32, i1) -> {T}
    scf.yield %2 : {T}
  }} else {{
    scf.yield %0 : {T}
  }}
  return %1 : {T}
}}""",
    "forall": f"""func.func @f(%t: {T}, %o: tensor<4xf32>, %n: index) -> tensor<4xf32> {{
  %r = scf.forall (%i) in (%n) shared_outs(%p = %o) -> tensor<4xf32> {{
    %1 = tile.sum %t : {T}
    %e = tensor.extract_slice %p[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %g = linalg.fill ins(%1 : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {{
      tensor.parallel_insert_slice %g into %p[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }}
  }}
  return %r : tensor<4xf32>
}}""",
}

# Two layouts come together: rows, and columns.
MISMATCH = {
    "for": f"""func.func @f(%t: {T}, %n: index) -> f32 {{
  %r = scf.for %i = %n to %n step %n iter_args(%a = %t) -> ({T}) {{
    %0 = tile.turn %a : {T} -> {T}
    scf.yield %0 : {T}
  }}
  %1 = tile.sum %r : {T}
  return %1 : f32
}}""",
    "if": f"""func.func @f(%t: {T}, %c: i1) -> f32 {{
  %r = scf.if %c -> ({T}) {{
    %0 = tile.turn %t : {T} -> {T}
    scf.yield %0 : {T}
  }} else {{
    scf.yield %t : {T}
  }}
  %1 = tile.sum %r : {T}
  return %1 : f32
}}""",
    "index_switch": f"""func.func @f(%t: {T}, %n: index) -> f32 {{
  %r = scf.index_switch %n -> {T}
  case 1 {{
    %0 = tile.turn %t : {T} -> {T}
    scf.yield %0 : {T}
  }} default {{
    scf.yield %t : {T}
  }}
  %1 = tile.sum %r : {T}
  return %1 : f32
}}""",
    "branch": f"""func.func @f(%t: {T}, %c: i1) -> f32 {{
  %0 = tile.turn %t : {T} -> {T}
  cf.cond_br %c, ^bb1(%t : {T}), ^bb1(%0 : {T})
^bb1(%a: {T}):
  %1 = tile.sum %a : {T}
  return %1 : f32
}}""",
    "execute_region": f"""func.func @f(%t: {T}, %c: i1) -> f32 {{
  %r = scf.execute_region -> {T} {{
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    cf.br ^bb3(%t : {T})
  ^bb2:
    %0 = tile.turn %t : {T} -> {T}
    cf.br ^bb3(%0 : {T})
  ^bb3(%a: {T}):
    scf.yield %a : {T}
  }}
  %1 = tile.sum %r : {T}
  return %1 : f32
}}""",
    "select": f"""func.func @f(%t: {T}, %c: i1) -> f32 {{
  %0 = tile.turn %t : {T} -> {T}
  %r = arith.select %c, %t, %0 : {T}
  %1 = tile.sum %r : {T}
  return %1 : f32
}}""",
}


def test_a_conflict_is_a_copy_that_is_explained() -> None:
    text, report = bufferized(CONFLICT)
    assert f"tile.copy %arg0 to %0 : {ROWS} to {ROWS}" in text
    assert f"tile.put %arg1 in %0 : {ROWS}" in text
    (copy,) = report.copies
    assert str(copy.tensor_type) == T
    assert "'tile.sum' at f.mlir:3:8" in copy.explain()


@pytest.mark.parametrize("name", IN_PLACE)
def test_it_is_updated_in_place(name: str) -> None:
    text, report = bufferized(IN_PLACE[name], analyze_recursive_functions=True)
    assert not report.copies
    assert "tile.copy" not in text
    assert "tile.tensor" not in text
    assert "_tensor" not in text


@pytest.mark.parametrize("name", MISMATCH)
def test_other_layouts_are_cast_to_a_common_one(name: str) -> None:
    text, report = bufferized(MISMATCH[name], allow_return_allocs_from_loops=True)
    assert f"tile.cast %arg0 : {ROWS} to {ANY}" in text
    assert f": {ANY}\n    return" in text  # what tile.sum gets
    assert not report.copies


@pytest.mark.parametrize(
    "options", [{"copy_before_write": True}, {"analysis": "always-copy"}], ids=str
)
@pytest.mark.parametrize("name", [*IN_PLACE, *MISMATCH])
def test_without_the_analysis(name: str, options: dict[str, Any]) -> None:
    program = IN_PLACE.get(name) or MISMATCH[name]
    text, report = bufferized(program, allow_return_allocs_from_loops=True, **options)
    assert "tile.tensor" not in text
    assert text.count("tile.copy") == sum(str(c.tensor_type) == T for c in report.copies)


BOUNDARY = f"""func.func @g(%t: {T}) -> f32 {{
  %0 = tile.sum %t : {T}
  return %0 : f32
}}
func.func @f(%t: {T}) -> (f32, {T}) {{
  %0 = tile.turn %t : {T} -> {T}
  %1 = call @g(%0) : ({T}) -> f32
  return %1, %0 : f32, {T}
}}"""


def test_a_boundary_with_another_layout_takes_a_copy() -> None:
    text, report = bufferized(BOUNDARY)
    assert text.count("tile.copy %0 to") == 2
    assert f"call @g(%1) : ({ROWS}) -> f32" in text
    for copy in report.copies:
        assert (
            f"'{ROWS}' is needed, but this one has type '!tile.buffer<8, columns>'"
            in copy.explain()
        )


class AnyAtBoundaries(TileModel):
    def get_function_boundary_type(self, type: Type, *_: object) -> Type:
        return TileBufferType(8, "any")


def test_boundaries_may_have_types_of_their_own() -> None:
    text, report = bufferized(BOUNDARY, AnyAtBoundaries())
    assert f"func.func @g(%arg0: {ANY}) -> f32" in text
    assert "tile.copy" not in text
    assert not report.copies


NO_LAYOUT = (
    "func.func @f(%t: !tile.tensor<8> {bufferization.buffer_layout = strided<[1]>}) { return }"
)


def test_a_layout_attribute_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="not supported on values of type !tile.tensor<8>"):
        bufferized(NO_LAYOUT)


class Minimal(TensorTypeModel):
    """A model with only the required methods."""

    def get_buffer_type(self, type: Type, options: OneShotOptions) -> Type:
        return TileBufferType(8, "rows")


class NoBufferType(TileModel):
    def get_buffer_type(self, type: Type, options: OneShotOptions) -> Type:
        return type


class WrongCopy(TileModel):
    def copy_buffer(
        self,
        type: Type,
        builder: Builder,
        buffer: Value,
        to: Type,
        location: Location,
        options: OneShotOptions,
    ) -> Value | None:
        return builder.insert(AllocOp.build(result_types=[type], location=location)).result


class LooseCopy(TileModel):
    def copy_buffer(
        self,
        type: Type,
        builder: Builder,
        buffer: Value,
        to: Type,
        location: Location,
        options: OneShotOptions,
    ) -> Value | None:
        return AllocOp.build(result_types=[to], location=location).result


class EmptyPromise(TileModel):
    def cast_buffer(
        self, type: Type, builder: Builder, buffer: Value, to: Type, location: Location
    ) -> Value | None:
        return None


@pytest.mark.parametrize(
    ("program", "model", "message"),
    [
        (CONFLICT, Minimal(), f"of type {T} has to be copied, from a buffer of type {ROWS}"),
        (MISMATCH["if"], Minimal(), "'scf.if' op needs one buffer type of"),
        (CONFLICT, NoBufferType(), f"gives {T}, which is no buffer type"),
        (CONFLICT, WrongCopy(), f"WrongCopy.copy_buffer gives a value of type {T} in place of"),
        (CONFLICT, LooseCopy(), f"gives a value of type {ROWS} that is not inserted in place of"),
        (MISMATCH["select"], EmptyPromise(), "can be cast to, but knows no such cast"),
    ],
)
def test_models_that_say_too_little_or_wrong_things(
    program: str, model: TensorTypeModel, message: str
) -> None:
    with pytest.raises(DiagnosticError, match=message):
        bufferized(program, model)


def test_in_place_needs_no_more_than_a_buffer_type() -> None:
    text, _ = bufferized(IN_PLACE["for"], Minimal())
    assert f"iter_args(%arg4 = %arg0) -> ({ROWS})" in text


def test_copies_before_bufferization_can_be_printed() -> None:
    context = tile_context()
    module = bufferize.parse(CONFLICT, context)
    make_copies_explicit(module, OneShotOptions(bufferize_function_boundaries=True), context)
    text = bufferize.print_module(module)
    assert f"bufferization.alloc_tensor() copy(%arg0) : {T}" in text
    assert bufferize.print_module(bufferize.parse(text, context)) == text


def test_an_allocation_needs_a_tensor_to_copy() -> None:
    program = f"func.func @f() {{\n  %0 = bufferization.alloc_tensor() : {T}\n  return\n}}"
    (problem,) = verify(bufferize.parse(program, tile_context()))
    assert "can only be allocated as a copy" in problem.message


def test_so_an_empty_one_is_not_allocated_before_bufferization() -> None:
    program = f"func.func @f() -> {T} {{\n  %0 = tile.empty : {T}\n  return %0 : {T}\n}}"
    context = tile_context()
    module = bufferize.parse(program, context)
    empty_tensor_to_alloc_tensor(module)
    assert not verify(module)
    assert f"tile.empty : {T}" in bufferize.print_module(module)


def test_a_wrong_model_is_an_error_of_the_plugin() -> None:
    with pytest.raises(PluginError):
        bufferized(CONFLICT, NoBufferType())
