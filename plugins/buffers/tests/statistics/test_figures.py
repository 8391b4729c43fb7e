"""Figures that were computed by hand, for each construct."""

from __future__ import annotations

import re

import pytest

import bufferize
from bufferize.diagnostics import VerifyError
from bufferize_buffers.statistics import BufferStatistics, FunctionUsage, buffer_statistics

CONSTANTS = """\
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c10 = arith.constant 10 : index
%true = arith.constant true
%false = arith.constant false
"""
CONTEXT = bufferize.Context()
CONTEXT.allow_unregistered_dialects = True
ARGUMENTS = "%c: i1, %n: index, %x: memref<4xf32>, %y: memref<?x8xf32>"


def statistics(text: str) -> BufferStatistics:
    return buffer_statistics(bufferize.parse(text, CONTEXT))


def usage(body: str, end: str = "return", results: str = "") -> FunctionUsage:
    """Of one function with this body."""
    text = f"func.func @f({ARGUMENTS}){results} {{\n{CONSTANTS}{body}\n{end}\n}}\n"
    ((_, found),) = statistics(text).functions
    return found


def figures(found: FunctionUsage) -> str:
    """The figures of a function: those that are not 0."""
    counts = found.usage
    named = {
        "allocations": counts.allocations,
        "bytes": counts.allocated_bytes,
        "copies": counts.copies,
        "copied": counts.copied_bytes,
        "peak": found.peak,
        "stack": found.stack_peak,
        "leaked": found.leaked,
        **{f"returned {index}": size for index, size in found.returned.items()},
    }
    return " ".join(f"{name}={value}" for name, value in named.items() if str(value) != "0")


A, B = "memref<4xf32>", "memref<8xf32>"
ALLOC = f"%a = memref.alloc() : {A}\n"
FREE = f"memref.dealloc %a : {A}\n"
SCRATCH = ALLOC + FREE

STRAIGHT = {
    "nothing": ("", ""),
    "one": (SCRATCH, "allocations=1 bytes=16 peak=16"),
    "leaked": (ALLOC, "allocations=1 bytes=16 peak=16 leaked=16"),
    "one after the other": (
        SCRATCH + f"%b = memref.alloc() : {B}\nmemref.dealloc %b : {B}\n",
        "allocations=2 bytes=48 peak=32",
    ),
    "both at once": (
        ALLOC + f"%b = memref.alloc() : {B}\n" + FREE + f"memref.dealloc %b : {B}\n",
        "allocations=2 bytes=48 peak=48",
    ),
    "through a view": (
        ALLOC
        + f"%v = memref.cast %a : {A} to memref<?xf32>\n"
        + "%w = memref.subview %v[0] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1]>>\n"
        + "memref.dealloc %v : memref<?xf32>\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "copy": (
        ALLOC + f"memref.copy %x, %a : {A} to {A}\n" + FREE,
        "allocations=1 bytes=16 copies=1 copied=16 peak=16",
    ),
    "copy by linalg": (
        ALLOC + f"linalg.copy ins(%x : {A}) outs(%a : {A})\n" + FREE,
        "allocations=1 bytes=16 copies=1 copied=16 peak=16",
    ),
    "copy of a part": (
        "%v = memref.subview %x[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>\n"
        "%p = memref.alloc() : memref<2xf32>\n"
        "memref.copy %v, %p : memref<2xf32, strided<[1], offset: 1>> to memref<2xf32>\n",
        "allocations=1 bytes=8 copies=1 copied=8 peak=8 leaked=8",
    ),
    "clone": (
        f"%b = bufferization.clone %x : {A} to {A}\nmemref.dealloc %b : {A}\n",
        "allocations=1 bytes=16 copies=1 copied=16 peak=16",
    ),
    "stack": (f"%a = memref.alloca() : {A}\n", "stack=16"),
    "stack in a scope": (
        f"memref.alloca_scope {{\n%a = memref.alloca() : {A}\n}}\n"
        f"memref.alloca_scope {{\n%a = memref.alloca() : {B}\n}}\n",
        "stack=32",
    ),
    "realloc": (
        "%a = memref.alloc() : memref<4xf32>\n"
        "%b = memref.realloc %a : memref<4xf32> to memref<8xf32>\n"
        "memref.dealloc %b : memref<8xf32>\n",
        "allocations=2 bytes=48 copies=1 copied=16 peak=48",
    ),
    "narrow elements": (
        "%a = memref.alloc() : memref<3xi1>\nmemref.dealloc %a : memref<3xi1>\n",
        "allocations=1 bytes=3 peak=3",
    ),
    "indices": (
        "%a = memref.alloc() : memref<3xindex>\nmemref.dealloc %a : memref<3xindex>\n",
        "allocations=1 bytes=24 peak=24",
    ),
    "strides": (
        "%a = memref.alloc() : memref<3x2xi8, strided<[8, 1]>>\n",
        "allocations=1 bytes=18 peak=18 leaked=18",
    ),
    "no elements": (
        "%a = memref.alloc() : memref<0x4xi8>\nmemref.dealloc %a : memref<0x4xi8>\n",
        "allocations=1",
    ),
    "one of two is freed": (
        ALLOC
        + f"%b = memref.alloc() : {A}\n%s = arith.select %c, %a, %b : {A}\nmemref.dealloc %s : {A}\n",
        "allocations=2 bytes=32 peak=32 leaked=16",
    ),
    "maybe an argument": (
        ALLOC + f"%s = arith.select %c, %a, %x : {A}\nmemref.dealloc %s : {A}\n",
        "allocations=1 bytes=16 peak=16 leaked=16",
    ),
}
DYNAMIC = {
    "an argument": (
        "%a = memref.alloc(%n) : memref<?xf32>\nmemref.dealloc %a : memref<?xf32>\n",
        "allocations=1 bytes=4*%arg1 peak=4*%arg1",
    ),
    "an extent": (
        "%d = memref.dim %y, %c0 : memref<?x8xf32>\n"
        "%a = memref.alloc(%d, %d) : memref<?x?xf32>\n"
        "memref.dealloc %a : memref<?x?xf32>\n",
        "allocations=1 bytes=4*%arg3:dim0*%arg3:dim0 peak=4*%arg3:dim0*%arg3:dim0",
    ),
    "an extent of what was allocated": (
        "%a = memref.alloc(%n) : memref<?xf32>\n%d = memref.dim %a, %c0 : memref<?xf32>\n"
        "%b = memref.alloc(%d) : memref<?xi8>\n"
        "memref.dealloc %a : memref<?xf32>\nmemref.dealloc %b : memref<?xi8>\n",
        "allocations=2 bytes=5*%arg1 peak=5*%arg1",
    ),
    "a sum": (
        "%m = arith.addi %n, %c10 : index\n%a = memref.alloc(%m) : memref<?xi8>\n"
        "memref.dealloc %a : memref<?xi8>\n",
        "allocations=1 bytes=%arg1 + 10 peak=%arg1 + 10",
    ),
    "one after the other": (
        "%d = memref.dim %y, %c0 : memref<?x8xf32>\n"
        "%a = memref.alloc(%n) : memref<?xi8>\nmemref.dealloc %a : memref<?xi8>\n"
        "%b = memref.alloc(%d) : memref<?xi8>\nmemref.dealloc %b : memref<?xi8>\n",
        "allocations=2 bytes=%arg1 + %arg3:dim0 peak=max(%arg1, %arg3:dim0)",
    ),
    "what is larger for sure": (
        "%a = memref.alloc(%n) : memref<?xi8>\nmemref.dealloc %a : memref<?xi8>\n"
        "%b = memref.alloc(%n) : memref<?xi16>\nmemref.dealloc %b : memref<?xi16>\n",
        "allocations=2 bytes=3*%arg1 peak=2*%arg1",
    ),
    "copied": (
        "%d = memref.dim %y, %c0 : memref<?x8xf32>\n%a = memref.alloc(%d) : memref<?x8xf32>\n"
        "memref.copy %y, %a : memref<?x8xf32> to memref<?x8xf32>\n"
        "memref.dealloc %a : memref<?x8xf32>\n",
        "allocations=1 bytes=32*%arg3:dim0 copies=1 copied=32*%arg3:dim0 peak=32*%arg3:dim0",
    ),
}


def loop(body: str, end: str = "%c10") -> str:
    return f"scf.for %i = %c0 to {end} step %c1 {{\n{body}}}\n"


CARRIED = (
    "%r = scf.for %i = %c0 to {end} step %c1 iter_args(%t = {init}) -> ({type}) {{\n"
    "%b = memref.alloc() : {type}\n{free}scf.yield %b : {type}\n}}\n"
)
LOOPS = {
    "counted": (loop(SCRATCH), "allocations=10 bytes=160 peak=16"),
    "never": (loop(SCRATCH, "%c0"), ""),
    "leaking": (loop(ALLOC), "allocations=10 bytes=160 peak=160 leaked=160"),
    "leaking, with scratch memory": (
        loop(ALLOC + f"%b = memref.alloc() : {B}\nmemref.dealloc %b : {B}\n"),
        "allocations=20 bytes=480 peak=192 leaked=160",
    ),
    "nested": (loop(loop(SCRATCH).replace("%i", "%j")), "allocations=100 bytes=1600 peak=16"),
    "nested and leaking": (
        loop(loop(ALLOC).replace("%i", "%j")),
        "allocations=100 bytes=1600 peak=1600 leaked=1600",
    ),
    "counted by an argument": (loop(SCRATCH, "%n"), "allocations=%arg1 bytes=16*%arg1 peak=16"),
    "leaking as often as an argument says": (
        loop(ALLOC, "%n"),
        "allocations=%arg1 bytes=16*%arg1 peak=16*%arg1 leaked=16*%arg1",
    ),
    "affine": (
        f"affine.for %i = 0 to 20 step 5 {{\n{SCRATCH}}}\n",
        "allocations=4 bytes=64 peak=16",
    ),
    "parallel": (
        f"scf.parallel (%i, %j) = (%c0, %c0) to (%c10, %c10) step (%c1, %c1) {{\n{SCRATCH}}}\n",
        "allocations=100 bytes=1600 peak=1600",
    ),
    "forall": (
        f"scf.forall (%i) in (3) {{\n{SCRATCH}}}\n",
        "allocations=3 bytes=48 peak=48",
    ),
    "stack": (loop(f"%a = memref.alloca() : {A}\n"), "stack=16"),
    "stack in parallel": (
        f"scf.forall (%i) in (3) {{\n%a = memref.alloca() : {A}\n}}\n",
        "stack=48",
    ),
    "extents that grow": (
        loop("%a = memref.alloc(%i) : memref<?xi8>\nmemref.dealloc %a : memref<?xi8>\n"),
        "allocations=10 bytes=90 peak=9",
    ),
    "extents that grow up to an argument": (
        loop("%a = memref.alloc(%i) : memref<?xi8>\nmemref.dealloc %a : memref<?xi8>\n", "%n"),
        "allocations=%arg1 bytes=%arg1*%arg1 - %arg1 peak=max(%arg1 - 1, 0)",
    ),
    "handed on and freed": (
        ALLOC
        + CARRIED.format(end="%c10", init="%a", type=A, free=f"memref.dealloc %t : {A}\n")
        + f"memref.dealloc %r : {A}\n",
        "allocations=11 bytes=176 peak=32",
    ),
    "handed on and never freed": (
        CARRIED.format(end="%c10", init="%x", type=A, free=""),
        "allocations=10 bytes=160 peak=160 leaked=160",
    ),
    "handed on, and the last one freed": (
        CARRIED.format(end="%c10", init="%x", type=A, free="") + f"memref.dealloc %r : {A}\n",
        "allocations=10 bytes=160 peak=160 leaked=144",
    ),
    "handed on and freed if it is owned": (
        f"%r:2 = scf.for %i = %c0 to %c10 step %c1 iter_args(%t = %x, %o = %false) -> ({A}, i1) {{\n"
        f"%b = memref.alloc() : {A}\nscf.if %o {{\nmemref.dealloc %t : {A}\n}}\n"
        f"scf.yield %b, %true : {A}, i1\n}}\nscf.if %r#1 {{\nmemref.dealloc %r#0 : {A}\n}}\n",
        "allocations=10 bytes=160 peak=32",
    ),
    "the same buffer": (
        ALLOC
        + "%r = scf.for %i = %c0 to %c10 step %c1 iter_args(%t = %a) -> (memref<4xf32>) {\n"
        + "scf.yield %t : memref<4xf32>\n}\n"
        + f"memref.dealloc %r : {A}\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "two that take turns": (
        ALLOC
        + f"%d = memref.alloc() : {A}\n"
        + f"%r:2 = scf.for %i = %c0 to %c10 step %c1 iter_args(%t = %a, %u = %d) -> ({A}, {A}) {{\n"
        + f"scf.yield %u, %t : {A}, {A}\n}}\nmemref.dealloc %r#0 : {A}\nmemref.dealloc %r#1 : {A}\n",
        "allocations=2 bytes=32 peak=32",
    ),
    "while": (
        f"%r = scf.while (%t = %x) : ({A}) -> {A} {{\n"
        f'%g = "test.again"() : () -> i1\n{SCRATCH}scf.condition(%g) %t : {A}\n}} do {{\n'
        f"^bb0(%u: {A}):\n{SCRATCH}{SCRATCH.replace('%a', '%b')}scf.yield %u : {A}\n}}\n",
        "allocations=3*trips + 1 bytes=48*trips + 16 peak=16",
    ),
}
BRANCHES = {
    "the larger one": (
        f"scf.if %c {{\n{SCRATCH}}} else {{\n%b = memref.alloc() : {B}\nmemref.dealloc %b : {B}\n}}\n",
        "allocations=1 bytes=32 peak=32",
    ),
    "one that is sure": (
        f"scf.if %false {{\n{ALLOC}}} else {{\n{SCRATCH}}}\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "each its own": (
        f"%r = scf.if %c -> ({A}) {{\n{ALLOC}scf.yield %a : {A}\n}} else {{\n"
        f"{ALLOC}scf.yield %a : {A}\n}}\nmemref.dealloc %r : {A}\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "freed in both": (
        f"{ALLOC}scf.if %c {{\n{FREE}}} else {{\n{FREE}}}\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "freed in one": (
        f"{ALLOC}scf.if %c {{\n{FREE}}}\n",
        "allocations=1 bytes=16 peak=16 leaked=16",
    ),
    "one owned, freed by what was yielded": (
        f"%r:2 = scf.if %c -> ({A}, i1) {{\n{ALLOC}scf.yield %a, %true : {A}, i1\n}} else {{\n"
        f"scf.yield %x, %false : {A}, i1\n}}\nscf.if %r#1 {{\nmemref.dealloc %r#0 : {A}\n}}\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "one owned, freed by the same condition": (
        f"%r = scf.if %c -> ({A}) {{\n{ALLOC}scf.yield %a : {A}\n}} else {{\nscf.yield %x : {A}\n}}\n"
        f"scf.if %c {{\nmemref.dealloc %r : {A}\n}}\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "one owned, freed by another condition": (
        f"%r = scf.if %c -> ({A}) {{\n{ALLOC}scf.yield %a : {A}\n}} else {{\nscf.yield %x : {A}\n}}\n"
        f'%d = "test.again"() : () -> i1\nscf.if %d {{\nmemref.dealloc %r : {A}\n}}\n',
        "allocations=1 bytes=16 peak=16 leaked=16",
    ),
    "bufferization.dealloc": (
        f"%r:2 = scf.if %c -> ({A}, i1) {{\n{ALLOC}scf.yield %a, %true : {A}, i1\n}} else {{\n"
        f"scf.yield %x, %false : {A}, i1\n}}\nbufferization.dealloc (%r#0 : {A}) if (%r#1)\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "bufferization.dealloc of what is retained": (
        f"{ALLOC}%o = bufferization.dealloc (%a : {A}) if (%true) retain (%a : {A})\n",
        "allocations=1 bytes=16 peak=16 leaked=16",
    ),
    "cases": (
        f"scf.index_switch %n\ncase 1 {{\n{SCRATCH}scf.yield\n}}\ncase 2 {{\n"
        f"%b = memref.alloc() : {B}\nmemref.dealloc %b : {B}\nscf.yield\n}}\ndefault {{\nscf.yield\n}}\n",
        "allocations=1 bytes=32 peak=32",
    ),
    "unknown sizes": (
        "scf.if %c {\n%a = memref.alloc(%n) : memref<?xi8>\nmemref.dealloc %a : memref<?xi8>\n"
        "} else {\n%a = memref.alloc() : memref<5xi8>\nmemref.dealloc %a : memref<5xi8>\n}\n",
        "allocations=1 bytes=max(%arg1, 5) peak=max(%arg1, 5)",
    ),
}
BLOCKS = {
    "a diamond": (
        f"cf.cond_br %c, ^l, ^r\n^l:\n{SCRATCH}cf.br ^j\n^r:\n%b = memref.alloc() : {B}\n"
        f"memref.dealloc %b : {B}\ncf.br ^j\n^j:\n",
        "allocations=1 bytes=32 peak=32",
    ),
    "a diamond that hands on": (
        f"cf.cond_br %c, ^l, ^r\n^l:\n{ALLOC}cf.br ^j(%a : {A})\n^r:\n%b = memref.alloc() : {A}\n"
        f"cf.br ^j(%b : {A})\n^j(%t: {A}):\nmemref.dealloc %t : {A}\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "freed on one way": (
        f"{ALLOC}cf.cond_br %c, ^l, ^j\n^l:\n{FREE}cf.br ^j\n^j:\n",
        "allocations=1 bytes=16 peak=16 leaked=16",
    ),
    "freed by the same condition": (
        f"cf.cond_br %c, ^l, ^r\n^l:\n{ALLOC}cf.br ^j(%a : {A})\n^r:\ncf.br ^j(%x : {A})\n"
        f"^j(%t: {A}):\ncf.cond_br %c, ^f, ^e\n^f:\nmemref.dealloc %t : {A}\ncf.br ^e\n^e:\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "a loop": (
        f'cf.br ^h\n^h:\n%g = "test.again"() : () -> i1\ncf.cond_br %g, ^b, ^e\n^b:\n{SCRATCH}'
        "cf.br ^h\n^e:\n",
        "allocations=runs bytes=16*runs peak=16",
    ),
    "a loop that leaks": (
        f'cf.br ^h\n^h:\n%g = "test.again"() : () -> i1\ncf.cond_br %g, ^b, ^e\n^b:\n{ALLOC}'
        "cf.br ^h\n^e:\n",
        "allocations=runs bytes=16*runs peak=16*runs + 16 leaked=16*runs",
    ),
}
ALL = {
    f"{kind}: {name}": case
    for kind, cases in {
        "straight": STRAIGHT,
        "dynamic": DYNAMIC,
        "loop": LOOPS,
        "branch": BRANCHES,
        "blocks": BLOCKS,
    }.items()
    for name, case in cases.items()
}


@pytest.mark.parametrize(("body", "expected"), ALL.values(), ids=ALL)
def test_one_function(body: str, expected: str) -> None:
    found = re.sub(r"(trips|runs)\([^)]*\)", r"\1", figures(usage(body)))
    assert found == expected


# Several functions

CALLS = {
    "freed by the callee": (
        f"func.func @g(%x: {A}) {{\nmemref.dealloc %x : {A}\nreturn\n}}\n"
        f"func.func @f() {{\n{ALLOC}call @g(%a) : ({A}) -> ()\nreturn\n}}\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "freed by the caller": (
        f"func.func @g() -> {A} {{\n{SCRATCH.replace('%a', '%t')}{ALLOC}return %a : {A}\n}}\n"
        f"func.func @f() {{\n%a = call @g() : () -> {A}\n{FREE}return\n}}\n",
        "allocations=2 bytes=32 peak=16",
    ),
    "an argument that comes back": (
        f"func.func @g(%x: {A}) -> {A} {{\nreturn %x : {A}\n}}\n"
        f"func.func @f() {{\n{ALLOC}%b = call @g(%a) : ({A}) -> {A}\nmemref.dealloc %b : {A}\n"
        "return\n}\n",
        "allocations=1 bytes=16 peak=16",
    ),
    "in terms of the caller": (
        "func.func @g(%n: index, %x: memref<?xi8>) {\n%c0 = arith.constant 0 : index\n"
        "%d = memref.dim %x, %c0 : memref<?xi8>\n%a = memref.alloc(%n, %d) : memref<?x?xi8>\n"
        "memref.dealloc %a : memref<?x?xi8>\nreturn\n}\n"
        "func.func @f(%m: index, %k: index) {\n%c7 = arith.constant 7 : index\n"
        "%a = memref.alloc(%k) : memref<?xi8>\n"
        "call @g(%c7, %a) : (index, memref<?xi8>) -> ()\nmemref.dealloc %a : memref<?xi8>\n"
        "return\n}\n",
        "allocations=2 bytes=8*%arg1 peak=8*%arg1",
    ),
    "in a loop, leaking": (
        f"func.func @g() {{\n{ALLOC}return\n}}\n"
        "func.func @f() {\naffine.for %i = 0 to 5 {\nfunc.call @g() : () -> ()\n}\nreturn\n}\n",
        "allocations=5 bytes=80 peak=80 leaked=80",
    ),
    "with a stack": (
        f"func.func @g() {{\n%a = memref.alloca() : {A}\nreturn\n}}\n"
        f"func.func @f() {{\n%a = memref.alloca() : {B}\ncall @g() : () -> ()\n"
        "call @g() : () -> ()\nreturn\n}\n",
        "stack=48",
    ),
}


@pytest.mark.parametrize(("text", "expected"), CALLS.values(), ids=CALLS)
def test_calls(text: str, expected: str) -> None:
    """Of a program whose last function is the only one that no other one calls."""
    found = statistics(text)
    assert found.entries == {len(found.functions) - 1}
    assert figures(found.total) == expected
    backwards = "\n}\n".join(reversed(text.rstrip("\n}").split("\n}\n")[:2])) + "\n}\n"
    if text.count("func.func @") == 2 and "}\nreturn" not in text:
        assert figures(statistics(backwards).total) == expected


def test_what_is_returned_is_left_to_the_caller() -> None:
    found = usage(ALLOC, f"return %a : {A}", f" -> {A}")
    assert figures(found) == "allocations=1 bytes=16 peak=16 returned 0=16"


def test_recursion_is_not_counted() -> None:
    found = statistics(
        f"func.func @f() {{\n{SCRATCH}call @g() : () -> ()\nreturn\n}}\n"
        f"func.func @g() {{\n{SCRATCH}call @f() : () -> ()\nreturn\n}}\n"
    )
    assert found.entries == {0, 1}
    assert found.total.not_counted == {
        "func.call of @f, which is recursive": 1,
        "func.call of @g, which is recursive": 1,
    }
    assert [figures(one) for _, one in found.functions] == ["allocations=1 bytes=16 peak=16"] * 2


def test_what_is_unknown_is_named() -> None:
    found = statistics(
        f"func.func private @h() -> {A}\nfunc.func @f(%g: () -> ()) {{\n{SCRATCH}"
        f'%x = call @h() : () -> {A}\ncall_indirect %g() : () -> ()\n"test.use"(%x) : ({A}) -> ()\n'
        f'"test.use"(%x) : ({A}) -> ()\nreturn\n}}\n'
    ).total
    assert figures(found) == "allocations=1 bytes=16 peak=16"
    assert found.not_counted == {
        "func.call of @h, which has no body": 1,
        "func.call_indirect of an unknown function": 1,
        "test.use": 2,
    }


def test_globals_are_apart() -> None:
    found = statistics(
        "memref.global constant @a : memref<4xi16> = dense<1>\n"
        "memref.global @b : memref<3xi8> = uninitialized\n"
    )
    assert str(found.global_bytes) == "11"
    assert figures(found.total) == ""


def test_deeply_nested_loops() -> None:
    """Neither recursion nor a second look at each of them ends the walk."""
    depth = 60
    text = SCRATCH
    for level in range(depth):
        text = (
            f"%r{level} = scf.for %i{level} = %c0 to %c1 step %c1 iter_args(%t{level} = %x) -> ({A}) {{\n"
            f"{text}%b{level} = memref.alloc() : {A}\nscf.yield %b{level} : {A}\n}}\n"
        )
    assert str(usage(text.replace("to %c1 ", "to %n ")).usage.allocations).endswith("+ %arg1")


def test_too_many_that_cannot_be_compared_are_one_unknown() -> None:
    text = "".join(
        f'%n{i} = "test.extent"() : () -> index\n%a{i} = memref.alloc(%n{i}) : memref<?xi8>\n'
        f"memref.dealloc %a{i} : memref<?xi8>\n"
        for i in range(20)
    )
    found = usage(text)
    assert "max(of 9 sizes)" in str(found.peak)
    assert str(found.leaked) == "0"


def test_a_program_that_is_not_valid_is_refused() -> None:
    module = bufferize.parse(f"func.func @f() {{\n{ALLOC}return\n}}\n", CONTEXT)
    *_, end = module.walk()
    end.detach()
    with pytest.raises(VerifyError, match="block with no terminator"):
        buffer_statistics(module)
