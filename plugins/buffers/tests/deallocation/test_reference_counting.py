"""Counted references: programs that are refused, and buffers that functions return.

Programs are run in `test_graphs` and `test_native`.
"""

from __future__ import annotations

import types

import pytest

import bufferize
from bufferize import define as d
from bufferize.diagnostics import DiagnosticError, PassError
from bufferize.interfaces import BufferDeallocationOpInterface, RegionBranchOpInterface
from bufferize.interfaces import RegionSuccessor as Successor
from bufferize.ir import OpOperand, Region, require_valid
from bufferize.plugins import adding
from bufferize_buffers.deallocation import DeallocationOptions
from bufferize_buffers.deallocation.reference_counting import count_references

B = "memref<4xf32>"
MINE = d.Dialect("mine")


@MINE.op("either")
class EitherOp(d.Operation):
    """Gives one of its operands, nobody knows which."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(),)


@MINE.op("cached")
class CachedOp(d.Operation, BufferDeallocationOpInterface):
    """Gives a buffer that it may own."""

    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(),)


@MINE.op("pick")
class PickOp(d.Operation, RegionBranchOpInterface):
    """Gives each of two regions a buffer of its own."""

    first_start: d.Operand = d.operand(d.ANY_TYPE)
    second_start: d.Operand = d.operand(d.ANY_TYPE)
    first: d.Region = d.region()
    second: d.Region = d.region()
    traits = (d.RecursiveMemoryEffects(), d.NoTerminator())

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return [self.op_operands[int(successor is self.second)]]

    def successor_regions(self, point: Region | None) -> list[Successor]:
        regions = [Successor(r, tuple(r.blocks[0].arguments)) for r in self.regions]
        return [Successor(None)] if point is not None else regions


PLUGIN = types.SimpleNamespace(__name__="mine", register_dialects=adding({"mine": MINE}))


def counted(text: str, *, dynamic: bool = False) -> str:
    """The program with counters, which is valid."""
    context = bufferize.Context(["arith", "cf", "func", "scf", PLUGIN])
    module = bufferize.parse(text, context)
    count_references(module, context, DeallocationOptions(dynamic))
    require_valid(module)
    return bufferize.print_module(module)


def message(body: str) -> str:
    """Why a function is refused."""
    with pytest.raises(PassError) as caught:
        counted(f"func.func @f(%c: i1, %x: {B}) {{ {body} return }}")
    return str(caught.value)


NEW = f"""
  %a = memref.alloc() : {B}
  %b = memref.alloc() : {B}
"""
EITHER = f'%r = "mine.either"(%a, %b) : ({B}, {B}) -> {B}'


def test_it_must_be_known_which_buffer_a_value_is() -> None:
    passed = f"cf.br ^end(%r : {B}) ^end(%p: {B}):"
    text = message(f"{NEW}{EITHER} {passed}")
    assert "it is not known which of several buffers the result of 'mine.either' is" in text
    assert "--ownership-based-buffer-deallocation" in text
    live = message(f"{NEW}{EITHER} cf.br ^end ^end: memref.copy %r, %x : {B} to {B}")
    assert "it is not known which of several buffers" in live


def test_a_value_that_is_not_passed_on_may_be_any_buffer() -> None:
    body = f"{NEW}{EITHER} memref.copy %r, %x : {B} to {B}"
    text = counted(f"func.func @f(%x: {B}) {{ {body} return }}")
    assert text.count("bufferization.dealloc") == 2
    assert "memref<index>" not in text


def test_operations_that_decide_themselves_are_refused() -> None:
    text = message(f'%r = "mine.cached"() : () -> {B}')
    assert (
        "references to buffers of 'mine.cached', which says who owns them, are not counted" in text
    )


def test_regions_that_get_other_buffers_are_refused() -> None:
    region = f"{{ ^bb0(%p: {B}): memref.copy %p, %x : {B} to {B} }}"
    text = message(f'{NEW} "mine.pick"(%a, %b) ({region}, {region}) : ({B}, {B}) -> ()')
    assert "'mine.pick' passes other buffers to one region than to another one" in text


def test_what_the_program_frees_itself_is_not_counted() -> None:
    manual = "{bufferization.manual_deallocation}"
    text = message(f"%a = memref.alloc() : {B} memref.dealloc %a {manual} : {B}")
    assert "this frees a buffer that is freed automatically, too" in text
    whole = f"%a = memref.alloc() {manual} : {B} memref.dealloc %a {manual} : {B}"
    assert "bufferization.dealloc" not in counted(f"func.func @f() {{ {whole} return }}")


def test_a_run_on_a_function_cannot_add_functions() -> None:
    context = bufferize.Context()
    body = f"""%r = scf.if %c -> ({B}) {{
        %a = memref.alloc() : {B}
        scf.yield %a : {B}
      }} else {{
        scf.yield %x : {B}
      }}"""
    module = bufferize.parse(f"func.func @f(%c: i1, %x: {B}) {{ {body} return }}", context)
    with pytest.raises(DiagnosticError, match="only a pass on a module can add"):
        count_references(next(module.regions[0].blocks[0].ops), context)


def test_each_result_is_a_buffer_of_its_own() -> None:
    text = counted(
        f"func.func @f() -> ({B}, {B}) {{ %a = memref.alloc() : {B} return %a, %a : {B}, {B} }}"
    )
    assert "%0 = bufferization.clone %alloc" in text
    assert "return %alloc, %0" in text


def test_attributes_of_arguments_and_results_stay() -> None:
    text = counted(
        f"""func.func private @f(%x: {B} {{a.b}}) -> ({B} {{a.c}}) {{ return %x : {B} }}
        func.func @g(%x: {B}) {{ %r = call @f(%x) : ({B}) -> {B} return }}""",
        dynamic=True,
    )
    assert f"@f(%arg0: {B} {{a.b}}, %arg1: memref<index>) -> ({B} {{a.c}}, memref<index>)" in text


def test_names_of_the_program_stay() -> None:
    text = counted(
        f"""func.func private @release()
        func.func @f(%c: i1, %x: {B}) {{
          %a = memref.alloc() : {B}
          %r = scf.if %c -> ({B}) {{ scf.yield %a : {B} }} else {{ scf.yield %x : {B} }}
          return
        }}"""
    )
    assert "func.func private @release()" in text
    assert "call @release_0(" in text


def test_only_buffers_are_returned_with_counters() -> None:
    text = counted(
        f"""func.func private @f(%x: {B}, %n: i32) -> ({B}, i32) {{
          %r:2 = call @f(%x, %n) : ({B}, i32) -> ({B}, i32)
          return %r#0, %r#1 : {B}, i32
        }}""",
        dynamic=True,
    )
    assert f"(%arg0: {B}, %arg1: i32, %arg2: memref<index>) -> ({B}, i32, memref<index>)" in text
    assert "return %0#0, %0#1, %0#2" in text
