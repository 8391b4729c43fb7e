"""Whole programs: control flow, calls, statistics, and errors."""

from __future__ import annotations

import gc
import io
import json
import threading
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize.diagnostics import OptionError
from bufferize_interpreter import Machine, Timeline, Trap, TrapKind, run
from plugins.interpreter.tests.programs import CONTEXT, call, machine

FACTORIAL = """
func.func @f(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %stop = arith.cmpi sle, %n, %one : i64
  %r = scf.if %stop -> (i64) {
    scf.yield %one : i64
  } else {
    %m = arith.subi %n, %one : i64
    %f = func.call @f(%m) : (i64) -> i64
    %p = arith.muli %n, %f : i64
    scf.yield %p : i64
  }
  return %r : i64
}
"""


def test_recursion_and_wrapping_around() -> None:
    assert call(FACTORIAL, 5) == 120
    expected = 1
    for i in range(1, 31):
        expected *= i
    assert call(FACTORIAL, 30) == (expected + 2**63) % 2**64 - 2**63
    assert call(FACTORIAL, 1500) == 0


@pytest.mark.parametrize("depth", [100_000, 10_000_000])
def test_recursion_that_is_too_deep_is_a_trap_in_any_thread(depth: int) -> None:
    problems: list[Trap] = []

    def deep() -> None:
        with pytest.raises(Trap) as failure:
            call(FACTORIAL, depth)
        problems.append(failure.value)

    thread = threading.Thread(target=deep)
    thread.start()
    thread.join()
    deep()
    assert [problem.kind for problem in problems] == [TrapKind.LIMIT] * 2


def test_threads_do_not_disturb_each_other() -> None:
    expected = [call(FACTORIAL, n) for n in range(1, 20)]
    found: list[list[Any]] = []
    threads = [
        threading.Thread(target=lambda: found.append([call(FACTORIAL, n) for n in range(1, 20)]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_runs_leave_nothing_behind() -> None:
    module = bufferize.parse(SCALE, CONTEXT)
    machine = Machine(module, CONTEXT)

    def objects_after(runs: int) -> int:
        for _ in range(runs):
            machine.run("f", [np.ones(4, np.float32), 4, 2.0])
            run(module, "f", [np.ones(4, np.float32), 4, 2.0], context=CONTEXT)
        gc.collect()
        return len(gc.get_objects())

    before = objects_after(10)
    assert objects_after(500) - before < 500


def test_endless_recursion_is_a_trap() -> None:
    program = """
    func.func @f(%n: i64) -> i64 {
      %r = func.call @f(%n) : (i64) -> i64
      return %r : i64
    }"""
    with pytest.raises(Trap) as failure:
        call(program, 1)
    assert failure.value.kind is TrapKind.LIMIT
    assert str(failure.value) == (
        "program.mlir:3:12: error: 'func.call' nests calls too deep: maybe the recursion never ends"
    )


SCALE = """
func.func @f(%x: memref<?xf32>, %n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %f : f32
    memref.store %w, %x[%i] : memref<?xf32>
    %t = arith.addf %s, %w : f32
    scf.yield %t : f32
  }
  return %sum : f32
}
"""


def test_a_buffer_is_written_to_and_accesses_are_counted() -> None:
    x = np.arange(5, dtype=np.float32)
    (total,), statistics = machine(SCALE).run("f", [x, 5, 0.1])
    expected = np.arange(5, dtype=np.float32) * np.float32(0.1)
    assert np.array_equal(x, expected)
    wanted = np.float32(0)
    for value in expected:
        wanted += value
    assert total == wanted
    assert isinstance(total, np.float32)
    assert [(op.name, n) for op, n in statistics.loads.items()] == [("memref.load", 5)]
    assert [(op.name, n) for op, n in statistics.stores.items()] == [("memref.store", 5)]
    assert statistics.executed == 5 + 5 * 5
    written = statistics.to_json()
    assert written["loads"] == [{"op": "memref.load", "at": "program.mlir:7:10", "elements": 5}]
    assert json.loads(json.dumps(written)) == written


def test_calls_are_part_of_what_is_said() -> None:
    program = f"""{SCALE}
    func.func @g(%x: memref<?xf32>, %n: index) -> f32 {{
      %f = arith.constant 1.0 : f32
      %r = func.call @f(%x, %n, %f) : (memref<?xf32>, index, f32) -> f32
      return %r : f32
    }}"""
    with pytest.raises(Trap) as failure:
        machine(program).run("g", [np.zeros(3, np.float32), 4])
    assert str(failure.value) == (
        "program.mlir:7:10: error: 'memref.load' index #0 3 is out of bounds: it must be from 0 "
        "to 2\nprogram.mlir:18:12: note: called from here"
    )


# The loop's ops, its operands and result: the sum of (counter + 10) over the iterations.
LOOPS = [
    ("index", "", [0, 7, 3], [0, 3, 6]),
    ("index", "", [5, 5, 1], []),
    ("index", "", [-3, 2, 2], [-3, -1, 1]),
    ("i8", "", [100, 127, 20], [100, 120]),
    ("i8", "unsigned", [100, -56, 50], [100, 150]),
    ("i8", "unsigned", [-6, -1, 3], [250, 253]),
    ("i1", "unsigned", [0, 1, 1], [0]),
    ("i1", "", [1, 0, 1], None),
]


@pytest.mark.parametrize(("type", "sign", "bounds", "counters"), LOOPS)
def test_counted_loops(type: str, sign: str, bounds: list[int], counters: list[int] | None) -> None:
    cast = "arith.index_castui" if sign else "arith.index_cast"
    body = (
        "%j = arith.addi %i, %c0 : index"
        if type == "index"
        else f"%j = {cast} %i : {type} to index"
    )
    program = f"""
    func.func @f(%a: {type}, %b: {type}, %s: {type}) -> index {{
      %c0 = arith.constant 0 : index
      %c10 = arith.constant 10 : index
      %r = scf.for {sign} %i = %a to %b step %s iter_args(%t = %c0) -> (index) : {type} {{
        {body}
        %k = arith.addi %j, %c10 : index
        %u = arith.addi %t, %k : index
        scf.yield %u : index
      }}
      return %r : index
    }}"""
    if counters is None:  # a signed 1 of one bit is -1: no step
        with pytest.raises(Trap, match="has a step of -1"):
            call(program, *bounds)
    else:
        assert call(program, *bounds) == sum(counters) + 10 * len(counters)


def test_while_switch_and_execute_region() -> None:
    program = """
    func.func @f(%n: index) -> (index, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c10 = arith.constant 10 : index
      %r:2 = scf.while (%i = %n, %steps = %c0) : (index, index) -> (index, index) {
        %go = arith.cmpi slt, %i, %c10 : index
        scf.condition(%go) %i, %steps : index, index
      } do {
      ^bb0(%i: index, %steps: index):
        %j = scf.index_switch %i -> index
        case 3 { scf.yield %c10 : index }
        case 5 {
          %k = scf.execute_region -> index {
            cf.br ^next(%i : index)
          ^next(%x: index):
            %y = arith.addi %x, %x : index
            scf.yield %y : index
          }
          scf.yield %k : index
        }
        default {
          %k = arith.addi %i, %c1 : index
          scf.yield %k : index
        }
        %more = arith.addi %steps, %c1 : index
        scf.yield %j, %more : index, index
      }
      return %r#0, %r#1 : index, index
    }"""
    assert [call(program, n) for n in (0, 4, 12)] == [(10, 4), (10, 2), (12, 0)]


def test_blocks() -> None:
    program = """
    func.func @f(%n: i32, %flag: i8) -> i32 {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      cf.br ^head(%zero, %zero : i32, i32)
    ^head(%i: i32, %sum: i32):
      %go = arith.cmpi slt, %i, %n : i32
      cf.cond_br %go, ^body, ^end(%sum : i32)
    ^body:
      %next = arith.addi %i, %one : i32
      cf.switch %flag : i8, [
        default: ^head(%next, %sum : i32, i32),
        -2: ^add(%i : i32),
        5: ^end(%one : i32)
      ]
    ^add(%x: i32):
      %more = arith.addi %sum, %x : i32
      cf.br ^head(%next, %more : i32, i32)
    ^end(%r: i32):
      return %r : i32
    }"""
    assert [call(program, 5, flag) for flag in (0, -2, 5)] == [0, 10, 1]


def test_functions_as_values() -> None:
    program = """
    func.func private @double(%x: i8) -> i8 {
      %y = arith.addi %x, %x : i8
      return %y : i8
    }
    func.func private @same(%x: i8) -> i8 {
      return %x : i8
    }
    func.func @f(%c: i1, %x: i8) -> i8 {
      %a = func.constant @double : (i8) -> i8
      %b = func.constant @same : (i8) -> i8
      %g = arith.select %c, %a, %b : (i8) -> i8
      %r = func.call_indirect %g(%x) : (i8) -> i8
      return %r : i8
    }"""
    assert [call(program, c, 3) for c in (0, 1)] == [3, 6]


ORDER = """
func.func @f(%m: memref<1xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.forall (%i) in (6) {
    %x = arith.index_cast %i : index to i8
    memref.store %x, %m[%c0] : memref<1xi8>
  }
  return
}"""


def test_parallel_iterations_come_in_a_drawn_order() -> None:
    seen = set()
    for seed in range(20):
        buffer = np.zeros(1, np.int8)
        call(ORDER, buffer, seed=seed)
        again = np.zeros(1, np.int8)
        call(ORDER, again, seed=seed)
        assert buffer[0] == again[0]
        seen.add(int(buffer[0]))
    assert len(seen) > 2


def test_reductions_of_parallel_loops() -> None:
    program = """
    func.func @f(%n: index, %a: index, %b: index) -> (index, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c2) init (%a, %b) -> (index, index) {
        %p = arith.muli %i, %j : index
        scf.reduce(%p, %j : index, index) {
        ^bb0(%x: index, %y: index):
          %z = arith.addi %x, %y : index
          scf.reduce.return %z : index
        }, {
        ^bb0(%x: index, %y: index):
          %z = arith.maxsi %x, %y : index
          scf.reduce.return %z : index
        }
      }
      return %r#0, %r#1 : index, index
    }"""
    expected = 7 + sum(i * j for i in range(5) for j in range(0, 5, 2))
    assert {call(program, 5, 7, 1, seed=seed) for seed in range(5)} == {(expected, 4)}


def test_a_program_that_never_ends() -> None:
    program = """
    func.func @f() {
      cf.br ^again
    ^again:
      cf.br ^again
    }"""
    with pytest.raises(Trap) as failure:
        call(program, limit=1000)
    assert failure.value.kind is TrapKind.LIMIT
    assert failure.value.diagnostics[0].message == (
        "'cf.br' runs a block more often than 1000 times, the limit: maybe the program never ends"
    )
    assert str(failure.value).startswith("program.mlir:5:7: error: ")
    assert "--limit=N, in Python Machine.run(…, limit=N), allows more" in [
        note.message for note in failure.value.diagnostics[0].notes
    ]


def test_a_loop_that_never_ends_is_named_itself() -> None:
    program = """
    func.func @f(%x: i32) {
      scf.while : () -> () {
        %true = arith.constant true
        vector.print %x : i32
        scf.condition(%true)
      } do {
        scf.yield
      }
      return
    }"""
    with pytest.raises(Trap, match="program.mlir:3:7: error: 'scf.while' runs a block more often"):
        call(program, 1, limit=1000)


def test_calls_from_one_place_are_one_note() -> None:
    with pytest.raises(Trap) as failure:
        call(FACTORIAL, 50, limit=20)
    notes = [note.message for note in failure.value.diagnostics[0].notes]
    assert notes[1:] == ["called from here, 20 times"]


def test_assertions_and_unreachable_places() -> None:
    program = """
    func.func @f(%c: i1) {
      cf.assert %c, "must hold"
      ub.unreachable
    }"""
    with pytest.raises(Trap, match="""'cf.assert' does not hold: "must hold\""""):
        call(program, 0)
    with pytest.raises(Trap, match="'ub.unreachable' is reached") as failure:
        call(program, 1)
    assert failure.value.kind is TrapKind.ASSERTION


def test_poison_follows_the_value() -> None:
    program = """
    func.func @f(%c: i1) -> i8 {
      %p = ub.poison : i8
      %q = arith.addi %p, %p : i8
      %one = arith.constant 1 : i8
      %r = arith.select %c, %one, %q : i8
      return %r : i8
    }"""
    assert call(program, 1) == 1
    with pytest.raises(Trap, match="'func.func' returns undefined result #0"):
        call(program, 0)
    divided = program.replace("arith.select %c, %one, %q", "arith.divsi %one, %q")
    with pytest.raises(Trap, match="'arith.divsi' this depends on a value that is undefined"):
        call(divided, 0)
    assert repr(call(program, 0, undefined=True)) == "poison"


def test_external_functions() -> None:
    program = """
    func.func private @twice(i8) -> i8
    func.func @f(%x: i8) -> i8 {
      %r = func.call @twice(%x) : (i8) -> i8
      return %r : i8
    }"""
    with pytest.raises(Trap, match="'func.call' calls 'twice', which has no body") as failure:
        call(program, 1)
    assert failure.value.kind is TrapKind.EXTERNAL_CALL
    module = bufferize.parse(program, CONTEXT)
    given = Machine(module, CONTEXT, externals={"twice": lambda x: [2 * x]})
    assert given.run("f", [4]).results == (8,)


def test_globals_of_ml_programs() -> None:
    program = """
    ml_program.global private mutable @state(dense<[1, 2]> : tensor<2xi8>) : tensor<2xi8>
    ml_program.func @f(%x: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>) {
      %a = ml_program.global_load @state : tensor<2xi8>
      ml_program.global_store @state = %x : tensor<2xi8>
      %b = ml_program.global_load @state : tensor<2xi8>
      ml_program.return %a, %b : tensor<2xi8>, tensor<2xi8>
    }"""
    for _ in range(2):
        a, b = call(program, np.array([5, 6], np.int8))
        assert [a.tolist(), b.tolist()] == [[1, 2], [5, 6]]


def events_of(timeline: Timeline) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Return the names in a trace, and its other events, which have what their phase requires.

    The phases are those of the trace-event format: M names, b and e begin and end what has one
    `cat`, `id` and `name`, C is a counter. Times are in microseconds.
    """
    written = json.loads(timeline.to_json())
    assert set(written) == {"traceEvents", "displayTimeUnit"}
    names = {e["name"]: e["args"]["name"] for e in written["traceEvents"] if e["ph"] == "M"}
    events = [e for e in written["traceEvents"] if e["ph"] != "M"]
    begun: dict[tuple[str, int, str], float] = {}
    for event in events:
        assert {"ph", "name", "pid", "ts", "args"} <= set(event)
        assert isinstance(event["ts"], float)
        if event["ph"] == "C":
            assert all(isinstance(value, int) for value in event["args"].values())
            continue
        key = (event["cat"], event["id"], event["name"])
        if event["ph"] == "b":
            assert key not in begun
            begun[key] = event["ts"]
        else:
            assert event["ph"] == "e"
            assert begun[key] <= event["ts"]
    times = [event["ts"] for event in events]
    assert times == sorted(times)
    return names, events


def test_a_timeline() -> None:
    program = """
    func.func @f(%n: index) {
      %m = memref.alloc(%n) : memref<?xi32>
      memref.dealloc %m : memref<?xi32>
      return
    }"""
    timeline = Timeline()
    machine(program).run("f", [3], timeline=timeline)
    names, events = events_of(timeline)
    assert names == {"process_name": "bufferize", "thread_name": "program"}
    assert [(e["ph"], e["name"]) for e in events] == [
        ("b", "memref.alloc 12 B"),
        ("C", "live bytes"),
        ("e", "memref.alloc 12 B"),
        ("C", "live bytes"),
    ]
    assert [e["args"] for e in events[1::2]] == [{"bytes": 12}, {"bytes": 0}]
    assert events[0]["args"]["at"] == "program.mlir:3:12"


@pytest.mark.parametrize(
    ("type", "value", "message"),
    [
        ("i8", 300, "argument #0: 300 does not fit into i8"),
        ("i8", 1.5, "argument #0: 1.5 is no i8"),
        ("f32", "x", "argument #0: 'x' is no f32"),
        ("f32", np.zeros(4, np.float32), "argument #0: an array of extents [4] is no f32"),
        ("tensor<2xf32>", [1, 2, 3], "an array of extents [3] is no tensor<2xf32>"),
        ("tensor<?xi8>", [1.5], "an array of float64 is no tensor<?xi8>"),
        ("tensor<1xi8>", [300], "numbers that do not fit into tensor<1xi8>"),
        ("memref<2xf32>", np.zeros(2), "an array of float64 cannot be written to as memref<2xf32>"),
    ],
)
def test_arguments_that_do_not_fit(type: str, value: Any, message: str) -> None:
    with pytest.raises(OptionError) as failure:
        call(f"func.func @f(%x: {type}) {{ return }}", value)
    assert message in str(failure.value)


def test_what_cannot_be_called() -> None:
    module = bufferize.parse("func.func @f() { return }", CONTEXT)
    with pytest.raises(OptionError, match="there is no function 'g'"):
        run(module, "g", context=CONTEXT)
    with pytest.raises(OptionError, match="'f' takes 0 arguments, but 1 are given"):
        run(module, "f", [1], context=CONTEXT)
    results, statistics = run(module, "f", context=CONTEXT)
    assert results == ()
    assert statistics.executed == 1


def test_unsigned_and_signed_arguments() -> None:
    program = "func.func @f(%x: i8, %y: ui8, %z: tensor<2xi1>) -> (i8, ui8, tensor<2xi1>) { return %x, %y, %z : i8, ui8, tensor<2xi1> }"
    x, y, z = call(program, 255, 255, [True, False])
    assert (x, y, z.tolist()) == (-1, 255, [True, False])


def test_one_array_given_twice_is_one_buffer() -> None:
    program = """
    func.func @f(%a: memref<2xi8>, %b: memref<2xi8>, %i: index, %x: i8) -> i8 {
      memref.store %x, %a[%i] : memref<2xi8>
      %r = memref.load %b[%i] : memref<2xi8>
      return %r : i8
    }"""
    array = np.zeros(2, np.int8)
    assert call(program, array, array, 1, 7) == 7
    assert call(program, array, array.copy(), 1, 8) == 7


def test_tensors_are_values() -> None:
    program = "func.func @f(%x: tensor<2xi8>) -> tensor<2xi8> { return %x : tensor<2xi8> }"
    given = np.array([1, 2], np.int8)
    found = call(program, given)
    found[0] = 5
    assert given.tolist() == [1, 2]


def test_conversions_between_equal_values() -> None:
    program = """
    func.func @f(%x: index) -> i32 {
      %r = builtin.unrealized_conversion_cast %x : index to i32
      return %r : i32
    }"""
    assert call(program, 2**32 + 5) == 5


def test_output() -> None:
    out = io.StringIO()
    module = bufferize.parse("func.func @f() { return }", CONTEXT)
    Machine(module, CONTEXT, output=out).print("text\n")
    assert out.getvalue() == "text\n"


def test_iterations_see_shared_tensors_as_they_were_before_the_loop() -> None:
    program = """
    func.func @f(%t: tensor<4xi8>) -> tensor<4xi8> {
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xi8>) {
        %j = arith.addi %i, %c1 : index
        %k = arith.andi %j, %c3 : index
        %x = tensor.extract_slice %o[%k] [1] [1] : tensor<4xi8> to tensor<1xi8>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xi8> into tensor<4xi8>
        }
      }
      return %r : tensor<4xi8>
    }"""
    given = np.array([1, 2, 3, 4], np.int8)
    for seed in range(5):
        assert call(program, given, seed=seed).tolist() == [2, 3, 4, 1]
