"""Regions of the async dialect, run by the interpreter under the schedules of several seeds."""

from __future__ import annotations

import pytest

from bufferize_interpreter import Trap
from plugins.interpreter.tests.programs import printed_texts

TASK = """
    %t{n}, %v{n} = async.execute{after} -> !async.value<i32> {{
      vector.print %k{n} : i32
      async.yield %k{n} : i32
    }}"""


def printed(body: str, functions: str = "") -> set[str]:
    """Return the outputs of a program under all schedules."""
    constants = "".join(f"%k{n} = arith.constant {n} : i32\n" for n in range(10))
    text = f"{functions}func.func @f() {{\n{constants}{body}\nreturn\n}}"
    return printed_texts(text, range(30))


def task(number: int, after: str = "") -> str:
    return TASK.format(n=number, after=after)


def test_a_region_runs_at_any_time_until_it_is_awaited() -> None:
    wait = "async.await %t1 : !async.token"
    middle, end = "vector.print %k5 : i32\n", "\nvector.print %k6 : i32"
    assert printed(task(1) + middle + wait + end) == {"156", "516"}
    assert printed(task(1) + middle + end) == {"156", "561"}


def test_a_value_is_that_of_its_region() -> None:
    body = task(1) + "%x = async.await %v1 : !async.value<i32>\nvector.print %x : i32"
    assert printed(body) == {"11"}
    body = """
      %t, %v:2 = async.execute -> (!async.value<i32>, !async.value<i32>) {
        async.yield %k3, %k4 : i32, i32
      }
      %u, %w = async.execute (%v#1 as %x: !async.value<i32>) -> !async.value<i32> {
        %y = arith.addi %x, %k5 : i32
        async.yield %y : i32
      }
      %z = async.await %w : !async.value<i32>
      vector.print %z : i32"""
    assert printed(body) == {"9"}


def test_regions_come_in_any_order_that_their_dependencies_allow() -> None:
    assert printed(task(1) + task(2)) == {"12", "21"}
    assert printed(task(1) + task(2, " [%t1]")) == {"12"}


def test_a_group_is_awaited_as_a_whole() -> None:
    body = f"""
      %c2 = arith.constant 2 : index
      %g = async.create_group %c2 : !async.group{task(1)}{task(2)}
      %0 = async.add_to_group %t1, %g : !async.token
      %1 = async.add_to_group %v2, %g : !async.value<i32>
      async.await_all %g
      %i = arith.index_cast %1 : index to i32
      vector.print %i : i32"""
    assert printed(body) == {"121", "211"}


def test_each_iteration_has_values_of_its_own() -> None:
    body = """
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      scf.for %i = %c0 to %c3 step %c1 {
        %x = arith.index_cast %i : index to i32
        %t = async.execute {
          vector.print %x : i32
          async.yield
        }
      }"""
    found = printed(body)
    assert {tuple(sorted(text)) for text in found} == {("0", "1", "2")}
    assert len(found) > 3


def test_functions_run_later() -> None:
    functions = """
      async.func @g(%x: i32) -> (!async.token, !async.value<i32>) {
        vector.print %x : i32
        return %x : i32
      }
    """
    body = """
      %t, %v = async.call @g(%k7) : (i32) -> (!async.token, !async.value<i32>)
      vector.print %k8 : i32
      %x = async.await %v : !async.value<i32>"""
    assert printed(body, functions) == {"78", "87"}


def test_a_freed_buffer_is_not_for_what_runs_later() -> None:
    body = """
      %c0 = arith.constant 0 : index
      %a = memref.alloc() : memref<1xi32>
      memref.store %k1, %a[%c0] : memref<1xi32>
      %t = async.execute {
        %x = memref.load %a[%c0] : memref<1xi32>
        async.yield
      }
      memref.dealloc %a : memref<1xi32>"""
    with pytest.raises(Trap, match="uses a buffer that has been freed"):
        printed(body)
