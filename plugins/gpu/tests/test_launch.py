"""Launches, run by the interpreter under the schedules of several seeds."""

from __future__ import annotations

import pytest

from bufferize_interpreter import Trap
from plugins.interpreter.tests.programs import printed_texts

LAUNCH = """
  %w = gpu.wait async
  %t = gpu.launch async [%w] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c2, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.printf "%d", %by : index
    gpu.terminator
  }
"""


def printed(body: str) -> set[str]:
    """Return the outputs of a program under all schedules."""
    constants = "".join(f"%c{n} = arith.constant {n} : index\n" for n in range(4))
    text = f"func.func @f() {{\n{constants}{body}\nreturn\n}}"
    return printed_texts(text, range(40))


def test_threads_come_in_any_order() -> None:
    text = LAUNCH.replace("%t = gpu.launch async [%w]", "gpu.launch")
    assert printed(text + "vector.print %c3 : index") == {"013", "103"}


def test_a_launch_runs_at_any_time_until_it_is_awaited() -> None:
    body = LAUNCH + "vector.print %c3 : index\ngpu.wait [%t]\nvector.print %c2 : index"
    assert printed(body) == {"0132", "1032", "3012", "3102"}


def test_an_asynchronous_wait_waits_for_nothing_itself() -> None:
    body = LAUNCH + "%u = gpu.wait async [%t]\nvector.print %c3 : index\ngpu.wait [%u]"
    assert printed(body) == {"013", "103", "301", "310"}


def test_memory_waits_for_its_tokens() -> None:
    body = """
      %a = gpu.alloc host_shared () : memref<1xi32>
      %t = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        %x = memref.load %a[%bx] : memref<1xi32>
        gpu.terminator
      }
      %u = gpu.dealloc async{} %a : memref<1xi32>"""
    assert printed(body.replace("{}", " [%t]", 1)) == {""}
    with pytest.raises(Trap, match="uses a buffer that has been freed"):
        printed(body.replace("{}", "", 1))
