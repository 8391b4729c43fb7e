"""Operations of a dialect of somebody else's are freed right, with a few lines each."""

from __future__ import annotations

import re

import pytest

from bufferize import Context, parse, print_module
from bufferize import define as d
from bufferize.define import IsolatedFromAbove, IsTerminator, Pure, RecursiveMemoryEffects
from bufferize.diagnostics import PassError, PluginError
from bufferize.interfaces import (
    BranchOpInterface,
    BufferDeallocationOpInterface,
    CallOpInterface,
    ConditionalBranchOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    OwnershipState,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    SelectLikeOpInterface,
)
from bufferize.ir import (
    DenseArrayAttr,
    Operation,
    OpOperand,
    OpResult,
    Region,
    SymbolRefAttr,
    Value,
    require_valid,
)
from bufferize_buffers.deallocation import (
    DeallocationOptions,
    place_deallocations,
    simplify_deallocations,
)
from bufferize_buffers.deallocation.earliest import free_early

B = "memref<4xf32>"
TOY = d.Dialect("toy")


@TOY.op("repeat")
class RepeatOp(d.Operation, RegionBranchOpInterface):
    """A loop that carries values, with more operands behind them."""

    times: d.Operand = d.operand(d.ANY_TYPE)
    inits: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    hints: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    body: d.Region = d.region(1)
    traits = (RecursiveMemoryEffects(),)

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return self.op_operands[1 : 1 + len(self.inits)]

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        again = RegionSuccessor(self.body, tuple(self.body.blocks[0].arguments))
        return [again, RegionSuccessor(None, self.results)]


@TOY.op("next")
class NextOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends an iteration."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    traits = (Pure(), IsTerminator())


@TOY.op("invoke")
class InvokeOp(d.Operation, CallOpInterface):
    """A call."""

    callee: d.Attr[SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    arguments: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE)


@TOY.op("goto_if")
class GotoIfOp(d.Operation, ConditionalBranchOpInterface):
    """A branch to the first block if the condition is true."""

    condition: d.Operand = d.operand(d.I1)
    there: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    elsewhere: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    one: d.Successor = d.successor()
    other: d.Successor = d.successor()
    traits = (Pure(), IsTerminator())

    def successor_operands(self, index: int) -> list[OpOperand]:
        sizes = self.properties["operandSegmentSizes"]
        assert isinstance(sizes, DenseArrayAttr)
        middle = 1 + int(sizes.values[1])
        return self.op_operands[1:middle] if index == 0 else self.op_operands[middle:]


@TOY.op("pick")
class PickOp(d.Operation, SelectLikeOpInterface):
    """One of two buffers."""

    condition: d.Operand = d.operand(d.I1)
    true_value: d.Operand = d.operand(d.ANY_TYPE)
    false_value: d.Operand = d.operand(d.ANY_TYPE)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (Pure(),)


@TOY.op("look_up")
class LookUpOp(d.Operation, MemoryEffectsOpInterface, BufferDeallocationOpInterface):
    """A buffer from a cache, or a new one; and whether it is new."""

    buffer: d.Result = d.result(d.ANY_TYPE)
    is_new: d.Result = d.result(d.I1)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ), MemoryEffect(EffectKind.WRITE)]

    def deallocate(self, state: OwnershipState) -> Operation:
        state.set_ownership(self.buffer, self.is_new)
        return self


@TOY.op("latest")
class LatestOp(d.Operation, BufferDeallocationOpInterface):
    """The first of several buffers."""

    buffers: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (Pure(),)

    def result_ownership(self, result: OpResult, state: OwnershipState) -> Value | None:
        return state.ownership(self.buffers[0])


@TOY.op("take_over")
class TakeOverOp(d.Operation, BufferDeallocationOpInterface):
    """A buffer that nobody owns, which is somebody's from here on."""

    buffer: d.Operand = d.operand(d.ANY_TYPE)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (Pure(),)

    def deallocate(self, state: OwnershipState) -> Operation:
        state.set_ownership(self.result, True)
        return self


@TOY.op("leave")
class LeaveOp(d.Operation, BufferDeallocationOpInterface):
    """Ends a region without passing on anything."""

    traits = (Pure(), IsTerminator())

    def deallocate(self, state: OwnershipState) -> Operation:
        state.free(())
        return self


@TOY.op("leap")
class LeapOp(d.Operation, BranchOpInterface):
    """A branch that makes the first argument of its block."""

    target: d.Successor = d.successor()
    traits = (Pure(), IsTerminator())

    def successor_operands(self, index: int) -> list[OpOperand]:
        return []

    def produced_operand_count(self, index: int) -> int:
        return 1


@TOY.op("around")
class AroundOp(d.Operation):
    """An operation with a region of which it is not known when it runs."""

    result: d.Result = d.result(d.ANY_TYPE)
    body: d.Region = d.region(1)
    traits = (RecursiveMemoryEffects(),)


@TOY.op("apart")
class ApartOp(d.Operation, RegionBranchOpInterface):
    """Runs its region, which sees nothing of what is around it, on its operands."""

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    body: d.Region = d.region(1)
    traits = (RecursiveMemoryEffects(), IsolatedFromAbove())

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return list(self.op_operands)

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(self.body, tuple(self.body.blocks[0].arguments))]
        return [RegionSuccessor(None, self.results)]


@TOY.op("forgetful")
class ForgetfulOp(d.Operation, BufferDeallocationOpInterface):
    """Says wrongly what it does."""

    buffer: d.Operand = d.operand(d.ANY_TYPE)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (Pure(),)

    def deallocate(self, state: OwnershipState) -> Operation:
        if "flag" in self.attributes:
            state.set_ownership(self.result, self.buffer)
        elsewhere = type(self).create(self.operands, self.result_types)
        return elsewhere if "elsewhere" in self.attributes else None  # type: ignore[return-value]


def placed(
    body: str, *, dynamic: bool = False, simplified: bool = False, earliest: bool = False
) -> str:
    """The program with its deallocations, which is valid."""
    context = Context()
    context.register_dialect(TOY)
    module = parse(body, context)
    place_deallocations(module, context, DeallocationOptions(dynamic))
    if simplified:
        simplify_deallocations(module, context)
    if earliest:
        free_early(module, context)
    require_valid(module)
    return print_module(module)


def lines(text: str, word: str) -> list[str]:
    """The lines of a program in which a word stands."""
    return [line.strip() for line in text.splitlines() if word in line]


LOOP = f"""
func.func @f(%n: index, %a: {B}, %v: f32, %i: index) {{
  %r = "toy.repeat"(%n, %a, %i) <{{operandSegmentSizes = array<i32: 1, 1, 1>}}> ({{
  ^bb0(%x: {B}):
    %b = memref.alloc() : {B}
    memref.copy %x, %b : {B} to {B}
    "toy.next"(%b) : ({B}) -> ()
  }}) : (index, {B}, index) -> {B}
  memref.store %v, %r[%i] : {B}
  return
}}"""


def test_a_loop_carries_ownership_with_its_values() -> None:
    text = placed(LOOP, simplified=True)
    (head,) = lines(text, "toy.repeat")
    assert '"toy.repeat"(%arg0, %arg1, %false, %arg3)' in head
    assert "operandSegmentSizes = array<i32: 1, 2, 1>" in head
    inner, outer = lines(text, "bufferization.dealloc")
    assert inner.endswith("if (%arg5)")  # what the iteration before has made
    assert outer.endswith("if (%0#1)")
    assert lines(text, "toy.next") == [f'"toy.next"(%alloc, %true) : ({B}, i1) -> ()']


def test_a_call_gives_buffers_to_its_caller() -> None:
    program = f"""
      func.func private @g(%a: {B}) -> {B} {{ return %a : {B} }}
      func.func @f(%a: {B}) -> {B} {{
        %0 = "toy.invoke"(%a) <{{callee = @g}}> : ({B}) -> {B}
        return %0 : {B}
      }}"""
    assert len(lines(placed(program), "clone")) == 1  # in @g
    dynamic = placed(program, dynamic=True)
    assert f"-> ({B}, i1)" in lines(dynamic, "toy.invoke")[0]
    assert len(lines(dynamic, "clone")) == 1  # in @f, unless @g gives its buffer away


def test_a_branch_on_a_condition() -> None:
    text = placed(
        f"""
        func.func @f(%c: i1, %a: {B}, %v: f32, %i: index) {{
          %b = memref.alloc() : {B}
          "toy.goto_if"(%c, %b, %a)[^one, ^two]
            <{{operandSegmentSizes = array<i32: 1, 1, 1>}}> : (i1, {B}, {B}) -> ()
        ^one(%x: {B}):
          memref.store %v, %x[%i] : {B}
          return
        ^two(%y: {B}):
          memref.store %v, %y[%i] : {B}
          return
        }}""",
        simplified=True,
    )
    assert lines(text, "bufferization.dealloc")[0] == (
        f"bufferization.dealloc (%alloc : {B}) if (%0)"
    )
    assert "(%arg0, %alloc, %arg0, %arg1, %false)" in lines(text, "toy.goto_if")[0]


def test_a_choice_hands_on_the_ownership_of_what_is_chosen() -> None:
    text = placed(
        f"""
        func.func @f(%c: i1, %a: {B}) -> {B} {{
          %b = memref.alloc() : {B}
          %r = "toy.pick"(%c, %a, %b) : (i1, {B}, {B}) -> {B}
          return %r : {B}
        }}"""
    )
    assert lines(text, "arith.select") == ["%1 = arith.select %arg0, %false, %true : i1"]
    assert lines(text, "scf.if")[0].startswith("%2 = scf.if %1")


def test_an_operation_says_what_is_owned() -> None:
    text = placed(
        f"""
        func.func @f(%v: f32, %i: index) {{
          %b, %new = "toy.look_up"() : () -> ({B}, i1)
          memref.store %v, %b[%i] : {B}
          return
        }}"""
    )
    assert lines(text, "bufferization.dealloc")[0].endswith("if (%is_new)")


def test_an_operation_is_asked_for_what_is_not_known() -> None:
    program = f"""
        func.func @f(%a: {B}) -> {B} {{
          %b = memref.alloc() : {B}
          %r = "toy.latest"(%b, %a) : ({B}, {B}) -> {B}
          return %r : {B}
        }}"""
    assert lines(placed(program), "clone") == []


def test_what_is_taken_over_is_freed_after_its_last_use_by_any_name() -> None:
    program = f"""
        func.func @f(%c: i1, %a: {B}, %v: f32, %i: index) {{
          scf.if %c {{
            %b = "toy.take_over"(%a) : ({B}) -> {B}
            memref.store %v, %b[%i] : {B}
            memref.store %v, %a[%i] : {B}
            vector.print %v : f32
          }}
          return
        }}"""
    text = placed(program, earliest=True)
    steps = re.findall(r"memref\.store|bufferization\.dealloc|vector\.print", text)
    assert steps == ["memref.store", "memref.store", "bufferization.dealloc", "vector.print"]


@pytest.mark.parametrize("decides", [False, True])
def test_an_argument_is_told_to_be_owned_where_an_operation_decides_what_is(decides: bool) -> None:
    program = f"""
        func.func @f(%x: {B}, %v: f32, %i: index) {{
          %a = memref.alloc() : {B}
          memref.store %v, %a[%i] : {B}
          cf.br ^end(%a : {B})
        ^end(%r: {B}):
          {f'%b = "toy.take_over"(%x) : ({B}) -> {B}' if decides else ""}
          return
        }}"""
    context = Context()
    context.register_dialect(TOY)
    module = parse(program, context)
    place_deallocations(module, context, DeallocationOptions(omit_known_ownership=True))
    require_valid(module)
    assert (": i1):" in print_module(module)) == decides


def test_a_region_that_passes_on_nothing() -> None:
    text = placed(
        f"""
        func.func @f(%v: f32, %i: index) {{
          scf.execute_region {{
            %b = memref.alloc() : {B}
            memref.store %v, %b[%i] : {B}
            "toy.leave"() : () -> ()
          }}
          return
        }}"""
    )
    assert len(lines(text, "bufferization.dealloc (%alloc")) == 1


def test_values_that_a_branch_makes_are_refused() -> None:
    program = f"""
        func.func @f(%a: {B}) {{
          "toy.leap"()[^next] : () -> ()
        ^next(%x: {B}):
          return
        }}"""
    with pytest.raises(PassError, match="produced operands are not supported"):
        placed(program)


def test_regions_must_say_when_they_run() -> None:
    program = f"""
        func.func @f() {{
          %r = "toy.around"() ({{
            "toy.leave"() : () -> ()
          }}) : () -> {B}
          return
        }}"""
    with pytest.raises(PassError, match="need to implement the RegionBranchOpInterface"):
        placed(program)


def test_regions_without_buffers_need_not() -> None:
    text = placed(
        f"""
        func.func @f(%v: f32, %i: index) {{
          %r = "toy.around"() ({{
            %b = memref.alloc() : {B}
            memref.store %v, %b[%i] : {B}
            "toy.leave"() : () -> ()
          }}) : () -> i32
          return
        }}"""
    )
    assert len(lines(text, "bufferization.dealloc (%alloc")) == 1


def test_a_region_that_sees_nothing_around_it() -> None:
    text = placed(
        f"""
        func.func @f(%c: i1, %v: f32, %i: index, %x: {B}) {{
          %a = memref.alloc() : {B}
          memref.store %v, %a[%i] : {B}
          %r = "toy.apart"(%c, %a) ({{
          ^bb0(%d: i1, %p: {B}):
            %s = scf.if %d -> {B} {{
              %b = memref.alloc() : {B}
              scf.yield %b : {B}
            }} else {{
              scf.yield %p : {B}
            }}
            "toy.next"(%s) : ({B}) -> ()
          }}) : (i1, {B}) -> {B}
          memref.copy %r, %x : {B} to {B}
          return
        }}""",
        simplified=True,
    )
    (head,) = lines(text, "toy.apart")
    assert head.startswith('%0:2 = "toy.apart"(%arg0, %alloc, %false)')
    assert lines(text, "toy.next") == [f'"toy.next"(%1#0, %1#1) : ({B}, i1) -> ()']
    assert lines(text, "bufferization.dealloc")[-1].endswith("if (%true, %0#1)")


def test_a_region_that_returns_what_it_was_given() -> None:
    text = placed(
        f"""
        func.func @f(%x: {B}) -> {B} {{
          %r = "toy.apart"(%x) ({{
          ^bb0(%p: {B}):
            "toy.next"(%p) : ({B}) -> ()
          }}) : ({B}) -> {B}
          return %r : {B}
        }}"""
    )
    assert len(lines(text, "clone")) == 1


DEALLOCATE = f"deallocate() of 'toy.forgetful', ForgetfulOp of '{__name__}',"


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ("", f"{DEALLOCATE} gave None, not the operation that it has become"),
        (" {elsewhere}", f"{DEALLOCATE} gave 'toy.forgetful' elsewhere, not the"),
        (" {flag}", "'toy.forgetful' says by a value of type 'memref<4xf32>' whether a buffer is"),
    ],
)
def test_what_an_operation_says_wrongly_names_it(attribute: str, message: str) -> None:
    program = f"""
      func.func @f(%a: {B}) {{
        %r = "toy.forgetful"(%a){attribute} : ({B}) -> {B}
        return
      }}"""
    with pytest.raises(PluginError) as raised:
        placed(program)
    assert f"<input>:3:14: error: {message}" in str(raised.value)
