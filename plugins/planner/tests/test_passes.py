"""The pass `--static-memory-planner-analysis`: places as LLVM 24 chooses them, and what it refuses."""

from __future__ import annotations

import re

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine

CONTEXT = bufferize.Context()
NAME = "static-memory-planner-analysis"


def run(body: str, options: str = "", arguments: str = "%c: i1, %i: index") -> Operation:
    declared = f"func.func private @returns({B}) -> {B}" if "@returns" in body else ""
    module = bufferize.parse(f"func.func @f({arguments}) {{\n{body}\nreturn\n}}{declared}", CONTEXT)
    assert bufferize.verify(module) == []
    pipeline_from_text(f"builtin.module(func.func({NAME}{{{options}}}))", CONTEXT).run(
        module, CONTEXT
    )
    assert bufferize.verify(module) == []
    return module


def arena_of(module: Operation) -> tuple[int, list[int]]:
    """Return the bytes of the arena and the offsets of the views, in their order."""
    text = str(module)
    constants = dict(re.findall(r"(%\w+) = arith.constant (\d+) : index", text))
    views = re.findall(r"memref.view %\w+\[(%\w+)\]\[\] : memref<(\d+)xi8>", text)
    (size,) = {int(size) for _, size in views}
    return size, [int(constants[name]) for name, _ in views]


def problem_of(body: str, options: str = "", arguments: str = "%c: i1") -> str:
    with pytest.raises(DiagnosticError) as found:
        run(body, options, arguments)
    return str(found.value)


A, B, BYTES = "memref<6xf32>", "memref<3xf32>", "memref<5xi8>"
ONE_AFTER_THE_OTHER = f"""
  %a = memref.alloc() : {A}
  memref.dealloc %a : {A}
  %b = memref.alloc() : {B}
  memref.dealloc %b : {B}"""
IN_A_HOLE = f"""
  %a = memref.alloc() : {A}
  %b = memref.alloc() : {B}
  %d = memref.alloc() : {A}
  memref.dealloc %a : {A}
  memref.dealloc %b : {B}
  %e = memref.alloc() : {B}
  memref.dealloc %d : {A}
  memref.dealloc %e : {B}"""
SHARED_FREES = f"""
  %a = memref.alloc() : {A}
  %b = memref.alloc() : {A}
  %s = arith.select %c, %a, %b : {A}
  memref.dealloc %s : {A}
  %d = memref.alloc() : {B}
  %t = arith.select %c, %b, %a : {A}
  memref.dealloc %t : {A}
  memref.dealloc %d : {B}"""
FREED_IN_BRANCHES = f"""
  %a = memref.alloc() : {A}
  scf.if %c {{
    memref.dealloc %a : {A}
  }} else {{
    memref.dealloc %a : {A}
  }}
  %b = memref.alloc() {{alignment = 16 : i64}} : {B}
  memref.dealloc %b : {B}"""
WITHOUT_USES = f"""
  %a = memref.alloc() : {A}
  %b = memref.alloc() : {A}
  memref.dealloc %b : {A}
  memref.dealloc %a : {A}"""


@pytest.mark.parametrize(
    ("body", "trivial", "best_fit"),
    [
        (ONE_AFTER_THE_OTHER, (36, [0, 24]), (24, [0, 0])),
        (IN_A_HOLE, (72, [0, 24, 36, 60]), (60, [0, 24, 36, 0])),
        (SHARED_FREES, (60, [0, 24, 48]), (60, [0, 24, 48])),
        (FREED_IN_BRANCHES, (44, [0, 32]), (24, [0, 0])),
        (WITHOUT_USES, (48, [0, 24]), (48, [0, 24])),
    ],
)
def test_places_are_those_of_mlir(
    body: str, trivial: tuple[int, list[int]], best_fit: tuple[int, list[int]]
) -> None:
    """These are the arenas and offsets of LLVM 24."""
    assert arena_of(run(body)) == trivial
    assert arena_of(run(body, "algorithm=best-fit")) == best_fit


def test_the_arena_is_before_the_first_buffer_and_is_freed() -> None:
    """MLIR's pass never frees it."""
    module = run(f"%v = arith.constant 1 : i32\n{ONE_AFTER_THE_OTHER}", "algorithm=best-fit")
    lines = [line.strip() for line in str(module).splitlines()[2:]]
    assert lines[0] == "%c1_i32 = arith.constant 1 : i32"
    assert lines[1] == "%alloc = memref.alloc() {alignment = 4 : i64} : memref<24xi8>"
    assert lines[-4:-2] == ["memref.dealloc %alloc : memref<24xi8>", "return"]


def test_bytes_and_alignments_are_those_in_memory() -> None:
    """MLIR's pass counts bits for i1, ignores what elements need, and crashes for `index`."""
    booleans = "memref<9xi1>"
    body = f"""
  %a = memref.alloc() : {booleans}
  %b = memref.alloc() : memref<2xindex>
  memref.dealloc %a : {booleans}
  memref.dealloc %b : memref<2xindex>"""
    assert arena_of(run(body)) == (32, [0, 16])


def test_a_buffer_that_is_freed_in_one_branch_lives_until_its_last_use() -> None:
    """MLIR's pass would give both buffers one place."""
    body = f"""
  %a = memref.alloc() : {B}
  scf.if %c {{
    memref.dealloc %a : {B}
  }}
  %b = memref.alloc() : {B}
  scf.if %c {{
  }} else {{
    memref.copy %b, %a : {B} to {B}
  }}
  memref.dealloc %b : {B}"""
    assert arena_of(run(body, "algorithm=best-fit")) == (24, [0, 12])


@pytest.mark.parametrize(
    "body",
    [
        f"""
  %a = memref.alloc() : {B}
  %s = arith.select %c, %a, %x : {B}
  memref.dealloc %s : {B}""",
        f"""
  %a = memref.alloc() : {B}
  %r = func.call @returns(%a) : ({B}) -> {B}
  memref.dealloc %r : {B}""",
        f"""
  scf.if %c {{
    %a = memref.alloc() : {B}
    memref.dealloc %a : {B}
  }}""",
        """
  %a = memref.alloc(%i) : memref<?xf32>""",
        """
  %a = memref.alloc() : memref<4xf32, strided<[2]>>
  memref.dealloc %a : memref<4xf32, strided<[2]>>""",
    ],
)
def test_others_stay(body: str) -> None:
    """Those that are freed together with a foreign or a new buffer, nested ones, dynamic ones, with a layout."""
    assert "memref.view" not in str(run(body, "", f"%c: i1, %i: index, %x: {B}"))


def test_what_mlir_refuses() -> None:
    alloc = f"%a = memref.alloc() : {B}"
    assert problem_of(alloc) == (
        "<input>:2:6: error: no dealloc found; run the deallocation pipeline before this pass\n"
        "note: that is --buffer-deallocation-pipeline; other algorithms do not need it"
    )
    branch = f"{alloc}\ncf.br ^end\n^end:\nmemref.dealloc %a : {B}"
    assert "<input>:2:6: error: unstructured control flow is not supported" in problem_of(branch)
    assert arena_of(run(branch, "algorithm=exact")) == (12, [0])
    assert arena_of(run(alloc, "algorithm=exact")) == (12, [0])


def test_functions_that_return_buffers() -> None:
    text = f"""
func.func private @declared() -> {B}
func.func @f(%x: {B}) -> {B} {{
  %a = memref.alloc() : {B}
  memref.copy %x, %a : {B} to {B}
  %b = memref.alloc() : {B}
  memref.copy %a, %b : {B} to {B}
  return %b : {B}
}}"""
    module = bufferize.parse(text, CONTEXT)
    with pytest.raises(DiagnosticError) as found:
        pipeline_from_text(f"builtin.module({NAME})", CONTEXT).run(module, CONTEXT)
    assert str(found.value) == (
        "<input>:3:1: error: static-memory-planner does not support functions with memref return "
        "types\nnote: other algorithms, such as `exact`, plan what such a function does not return"
    )
    pipeline_from_text(f"builtin.module({NAME}{{algorithm=exact}})", CONTEXT).run(module, CONTEXT)
    assert str(module).count("memref.view") == 1
    assert f"memref.alloc() : {B}" in str(module)


def test_memory_that_is_passed() -> None:
    arguments = "%arena: memref<?xi8>, %c: i1"
    module = run(IN_A_HOLE, "algorithm=exact arena-mode=arg", arguments)
    assert "alloc" not in str(module)
    assert str(module).count("memref.view %arg0") == 4


def test_memory_that_is_passed_for_two_spaces() -> None:
    body = """
  %a = memref.alloc() : memref<4xf32, 1>
  %b = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32, 1>
  memref.dealloc %b : memref<4xf32>"""
    spaces = "%x: memref<16xi8>, %y: memref<?xi8, 1>"
    text = str(run(body, "arena-mode=arg", spaces))
    assert "memref.view %arg1[%c0][] : memref<?xi8, 1> to memref<4xf32, 1>" in text
    assert "memref.view %arg0" in text
    one = "%x: memref<16xi8>"
    assert problem_of(body, "arena-mode=arg", one) == (
        "<input>:1:1: error: arena-mode=arg requires at least 2 function arguments, one for each "
        "memory space"
    )
    assert (
        "one of the first 2 arguments to be memref<...xi8, 1>\nnote: such as memref<16xi8, 1>"
        in problem_of(body, "arena-mode=arg", f"{one}, %y: memref<?xi8>")
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "arena-mode=arg requires at least one function argument"),
        ("%x: memref<?xi16>", "arena-mode=arg requires first argument to be memref<...xi8>"),
        ("%x: memref<?x?xi8>", "arena-mode=arg requires first argument to be memref<...xi8>"),
        (
            "%x: memref<?xi8, strided<[2]>>",
            "arena-mode=arg requires first argument to be memref<...xi8>",
        ),
        ("%x: tensor<4xi8>", "arena-mode=arg requires first argument to be memref<...xi8>"),
        ("%x: memref<23xi8>", "the arena takes 24 bytes, but the argument is a memref<23xi8>"),
    ],
)
def test_memory_that_does_not_fit(arguments: str, message: str) -> None:
    said = problem_of(ONE_AFTER_THE_OTHER, "algorithm=best-fit arena-mode=arg", arguments)
    assert said.startswith(f"<input>:1:1: error: {message}")


def test_an_arena_that_no_type_can_describe() -> None:
    body = """
  %a = memref.alloc() : memref<4611686018427387904xf32>
  memref.dealloc %a : memref<4611686018427387904xf32>"""
    said = problem_of(body)
    assert said.startswith("<input>:3:8: error: an arena of 18446744073709551616 bytes has no type")


def test_wrong_options() -> None:
    text = "func.func @f() {\nreturn\n}"
    module = bufferize.parse(text, CONTEXT)
    for options, message in (
        ("algorithm=best-fitt", "did you mean 'best-fit'?"),
        ("arena-mode=stack", "option 'arena-mode' takes one of allocate, arg, not 'stack'"),
        ("seconds=x", "option 'seconds' takes an integer, not 'x'"),
    ):
        with pytest.raises(DiagnosticError) as found:
            pipeline_from_text(f"builtin.module({NAME}{{{options}}})", CONTEXT).run(module, CONTEXT)
        assert message in str(found.value)


def test_loops_and_branches_are_planned() -> None:
    """The program computes the same; its three buffers take the place of one."""
    text = f"""
func.func @main() {{
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 3 : index
  %f = arith.constant 2.5 : f32
  scf.for %j = %i to %n step %one {{
    %a = memref.alloc() : {B}
    memref.store %f, %a[%j] : {B}
    %x = memref.load %a[%j] : {B}
    vector.print %x : f32
    memref.dealloc %a : {B}
    %c = arith.cmpi eq, %j, %i : index
    scf.if %c {{
      %b = memref.alloc() : {B}
      memref.store %x, %b[%j] : {B}
      memref.dealloc %b : {B}
    }}
  }}
  return
}}"""
    module = bufferize.parse(text, CONTEXT)
    pipeline_from_text(f"builtin.module({NAME}{{algorithm=size-first seconds=1}})", CONTEXT).run(
        module, CONTEXT
    )
    assert arena_of(module) == (12, [0, 0])
    Machine(module, CONTEXT).run("main")
