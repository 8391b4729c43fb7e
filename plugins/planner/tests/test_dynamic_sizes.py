"""Buffers of dynamic size: which sizes are the same, which are bounded, and which buffers stay."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine
from bufferize_planner import FunctionLifetimes, ModuleUses, lifetimes, plan_function, use_arenas

CONTEXT = bufferize.Context()
ARGUMENTS = (
    "%x: memref<?xf32>, %y: memref<?x?xf32>, %n: index, %m: index, %c: i1, %p: memref<index>, "
    "%w: i32, %f: f32"
)
USE = "linalg.fill ins(%f : f32) outs({0} : {1})\nmemref.dealloc {0} : {1}"


def function_of(body: str, arguments: str = ARGUMENTS) -> tuple[Operation, FunctionOpInterface]:
    text = f"""func.func @f({arguments}) {{
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c8 = arith.constant 8 : index
{body}
return
}}"""
    module = bufferize.parse(text, CONTEXT)
    assert bufferize.verify(module) == []
    return module, next(op for op in module.walk() if isinstance(op, FunctionOpInterface))


def found_in(body: str) -> FunctionLifetimes:
    module, function = function_of(body)
    return lifetimes(function, ModuleUses(module), dynamic=True)


def used(name: str, sizes: str, type: str = "memref<?xf32>") -> str:
    return f"{name} = memref.alloc({sizes}) : {type}\n{USE.format(name, type)}\n"


def sizes_of(body: str) -> list[str]:
    """Return the sizes of the buffers, with `<=` before those that are bounds."""
    found = found_in(body)
    assert found.kept == {}
    return [
        "<=" * each.size.is_bound
        + str(each.size.number)
        + ("" if each.size.symbolic is None else f" * ({each.size.symbolic})")
        for each in found.planned
    ]


X = "4 * (%arg0:dim0)"


@pytest.mark.parametrize(
    ("extent", "size"),
    [
        ("memref.dim %x, %c0 : memref<?xf32>", X),
        ("memref.dim %y, %c1 : memref<?x?xf32>", "4 * (%arg1:dim1)"),
        ("memref.dim %a, %c0 : memref<?xf32>", X),
        ("arith.addi %d, %n : index", "4 * (%arg0:dim0 + %arg2)"),
        ("arith.subi %n, %c8 : index", "4 * (%arg2 - 8)"),
        ("arith.muli %n, %m : index", "4 * (%arg2*%arg3)"),
        ("arith.muli %n, %c8 : index", "32 * (%arg2)"),
        (
            "affine.apply affine_map<(d0)[s0] -> (2 * d0 + s0)>(%d)[%n]",
            "4 * (2*%arg0:dim0 + %arg2)",
        ),
        ("arith.maxsi %n, %m : index", "4 * ((arith.maxsi at line 12))"),
        ("arith.index_cast %w : i32 to index", "4 * ((arith.index_cast at line 12))"),
        ("arith.divui %n, %c8 : index", "4 * ((arith.divui at line 12))"),
        ("affine.min affine_map<(d0) -> (8, d0)>(%n)", "<=32"),
        ("arith.minsi %n, %c8 : index", "<=32"),
        ("arith.muli %t, %c8 : index", "<=224"),
        ("arith.constant 3 : index", "12"),
    ],
)
def test_sizes(extent: str, size: str) -> None:
    """Those of operations that may run at any time are computed where the arena is allocated."""
    body = f"""%c7 = arith.constant 7 : index
%d = memref.dim %x, %c0 : memref<?xf32>
%j = arith.maxsi %n, %c0 : index
%t = arith.minui %j, %c7 : index
{used("%a", "%d")}%e = {extent}
{used("%b", "%e")}"""
    assert sizes_of(body) == [X, size]


def test_equal_sizes_share_a_slot() -> None:
    """Also those of other shapes, and in whatever way they are computed."""
    body = f"""%q = arith.index_cast %w : i32 to index
%nm = arith.muli %n, %m : index
{used("%a", "%n, %m", "memref<?x?xf32>")}{used("%b", "%nm")}%mn = arith.muli %m, %n : index
{used("%d", "%mn")}{used("%e", "%n, %m", "memref<?x?xf32>")}
%r = arith.index_cast %w : i32 to index
{used("%g", "%q")}{used("%h", "%r")}"""
    module, function = function_of(body)
    (arena,) = plan_function(function, module, dynamic=True)
    assert [(str(each.slot), each.plan.height) for each in arena.classes] == [
        ("4*%arg2*%arg3", 1),
        ("4*(arith.index_cast at line 5)", 1),
    ]


def test_multiples_of_a_size_are_slots_beside_each_other() -> None:
    body = """%a = memref.alloc(%n) : memref<?xf32>
%b = memref.alloc(%n) : memref<?x3xf32>
linalg.fill ins(%f : f32) outs(%a : memref<?xf32>)
linalg.fill ins(%f : f32) outs(%b : memref<?x3xf32>)
linalg.fill ins(%f : f32) outs(%a : memref<?xf32>)
"""
    module, function = function_of(body)
    (arena,) = plan_function(function, module, dynamic=True)
    (slots,) = arena.classes
    assert (str(slots.slot), slots.is_rounded, slots.plan.height) == ("4*%arg2", False, 4)
    aligned, function = function_of(body.replace("(%n) :", "(%n) {alignment = 16 : i64} :"))
    (arena,) = plan_function(function, aligned, dynamic=True)
    assert [(str(c.slot), c.is_rounded, c.plan.height) for c in arena.classes] == [
        ("4*%arg2", True, 1),
        ("12*%arg2", True, 1),
    ]


STAY = "it is not always allocated, and its size has no bound"
D = "%d = memref.dim %x, %c0 : memref<?xf32>\n"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (
            f"{used('%a', '%n')}%k = memref.load %p[] : memref<index>\n{used('%b', '%k')}",
            "its size depends on 'memref.load', which runs after the first allocation",
        ),
        (
            f"{used('%a', '%n')}%k = arith.divui %n, %m : index\n{used('%b', '%k')}",
            "its size depends on 'arith.divui', which runs after the first allocation",
        ),
        (
            f"scf.for %i = %c0 to %n step %c1 {{\n{used('%a', '%i')}}}",
            "its size depends on an argument of a block in 'scf.for'",
        ),
        (f"scf.if %c {{\n{used('%a', '%n')}}}", STAY),
        (f"{D}scf.if %c {{\n{used('%a', '%d')}}}", STAY),
        (f"scf.for %i = %c0 to %m step %c1 {{\n{used('%a', '%n')}}}", STAY),
        (
            f"{D}%e = arith.subi %d, %c1 : index\n"
            f"scf.for %i = %c0 to %m step %c1 {{\n{used('%a', '%e')}}}",
            STAY,
        ),
        ("%a = memref.alloc(%n) : memref<?xf32, strided<[2]>>\n", "it has a layout"),
        ("%a = memref.alloc(%n) : memref<?x!llvm.ptr>\n", "the size of !llvm.ptr is not known"),
    ],
)
def test_what_stays(body: str, why: str) -> None:
    assert list(found_in(body).kept.values()) == [why]


@pytest.mark.parametrize(
    "body",
    [
        f"%k = memref.load %p[] : memref<index>\n{used('%a', '%k')}",
        f"%k = arith.divui %n, %m : index\n{used('%a', '%k')}",
        f"scf.for %i = %c0 to %c8 step %c1 {{\n{used('%a', '%n')}}}",
        f"scf.for %i = %c0 to %c8 step %c1 {{\n{used('%a', '%i')}}}",
        f"{D}scf.for %i = %c0 to %m step %c1 {{\n{used('%a', '%d')}}}",
        f"{used('%b', '%n')}scf.if %c {{\n{used('%a', '%n', 'memref<?x4xf32>')}}}",
        f"scf.execute_region {{\n{used('%a', '%n')}scf.yield\n}}",
    ],
)
def test_what_is_planned(body: str) -> None:
    """Values before the first allocation may come from anywhere."""
    found = found_in(body)
    assert found.planned
    assert found.kept == {}


def test_a_bound_that_is_rather_a_limit_is_no_size() -> None:
    large = "%l = arith.constant 4194305 : index\n%k = arith.minsi %n, %l : index\n"
    assert sizes_of(large + used("%a", "%k")) == ["4 * ((arith.minsi at line 6))"]


def test_numbers_that_may_wrap_around_have_no_bound() -> None:
    body = f"%k = arith.minsi %n, %c8 : index\n%e = arith.addi %k, %c1 : index\n{used('%a', '%e')}"
    assert sizes_of(body) == ["4 * ((arith.minsi at line 5) + 1)"]


@pytest.mark.parametrize(("operation", "steps"), [("muli", 40), ("addi", 40), ("maxsi", 3000)])
@pytest.mark.parametrize("type", ["index", "i64"])
def test_long_computations(operation: str, steps: int, type: str) -> None:
    """Powers get large, and chains deep; what is not known then is there before the first allocation."""
    first, last = {
        "index": ("arith.maxsi %n, %m : index", f"arith.maxsi %z{steps}, %c1 : index"),
        "i64": ("arith.extsi %w : i32 to i64", f"arith.index_cast %z{steps} : i64 to index"),
    }[type]
    lines = [f"%z0 = {first}"]
    for k in range(steps):
        lines.append(f"%z{k + 1} = arith.{operation} %z{k}, %z{k} : {type}")
    computed = "\n".join([*lines, f"%last = {last}"]) + "\n"
    found = found_in(computed + used("%a", "%last"))
    assert (len(found.planned), found.kept) == (1, {})
    kept = list(found_in(used("%a", "%n") + computed + used("%b", "%last")).kept.values())
    assert kept == (["its size is computed in too many steps"] if steps > 100 else [])


def test_arenas_of_two_memory_spaces() -> None:
    """The second one is computed after the first allocation has become a view."""
    type = "memref<?xf32, 1>"
    body = used("%a", "%n") + used("%b", "%n", type) + used("%d", "%m", type)
    module, function = function_of(body)
    arenas = plan_function(function, module, dynamic=True)
    use_arenas(function, arenas, CONTEXT)
    assert bufferize.verify(module) == []
    assert str(module).count("memref.alloc(") == 2
    assert str(module).count("memref.view") == 3


def test_arenas_that_are_arguments() -> None:
    name = "static-memory-planner-analysis{algorithm=exact arena-mode=arg dynamic}"
    run = pipeline_from_text(f"builtin.module({name})", CONTEXT).run
    module, _ = function_of(used("%a", "%n"), f"%m: memref<?xi8>, {ARGUMENTS.replace('%m', '%k')}")
    run(module, CONTEXT)
    assert "memref.alloc" not in str(module)
    wrong, _ = function_of(used("%a", "%n"), f"%m: memref<99xi8>, {ARGUMENTS.replace('%m', '%k')}")
    with pytest.raises(DiagnosticError, match="depend on sizes at run time") as caught:
        run(wrong, CONTEXT)
    assert "memref<99xi8>" in str(caught.value)


def test_functions_within_the_arenas_of_callers_keep_dynamic_buffers() -> None:
    text = f"""func.func private @g(%n: index, %f: f32) {{
{used("%a", "%n")}return
}}
func.func @main(%n: index, %f: f32) {{
call @g(%n, %f) : (index, f32) -> ()
return
}}"""
    module = bufferize.parse(text, CONTEXT)
    name = "static-memory-planner-analysis{algorithm=exact nest-arenas dynamic}"
    pipeline_from_text(f"builtin.module({name})", CONTEXT).run(module, CONTEXT)
    assert bufferize.verify(module) == []
    assert "memref.alloc(%arg0) : memref<?xf32>" in str(module)


@pytest.mark.parametrize("extent", [0, 1, 5])
def test_sizes_at_run_time(extent: int) -> None:
    """A buffer of no elements takes nothing."""
    text = """func.func @f(%n: index) -> index {
%f = arith.constant 1.5 : f32
%a = memref.alloc(%n) : memref<?xf32>
linalg.fill ins(%f : f32) outs(%a : memref<?xf32>)
%b = memref.alloc(%n, %n) : memref<?x?xf32>
linalg.fill ins(%f : f32) outs(%b : memref<?x?xf32>)
linalg.fill ins(%f : f32) outs(%a : memref<?xf32>)
%c0 = arith.constant 0 : index
%d = memref.dim %b, %c0 : memref<?x?xf32>
return %d : index
}"""
    module = bufferize.parse(text, CONTEXT)
    name = "static-memory-planner-analysis{algorithm=exact dynamic mark-views}"
    pipeline_from_text(f"builtin.module({name})", CONTEXT).run(module, CONTEXT)
    run = Machine(module, CONTEXT).run("f", [extent], leaks=True)
    assert run.results == (extent,)
    assert run.statistics.bytes_allocated == 4 * extent + 4 * extent * extent
