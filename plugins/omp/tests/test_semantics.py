"""Regions of the omp dialect, run by the interpreter under the schedules of several seeds."""

from __future__ import annotations

import pytest

import bufferize
from bufferize_interpreter import Machine, Trap
from plugins.interpreter.tests.programs import printed_texts


def printed(body: str) -> set[str]:
    """Return the outputs of a program under all schedules; `print N` in it prints a number."""
    constants = "".join(
        f"%k{n} = arith.constant {n} : i32\n%c{n} = arith.constant {n} : index\n" for n in range(10)
    )
    for n in range(10):
        body = body.replace(f"print {n}", f"vector.print %k{n} : i32")
    text = f"func.func @f() {{\n{constants}{body}\nreturn\n}}"
    return printed_texts(text, range(60))


def task(body: str) -> str:
    return f"omp.task {{\n{body}\nomp.terminator\n}}\n"


def test_a_team_has_one_thread_or_more() -> None:
    assert printed("omp.parallel {\nprint 1\nomp.terminator\n}") == {"1", "11", "111"}
    two = "omp.parallel num_threads(%k2 : i32) {\nprint 1\nomp.terminator\n}"
    assert printed(two) == {"11"}
    one = "%no = arith.constant false\nomp.parallel if(%no) {\nprint 1\nomp.terminator\n}"
    assert printed(one) == {"1"}


@pytest.mark.parametrize(
    "op", ["omp.single", "omp.single nowait", "omp.master", "omp.masked filter(%k1 : i32)"]
)
def test_one_thread_runs_some_regions(op: str) -> None:
    body = "%s {\nprint 1\nomp.terminator\n}\nomp.critical {\nprint 2\nomp.terminator\n}"
    found = printed(
        f"omp.parallel num_threads(%k2 : i32) {{\n{body % op}\nomp.barrier\nomp.terminator\n}}"
    )
    assert found == {"122", "212"}


def test_each_section_runs_once() -> None:
    inner = "".join(f"omp.section {{\nprint {n}\nomp.terminator\n}}\n" for n in (1, 2))
    body = f"omp.sections {{\n{inner}omp.terminator\n}}"
    team = f"omp.parallel num_threads(%k2 : i32) {{\n{body}\nomp.terminator\n}}"
    assert printed(team) == printed(body) == {"12", "21"}


def loop(bounds: str) -> str:
    return f"""omp.loop_nest {bounds} {{
      %x = arith.index_cast %i : index to i32
      vector.print %x : i32
      omp.yield
    }}"""


def test_threads_share_the_iterations() -> None:
    body = f"omp.wsloop {{\n{loop('(%i) : index = (%c0) to (%c3) step (%c1)')}\n}}"
    team = f"omp.parallel {{\n{body}\nomp.terminator\n}}"
    for text in (body, team):
        found = printed(text)
        assert {tuple(sorted(each)) for each in found} == {("0", "1", "2")}
        assert len(found) > 3


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ("(%i) : index = (%c0) to (%c2) inclusive step (%c1)", "012"),
        ("(%i) : index = (%c5) to (%c5) step (%c1)", ""),
        ("(%i, %j) : index = (%c0, %c0) to (%c2, %c2) step (%c1, %c1)", "0011"),
    ],
)
def test_iterations_are_those_of_the_bounds(bounds: str, expected: str) -> None:
    assert {"".join(sorted(e)) for e in printed(f"omp.simd {{\n{loop(bounds)}\n}}")} == {expected}


def test_a_step_of_0_is_an_error() -> None:
    with pytest.raises(Trap, match="has a step of 0"):
        printed(f"omp.simd {{\n{loop('(%i) : index = (%c0) to (%c2) step (%c0)')}\n}}")


def test_a_task_runs_at_any_time_until_it_is_awaited() -> None:
    assert printed(f"{task('print 1')}print 2\nomp.taskwait\nprint 3") == {"123", "213"}
    assert printed(f"{task('print 1')}print 2\nprint 3") == {"123", "231"}
    no = "%no = arith.constant false\nomp.task if(%no) {\nprint 1\nomp.terminator\n}\nprint 2"
    assert printed(no) == {"12"}


def test_a_taskwait_waits_for_children_and_a_group_for_all() -> None:
    nested = task(task("print 1"))
    found = printed(f"{nested}omp.taskwait\nprint 2")
    assert found == {"12", "21"}
    found = printed(f"omp.taskgroup {{\n{nested}omp.terminator\n}}\nprint 2")
    assert found == {"12"}
    found = printed(f"omp.parallel num_threads(%k1 : i32) {{\n{nested}omp.terminator\n}}\nprint 2")
    assert found == {"12"}


@pytest.mark.parametrize(("clause", "last"), [("", {"9"}), (" nogroup", {"0", "1", "9"})])
def test_iterations_are_tasks(clause: str, last: set[str]) -> None:
    bounds = "(%i) : index = (%c0) to (%c2) step (%c1)"
    found = printed(f"omp.taskloop{clause} {{\n{loop(bounds)}\n}}\nprint 9")
    assert {"".join(sorted(each)) for each in found} == {"019"}
    assert {each[-1] for each in found} == last


def test_private_variables_are_refused() -> None:
    text = """
      omp.private {type = private} @x : i32
      func.func @f(%p: !llvm.ptr) {
        omp.parallel private(@x %p -> %q : !llvm.ptr) {
          omp.terminator
        }
        return
      }"""
    context = bufferize.Context()
    machine = Machine(bufferize.parse(text, context), context)
    with pytest.raises(Trap, match="has private variables or reductions"):
        machine.run("f", [0])
