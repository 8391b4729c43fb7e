"""Which blocks own which buffers, and what they do with them."""

from __future__ import annotations

import pytest

from bufferize import Context, parse, print_module
from bufferize.diagnostics import DiagnosticError, PassError
from bufferize.ir import require_valid
from bufferize.passes import pipeline_from_text
from bufferize_buffers.deallocation import DeallocationOptions, place_deallocations
from bufferize_interpreter import Machine

B = "memref<4xf32>"


def placed(text: str, *, dynamic: bool = False) -> str:
    """The program with its deallocations, which is valid."""
    context = Context()
    module = parse(text, context)
    place_deallocations(module, context, DeallocationOptions(dynamic))
    require_valid(module)
    return print_module(module)


def lines(text: str, word: str) -> list[str]:
    """The lines of a program in which a word stands."""
    return [line.strip() for line in text.splitlines() if word in line]


def test_what_a_function_allocates_it_frees_at_its_end() -> None:
    text = placed(
        f"""func.func @f(%v: f32, %i: index) {{
          %a = memref.alloc() : {B}
          memref.store %v, %a[%i] : {B}
          return
        }}"""
    )
    assert lines(text, "dealloc") == [f"bufferization.dealloc (%alloc : {B}) if (%true)"]


def test_what_is_on_the_stack_is_not_freed() -> None:
    text = placed(
        f"""func.func @f(%v: f32, %i: index) {{
          %a = memref.alloca() : {B}
          memref.store %v, %a[%i] : {B}
          return
        }}"""
    )
    assert lines(text, "dealloc") == []


def test_an_argument_is_copied_to_be_returned() -> None:
    text = placed(f"func.func @f(%a: {B}) -> {B} {{ return %a : {B} }}")
    assert lines(text, "clone") == [f"%0 = bufferization.clone %arg0 : {B} to {B}"]


def test_what_was_allocated_is_returned_as_it_is() -> None:
    text = placed(
        f"func.func @f() -> {B} {{ %a = memref.alloc() : {B}\n return %a : {B} }}",
    )
    assert lines(text, "clone") == []
    assert "retain (%alloc" in text


def test_a_private_function_may_say_what_its_caller_owns() -> None:
    program = f"""
        func.func private @g(%a: {B}) -> {B} {{ return %a : {B} }}
        func.func @f(%a: {B}) {{
          %0 = call @g(%a) : ({B}) -> {B}
          return
        }}"""
    text = placed(program, dynamic=True)
    assert lines(text, "@g(")[0] == f"func.func private @g(%arg0: {B}) -> ({B}, i1) {{"
    assert lines(text, "clone") == []
    assert lines(text, "dealloc")[-1].endswith("if (%0#1)")
    assert len(lines(placed(program), "clone")) == 1


def test_a_private_function_that_is_named_elsewhere_stays_as_it_is() -> None:
    text = placed(
        f"""
        func.func private @g(%a: {B}) -> {B} {{ return %a : {B} }}
        func.func @f() -> (({B}) -> {B}) {{
          %0 = func.constant @g : ({B}) -> {B}
          return %0 : ({B}) -> {B}
        }}""",
        dynamic=True,
    )
    assert lines(text, "@g(")[0] == f"func.func private @g(%arg0: {B}) -> {B} {{"


def test_a_value_that_is_passed_on_and_also_used_behind_is_owned_once() -> None:
    # mlir-opt fails here: "MemRef value does not have valid ownership".
    text = placed(
        f"""func.func @f(%c: i1, %v: f32, %i: index) {{
          %a = memref.alloc() : {B}
          %b = memref.alloc() : {B}
          cf.cond_br %c, ^one(%a : {B}), ^two
        ^one(%x: {B}):
          memref.store %v, %x[%i] : {B}
          memref.store %v, %a[%i] : {B}
          cf.br ^two
        ^two:
          memref.store %v, %b[%i] : {B}
          return
        }}"""
    )
    assert f"cf.cond_br %arg0, ^bb1(%alloc, %0#0 : {B}, i1), ^bb2" in text


def test_the_result_of_a_loop_is_not_freed_before_its_last_use() -> None:
    # mlir-opt frees the result of the loop before ^one.
    text = placed(
        f"""func.func @f(%c: i1, %v: f32, %i: index, %a: {B}) {{
          %r = scf.for %k = %i to %i step %i iter_args(%x = %a) -> ({B}) {{
            %n = memref.alloc() : {B}
            memref.copy %x, %n : {B} to {B}
            scf.yield %n : {B}
          }}
          cf.cond_br %c, ^one, ^two
        ^one:
          memref.store %v, %r[%i] : {B}
          cf.br ^two
        ^two:
          return
        }}"""
    )
    first, second = lines(text, "dealloc (%base_buffer : memref<f32>)")[:2]
    assert "retain" in first
    assert "%0#0" in first.partition("retain")[2]
    assert "retain" not in second


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "memref.dealloc %a : memref<4xf32>",
            "memory free side-effect on MemRef value not supported!",
        ),
        (
            "bufferization.dealloc (%a : memref<4xf32>) if (%c)",
            "No deallocation operations must be present when running this pass!",
        ),
        (
            "cf.switch %n : i32, [default: ^x, 2: ^y]\n^x:\nreturn\n^y:",
            "BranchOpInterface operations with multiple successors are not supported yet",
        ),
        ('"x.y"() : () -> ()', "ops with unknown memory side effects are not supported"),
    ],
)
def test_what_is_not_supported(body: str, message: str) -> None:
    context = Context()
    context.allow_unregistered_dialects = True
    text = f"func.func @f(%a: {B}, %c: i1, %n: i32, %i: index) {{\n{body}\nreturn\n}}"
    module = parse(text, context)
    with pytest.raises(PassError) as caught:
        place_deallocations(module, context)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("op", "advice"),
    [
        ("memref.dealloc %a", "leave it out, so that this pass frees the buffer, or put "),
        ("memref.dealloc %a", "`bufferization.manual_deallocation` on it and on the allocation"),
        ('"x.y"(%a)', "free the buffers after 'x.y' is lowered, or declare it in a plugin"),
    ],
)
def test_what_can_be_done(op: str, advice: str) -> None:
    """The first two are done in the other tests, where nothing or only the program frees."""
    context = Context()
    context.allow_unregistered_dialects = True
    type = "(memref<4xf32>) -> ()" if op.startswith('"') else "memref<4xf32>"
    module = parse(f"func.func @f(%a: memref<4xf32>) {{\n{op} : {type}\nreturn\n}}", context)
    with pytest.raises(PassError) as caught:
        place_deallocations(module, context)
    (problem,) = caught.value.diagnostics
    (note,) = problem.notes
    assert advice in note.message


def test_memory_that_the_program_frees_itself() -> None:
    text = placed(
        f"""func.func @f(%v: f32, %i: index) {{
          %a = memref.alloc() {{bufferization.manual_deallocation}} : {B}
          memref.store %v, %a[%i] : {B}
          memref.dealloc %a {{bufferization.manual_deallocation}} : {B}
          return
        }}"""
    )
    assert lines(text, "bufferization.dealloc") == []
    assert lines(text, "cf.assert") == []


def test_that_nothing_is_freed_twice_is_asserted() -> None:
    text = placed(
        f"""func.func @f(%v: f32, %i: index, %c: i1, %b: {B}) {{
          %r = scf.if %c -> {B} {{
            %a = memref.alloc() : {B}
            scf.yield %a : {B}
          }} else {{
            scf.yield %b : {B}
          }}
          memref.dealloc %r {{bufferization.manual_deallocation}} : {B}
          return
        }}"""
    )
    message = '"expected that the block does not have ownership"'
    assert lines(text, "cf.assert") == [f"cf.assert %1, {message}"]
    assert "%1 = arith.xori %0#1, %true : i1" in text


def test_a_missing_dialect_is_named() -> None:
    import bufferize_func.plugin

    context = Context([bufferize_func.plugin])
    module = parse(f"func.func @f() {{ %a = memref.alloc() : {B}\n func.return }}", context)
    with pytest.raises(DiagnosticError, match="has to create 'arith.constant' here"):
        place_deallocations(module, context)


TABLE = "memref<1xmemref<4xf32>>"
STORED = {
    "by the function itself": f"""
        func.func @f(%v: f32, %i: index, %table: {TABLE}) -> f32 {{
          %a = memref.alloc() : {B}
          memref.store %v, %a[%i] : {B}
          memref.store %a, %table[%i] : {TABLE}
          %b = func.call @g(%table, %i) : ({TABLE}, index) -> f32
          return %b : f32
        }}""",
    "under another name": f"""
        func.func @f(%v: f32, %i: index, %table: {TABLE}) -> f32 {{
          %a = memref.alloc() : memref<8xf32>
          %part = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
          %view = memref.cast %part : memref<4xf32, strided<[1]>> to {B}
          memref.store %v, %view[%i] : {B}
          memref.store %view, %table[%i] : {TABLE}
          %b = func.call @g(%table, %i) : ({TABLE}, index) -> f32
          return %b : f32
        }}""",
    "by a function that is called": f"""
        func.func private @keep(%a: {B}, %i: index, %table: {TABLE}) {{
          memref.store %a, %table[%i] : {TABLE}
          return
        }}
        func.func private @pass(%table: {TABLE}, %i: index, %a: {B}) {{
          func.call @keep(%a, %i, %table) : ({B}, index, {TABLE}) -> ()
          return
        }}
        func.func @f(%v: f32, %i: index, %table: {TABLE}) -> f32 {{
          %a = memref.alloc() : {B}
          memref.store %v, %a[%i] : {B}
          func.call @pass(%table, %i, %a) : ({TABLE}, index, {B}) -> ()
          %b = func.call @g(%table, %i) : ({TABLE}, index) -> f32
          return %b : f32
        }}""",
}
LOADS = f"""
func.func private @g(%table: {TABLE}, %i: index) -> f32 {{
  %a = memref.load %table[%i] : {TABLE}
  %r = memref.load %a[%i] : {B}
  return %r : f32
}}
func.func @main(%v: f32) -> f32 {{
  %i = arith.constant 0 : index
  %table = memref.alloc() : {TABLE}
  %x = func.call @f(%v, %i, %table) : (f32, index, {TABLE}) -> f32
  %a = memref.load %table[%i] : {TABLE}
  %y = memref.load %a[%i] : {B}
  %r = arith.addf %x, %y : f32
  return %r : f32
}}
"""


@pytest.mark.parametrize("passes", ["buffer-deallocation-pipeline", "buffer-deallocation"])
@pytest.mark.parametrize("text", STORED.values(), ids=list(STORED))
def test_what_is_stored_in_another_buffer_is_not_freed(text: str, passes: str) -> None:
    """mlir-opt frees it."""
    context = Context()
    module = parse(text + LOADS, context)
    pipeline_from_text(passes, context).run(module, context)
    assert Machine(module, context).run("main", [2.0]).results == (4.0,)
    assert len(lines(print_module(module), "memref.dealloc")) == 1  # the table


def test_what_is_loaded_from_an_own_buffer_is_not_owned() -> None:
    text = placed(
        f"""func.func @f(%a: {B}, %i: index) -> {B} {{
          %table = memref.alloc() : {TABLE}
          memref.store %a, %table[%i] : {TABLE}
          %b = memref.load %table[%i] : {TABLE}
          return %b : {B}
        }}"""
    )
    assert lines(text, "clone") == [f"%1 = bufferization.clone %0 : {B} to {B}"]
