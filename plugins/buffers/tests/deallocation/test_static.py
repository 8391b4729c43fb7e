"""`--buffer-deallocation`: where mlir-opt 16 is wrong, what is refused, and programs that are run."""

from __future__ import annotations

import re
import shutil

import numpy as np
import pytest

import bufferize
from bufferize.diagnostics import PassError
from bufferize.record import BufferAction, BufferLog
from bufferize_buffers.deallocation.static import deallocate_buffers
from bufferize_buffers.placement.copy_removal import remove_copies
from bufferize_interpreter import Machine
from bufferize_interpreter.native import NativeStop
from bufferize_testing import OLDER_REFERENCE_TOOL, run_reference
from tests.run_programs import RUNNER

from .native import outcome
from .programs import program
from .test_reference import run_ours
from .test_third_party import LOOP, TOY, lines

PASS = "buffer-deallocation"
needs_runner = pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")


def freed(text: str) -> str:
    """A program as it is printed, with its deallocations."""
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    context.register_dialect(TOY)
    module = bufferize.parse(text, context)
    deallocate_buffers(module, context)
    return bufferize.print_module(module)


# What mlir-opt 16 gets wrong

M = "memref<4xf32>"
SIGNATURE = f"func.func @first(%x: {M}) -> {M}"
FLAGS = """
  %c = func.call @flag() : () -> i1
  %n = func.call @bound() : () -> index
  %one = func.call @step() : () -> index
"""
END = f"%end = bufferization.clone %x : {M} to {M}\nreturn %end : {M}"
USE = f"memref.copy %a, %x : {M} to {M}"
WRONG = {
    "nothing is freed at the beginning of the last block": (
        "leaks",
        f"""
        %a = memref.alloc() : {M}
        memref.copy %x, %a : {M} to {M}
        %end = bufferization.clone %x : {M} to {M}
        cf.cond_br %c, ^left, ^right
      ^left:
        {USE}
        cf.br ^join
      ^right:
        {USE}
        cf.br ^join
      ^join:
        return %end : {M}
        """,
    ),
    "used behind the block that allocates it, where ways meet": (
        "reads what is freed",
        f"""
        %a = memref.alloc() : {M}
        memref.copy %x, %a : {M} to {M}
        cf.cond_br %c, ^left, ^right
      ^left:
        cf.br ^join
      ^right:
        cf.br ^join
      ^join:
        %i = arith.constant 0 : index
        {USE}
        {END}
        """,
    ),
    "a loop that does not run gives what it starts with": (
        "reads what is freed",
        f"""
        %g = memref.alloc() : {M}
        memref.copy %x, %g : {M} to {M}
        %r = scf.if %c -> ({M}) {{
          %a = memref.alloc() : {M}
          memref.copy %x, %a : {M} to {M}
          scf.yield %a : {M}
        }} else {{
          %a = memref.alloc() : {M}
          memref.copy %x, %a : {M} to {M}
          scf.yield %a : {M}
        }}
        %s = scf.for %i = %n to %n step %one iter_args(%p = %r) -> ({M}) {{
          scf.yield %g : {M}
        }}
        memref.copy %s, %x : {M} to {M}
        {END}
        """,
    ),
    "the program frees what a branch yields": (
        "frees twice",
        f"""
        %r = scf.if %c -> ({M}) {{
          %a = memref.alloc() : {M}
          memref.copy %x, %a : {M} to {M}
          scf.yield %a : {M}
        }} else {{
          %a = memref.alloc() : {M}
          memref.copy %x, %a : {M} to {M}
          scf.yield %a : {M}
        }}
        memref.copy %r, %x : {M} to {M}
        memref.dealloc %r : {M}
        {END}
        """,
    ),
    "the program frees a view": (
        "frees twice",
        f"""
        %a = memref.alloc() : {M}
        memref.copy %x, %a : {M} to {M}
        %v = memref.cast %a : {M} to memref<?xf32>
        {USE}
        memref.dealloc %v : memref<?xf32>
        {END}
        """,
    ),
    "a buffer of one way, needed on two of its ways": (
        "leaks",
        f"""
        %end = bufferization.clone %x : {M} to {M}
        cf.cond_br %c, ^new, ^join
      ^new:
        %a = memref.alloc() : {M}
        memref.copy %x, %a : {M} to {M}
        %d = func.call @flag() : () -> i1
        cf.cond_br %d, ^left, ^join
      ^left:
        {USE}
        cf.br ^join
      ^join:
        return %end : {M}
        """,
    ),
    "two returns": (
        "crashes",
        f"""
        %a = memref.alloc() : {M}
        memref.copy %x, %a : {M} to {M}
        cf.cond_br %c, ^left, ^right
      ^left:
        {USE}
        {END}
      ^right:
        return %a : {M}
        """,
    ),
    "a function returns what it is given": (
        "reads what is freed",
        f"""
        %a = memref.alloc() : {M}
        memref.copy %x, %a : {M} to {M}
        %r = func.call @same(%a) : ({M}) -> {M}
        memref.copy %r, %x : {M} to {M}
        {END}
        """,
    ),
}


def whole(body: str) -> str:
    """A module that can be run, for any way of the function."""
    declared = "\n".join(
        f"func.func private @{name}() -> {type}"
        for name, type in (("flag", "i1"), ("bound", "index"), ("step", "index"))
    )
    return f"""
module {{
{declared}
func.func private @same(%x: {M}) -> {M} {{
  return %x : {M}
}}
{SIGNATURE} {{{FLAGS}{body}}}
func.func @second(%x: {M}) -> {M} {{
  {END}
}}
}}
"""


def verdict(text: str) -> str:
    """What comes of running a program with its deallocations, whatever way it takes."""
    for seed in (1, 5):
        try:
            printed = outcome(text, seed)
        except NativeStop:
            return "frees twice"
        if printed[:-1] != ["1.5"] * 12:
            return "reads what is freed"
        if printed[-1] != "0":
            return "leaks"
    return "is right"


@needs_runner
@pytest.mark.reference
@pytest.mark.parametrize("name", WRONG)
def test_ours_is_right(name: str) -> None:
    assert verdict(run_ours(whole(WRONG[name][1]), PASS)) == "is right"


@needs_runner
@pytest.mark.reference(tool=OLDER_REFERENCE_TOOL)
@pytest.mark.parametrize("name", WRONG)
def test_the_reference_is_not(name: str) -> None:
    expected, body = WRONG[name]
    shown = run_ours(whole(body), "")
    done = run_reference(shown, f"--{PASS}", tool=OLDER_REFERENCE_TOOL)
    found = verdict(done.stdout) if done.returncode == 0 else "crashes"
    assert found == expected


# Programs that are run


def simpler(text: str) -> str:
    """A random program whose functions copy what they would call for, and what they return.

    Nothing is written to but copies: the pass takes buffers to stay as they are once they are handed on.
    """
    text = re.sub(r".*memref\.store.*\n", "", text)
    text = re.sub(
        r"func\.call @(?:outside|helper|first)\((%\w+)\) : \(([^)]*)\) -> .*",
        r"bufferization.clone \1 : \2 to \2",
        text,
    )
    return re.sub(
        r"return (%\w+) : (memref.*)",
        r"%end = bufferization.clone \1 : \2 to \2\nreturn %end : \2",
        text,
    )


@needs_runner
@pytest.mark.reference
@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_left_or_freed_twice(seed: int) -> None:
    text = simpler(program(seed))
    expected = outcome(run_ours(text, "buffer-deallocation-pipeline"), seed)
    assert expected[-1] == "0"
    assert outcome(run_ours(text, PASS), seed) == expected


# What is refused, and what is left alone


def test_regions_must_say_when_they_run() -> None:
    program = """
    func.func @f(%x: memref<4xf32>) {
      %r = "test.region"(%x) ({
        %a = memref.alloc() : memref<4xf32>
        "test.end"(%a) : (memref<4xf32>) -> ()
      }) : (memref<4xf32>) -> memref<4xf32>
      return
    }
    """
    with pytest.raises(PassError, match="need to implement the RegionBranchOpInterface"):
        freed(program)


def test_tensors_that_stand_for_different_buffers_are_refused() -> None:
    program = """
    func.func @f(%c: i1, %t: tensor<4xf32>) -> tensor<4xf32> {
      %r = scf.if %c -> (tensor<4xf32>) {
        %a = memref.alloc() : memref<4xf32>
        %s = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>
        scf.yield %s : tensor<4xf32>
      } else {
        scf.yield %t : tensor<4xf32>
      }
      return %r : tensor<4xf32>
    }
    """
    with pytest.raises(PassError) as caught:
        freed(program)
    assert "a value of type 'tensor<4xf32>' may stand for different buffers" in str(caught.value)
    assert "bufferize all tensors before" in str(caught.value)


UNCHANGED = {
    "declared": "func.func private @f(memref<4xf32>) -> memref<4xf32>",
    "stored in another buffer": """
    func.func @f(%m: memref<2xmemref<4xf32>>, %i: index) {
      %a = memref.alloc() : memref<4xf32>
      memref.store %a, %m[%i] : memref<2xmemref<4xf32>>
      return
    }
    """,
    "freed on one of two ways": """
    func.func @f(%c: i1, %x: memref<4xf32>) {
      %a = memref.alloc() : memref<4xf32>
      %r = arith.select %c, %a, %x : memref<4xf32>
      memref.dealloc %r : memref<4xf32>
      return
    }
    """,
    "never allocated": """
    func.func @f(%x: memref<4xf32>) {
      return
    ^never:
      %a = memref.alloc() : memref<4xf32>
      return
    }
    """,
}


@pytest.mark.parametrize("name", UNCHANGED)
def test_left_alone(name: str) -> None:
    context = bufferize.Context()
    assert freed(UNCHANGED[name]) == bufferize.print_module(
        bufferize.parse(UNCHANGED[name], context)
    )


def test_the_result_of_realloc_is_freed() -> None:
    text = freed("""
    func.func @f(%n: index) {
      %a = memref.alloc(%n) : memref<?xf32>
      %b = memref.realloc %a(%n) : memref<?xf32> to memref<?xf32>
      "test.use"(%b) : (memref<?xf32>) -> ()
      return
    }
    """)
    assert re.findall("memref.dealloc (.*) :", text) == ["%0"]


def test_an_edge_between_blocks_gets_a_block() -> None:
    text = freed("""
    func.func @f(%c: i1, %d: i1, %x: memref<4xf32>) {
      cf.cond_br %c, ^new, ^end(%x, %d : memref<4xf32>, i1)
    ^new:
      %a = memref.alloc() : memref<4xf32>
      cf.cond_br %d, ^use, ^end(%x, %c : memref<4xf32>, i1)
    ^use:
      memref.copy %x, %a : memref<4xf32> to memref<4xf32>
      cf.br ^end(%x, %c : memref<4xf32>, i1)
    ^end(%y: memref<4xf32>, %e: i1):
      return
    }
    """)
    assert "cf.cond_br %arg1, ^bb3, ^bb2(%arg2, %arg0 : memref<4xf32>, i1)" in text
    block = text.partition("\n  ^bb2(")[2].partition("\n  ^bb3")[0]
    assert [line.split(" : ")[0].strip() for line in block.splitlines()[1:3]] == [
        "memref.dealloc %alloc",
        "cf.br ^bb4(%0, %1",
    ]
    assert text.count("memref.dealloc") == 2


# Operations of another dialect


def test_a_loop_of_another_dialect() -> None:
    text = freed(LOOP)
    assert lines(text, "toy.repeat")[0].startswith('%1 = "toy.repeat"(%arg0, %0, %arg3)')
    assert lines(text, "clone") == [
        f"%0 = bufferization.clone %arg1 : {M} to {M}",
        f"%2 = bufferization.clone %alloc : {M} to {M}",
    ]
    assert lines(text, "dealloc") == [
        f"memref.dealloc %arg4 : {M}",
        f"memref.dealloc %alloc : {M}",
        f"memref.dealloc %1 : {M}",
    ]


def test_a_branch_of_another_dialect() -> None:
    text = freed(f"""
    func.func @f(%c: i1, %a: {M}, %v: f32, %i: index) {{
      %b = memref.alloc() : {M}
      "toy.goto_if"(%c, %b, %a)[^one, ^two]
        <{{operandSegmentSizes = array<i32: 1, 1, 1>}}> : (i1, {M}, {M}) -> ()
    ^one(%x: {M}):
      memref.store %v, %x[%i] : {M}
      return
    ^two(%y: {M}):
      memref.store %v, %y[%i] : {M}
      return
    }}""")
    assert lines(text, "clone") == []
    assert lines(text, "dealloc") == [f"memref.dealloc %alloc : {M}"] * 2


def test_a_branch_that_makes_an_argument_itself() -> None:
    text = freed(f"""
    func.func @f(%v: f32, %i: index) {{
      %b = memref.alloc() : {M}
      "toy.leap"()[^one] : () -> ()
    ^one(%x: {M}):
      memref.store %v, %x[%i] : {M}
      return
    }}""")
    assert lines(text, "dealloc") == [f"memref.dealloc %alloc : {M}"]


# Reasons


def test_the_log_says_why() -> None:
    context = bufferize.Context()
    module = bufferize.parse(
        f"""
        func.func @f(%c: i1, %x: {M}, %m: memref<2x{M}>, %i: index) -> {M} {{
          %kept = memref.alloc() : {M}
          memref.store %kept, %m[%i] : memref<2x{M}>
          %r = scf.if %c -> ({M}) {{
            %a = memref.alloc() : {M}
            memref.copy %x, %a : {M} to {M}
            scf.yield %a : {M}
          }} else {{
            scf.yield %x : {M}
          }}
          memref.copy %r, %x : {M} to {M}
          %b = memref.alloc() : {M}
          return %b : {M}
        }}""",
        context,
    )
    log = BufferLog()
    deallocate_buffers(module, context, log=log)
    remove_copies(module, log=log)
    found = [(remark.action, remark.why) for remark in log.remarks]
    stored, handed, freed_there, reused = (
        "its address is stored, or a region uses it later, so any operation may use it",
        "the block may pass it on at its end, for example as the result of a function",
        "on every path that leads here, its last use is over",
        "after it is copied it is only freed, and the new buffer is not used before the copy",
    )
    cloned = "the value that gets it may also be another buffer, and is freed after its last use"
    assert found == [
        (BufferAction.COPIED, cloned),
        (BufferAction.COPIED, cloned),
        (BufferAction.KEPT, stored),
        (BufferAction.KEPT, handed),
        (BufferAction.FREED, freed_there),
        (BufferAction.FREED, freed_there),
        (BufferAction.REUSED, reused),
    ]


# Edges from a branch to a block that others reach, too

START = f"""func.func @f(%c: i1, %d: i1, %x: {M}) {{
  %n = arith.constant 7 : i32
  %a = memref.alloc() : {M}
  memref.copy %x, %a : {M} to {M}
"""
OTHER = f"%b = memref.alloc() : {M}\nmemref.copy %x, %b : {M} to {M}"
LAST = f"memref.copy %a, %y : {M} to {M}\nmemref.copy %y, %x : {M} to {M}\nreturn\n}}"
CRITICAL = {
    "from one side": f"""{START}
        cf.cond_br %c, ^join(%a : {M}), ^other
      ^other:
        {OTHER}
        cf.br ^join(%b : {M})
      ^join(%y: {M}):
        {LAST}""",
    "from both sides": f"""{START}
        cf.cond_br %c, ^other(%n : i32), ^join(%a : {M})
      ^other(%m: i32):
        {OTHER}
        cf.cond_br %d, ^join(%b : {M}), ^join(%a : {M})
      ^join(%y: {M}):
        {LAST}""",
    "from a switch": f"""{START}
        %flag = arith.extui %c : i1 to i32
        cf.switch %flag : i32, [
          default: ^join(%a : {M}),
          0: ^other
        ]
      ^other:
        {OTHER}
        cf.br ^join(%b : {M})
      ^join(%y: {M}):
        {LAST}""",
}


@pytest.mark.parametrize("text", CRITICAL.values(), ids=list(CRITICAL))
def test_a_copy_is_made_only_on_the_edge_that_needs_it(text: str) -> None:
    """mlir-opt 16 makes it in front of the branch, and leaks it on the other edge."""
    result = freed(text)
    for c in (False, True):
        for other in (False, True):
            context = bufferize.Context()
            machine = Machine(bufferize.parse(result, context), context)
            machine.run("f", [c, other, np.ones(4, np.float32)], leaks=True)
