"""`bufferize plan`: what it says, what it writes, and when it fails."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bufferize
from bufferize_planner import Budget, Buffer, read_csv
from bufferize_planner import plan as plan_buffers
from bufferize_planner.progress import SearchProgress, progress_text
from bufferize_tools import tool

BUFFERS = """\
func.func @f(%x: memref<64xf32>, %y: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %y : memref<64xf32> to memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  memref.copy %x, %b : memref<64xf32> to memref<64xf32>
  memref.copy %b, %y : memref<64xf32> to memref<64xf32>
  return
}
"""
SPACES = """\
func.func @g(%p: memref<index>) {
  %a = memref.alloc() : memref<4xf32, 1>
  %b = memref.alloc() : memref<8xf32>
  memref.copy %a, %a : memref<4xf32, 1> to memref<4xf32, 1>
  memref.copy %b, %b : memref<8xf32> to memref<8xf32>
  %n = memref.load %p[] : memref<index>
  %d = memref.alloc(%n) : memref<?xf32>
  %e = bufferization.clone %b : memref<8xf32> to memref<8xf32>
  return
}
"""
TENSORS = """\
func.func @f(%x: tensor<8xf32>, %i: index) -> f32 {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.extract %a[%i] : tensor<8xf32>
  return %r : f32
}
"""
TOO_LATE = "its size depends on 'memref.load', which runs after the first allocation"
DYNAMIC = """\
func.func @f(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %a : memref<?xf32> to memref<?xf32>
  memref.copy %a, %y : memref<?xf32> to memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %b : memref<?xf32> to memref<?xf32>
  memref.copy %b, %y : memref<?xf32> to memref<?xf32>
  return
}
"""
TABLE = "id,lower,upper,size\na,0,2,16\nb,1,3,8\nc,2,4,16\n"
Plan = Callable[..., tuple[int, str, str]]


@pytest.fixture
def plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Plan:
    """`plan(text, arguments…, name=…)` in an empty folder, where `text` is in.mlir or so."""
    monkeypatch.chdir(tmp_path)

    def plan_(text: str, *argv: str, name: str = "in.mlir") -> tuple[int, str, str]:
        Path(name).write_text(text)
        status = tool.main(["plan", name, *argv])
        return status, *capfd.readouterr()

    return plan_


def test_it_says_how_large_the_arena_is(plan: Plan) -> None:
    assert plan(BUFFERS) == (
        0,
        "@f: arena 256 bytes = lower bound; without reuse 512; at the peak: 1 buffer, line 2\n",
        "",
    )
    assert plan(BUFFERS, "--algorithm=trivial")[1] == (
        "@f: arena 512 bytes, 2.000 times the lower bound 256; without reuse 512; "
        "at the peak: 1 buffer, line 2\n"
    )
    assert plan("func.func @nothing() { return }") == (0, "nothing to plan\n", "")


def test_each_memory_space_and_what_stays(plan: Plan) -> None:
    first, second, third = plan(SPACES)[1].splitlines()
    assert first.startswith("@g, memory space 1: arena 16 bytes = lower bound")
    assert second.startswith("@g: arena 32 bytes = lower bound")
    assert third == f"@g: 1 allocation stays: {TOO_LATE} (line 7)"
    status, said, _ = plan(SPACES, "--space=1")
    assert (status, said) == (0, first + "\n")
    assert len(plan(SPACES, "--space=0")[1].splitlines()) == 2


def test_slots_of_a_size_that_is_known_when_the_function_begins(plan: Plan) -> None:
    slots = "@f, slots of 4*%arg0:dim0 bytes"
    sentence = (
        f"{slots}: arena 1 slot = lower bound; without reuse 2; at the peak: 1 buffer, line 4\n"
    )
    assert plan(DYNAMIC) == (0, sentence, "")
    assert plan(DYNAMIC, "--algorithm=trivial")[1].startswith(
        f"{slots}: arena 2 slots, 2.000 times the lower bound 1; "
    )
    assert plan(DYNAMIC, "--no-dynamic")[1] == (
        "@f: 2 allocations stay: its size is not static (lines 4, 7)\n"
    )
    assert plan(DYNAMIC, "--forbid-allocations")[0] == 0
    status, said, problems = plan(DYNAMIC, "--max-bytes=1000000")
    assert (status, said) == (1, sentence)
    assert problems == (
        f"in.mlir:1:1: error: {slots}: the size is known at run time only, which "
        "--max-bytes=1000000 cannot limit\n"
        "func.func @f(%x: memref<?xf32>, %y: memref<?xf32>) {\n^\n"
        "note: --no-dynamic leaves buffers of dynamic size out of the arena\n"
    )
    aligned = DYNAMIC.replace("(%n)", "(%n) {alignment = 64 : i64}")
    assert plan(aligned)[1].startswith(f"{slots}, rounded up to a multiple of 64: arena 1 slot")


def test_files_of_slots(plan: Plan) -> None:
    files = ("-o=out.mlir", "--csv=out.csv", "--trace=out.json", "--svg=out.svg", "--html=out.html")
    assert plan(DYNAMIC, *(part for file in files for part in file.split("=", 1)))[0] == 0
    assert Path("out.mlir").read_text().count("memref.view") == 2
    buffers, offsets = read_csv(Path("out.csv").read_text())
    assert [(b.size, b.lower, b.upper) for b in buffers] == [(1, 3, 5), (1, 6, 8)]
    assert offsets == [0, 0]
    events = json.loads(Path("out.json").read_text())["traceEvents"]
    assert [e["args"] for e in events if e["ph"] == "C"] == [{"slots": n} for n in (1, 0, 1, 0)]
    assert "1 slot at 0 to 1" in Path("out.svg").read_text()
    assert '<th class="number">slots</th>' in Path("out.html").read_text()
    static = DYNAMIC.replace(
        "%b = memref.alloc(%n)", "%s = memref.alloc() : memref<3xf32>\n%b = memref.alloc(%n)"
    )
    static = static.replace("return", "memref.copy %s, %s : memref<3xf32> to memref<3xf32>\nreturn")
    problems = plan(static, "--csv=out.csv")[2]
    assert "note: slots have a table of their own; --no-dynamic leaves them out\n" in problems


def test_bounds_are_not_sizes(plan: Plan) -> None:
    text = DYNAMIC.replace("%n = memref.dim", "%m = memref.dim").replace(
        "  %a =", "  %n = affine.min affine_map<(d0) -> (8, d0)>(%m)\n  %a =", 1
    )
    status, said, problems = plan(text, "--max-bytes=31")
    assert status == 1
    assert said == (
        "@f: arena 32 bytes = lower bound for the greatest sizes; without reuse 64; "
        "at the peak: 1 buffer, line 5\n"
    )
    assert "note: 32 bytes: memref<?xf32> at most, alive from line 6" in problems
    assert plan(text, "--max-bytes=32")[0] == 0


def test_a_program_on_tensors_is_bufferized_and_freed(plan: Plan) -> None:
    status, said, problems = plan(TENSORS, "-o", "out.mlir")
    assert (status, problems) == (0, "")
    assert said.startswith("@f: arena 32 bytes = lower bound; without reuse 32; ")
    assert said.endswith("at the peak: 1 buffer, line 3\n")
    written = Path("out.mlir").read_text()
    assert bufferize.verify(bufferize.parse(written, bufferize.Context())) == []
    assert "memref<32xi8> to memref<8xf32>" in written
    assert "tensor" not in written
    assert written.count("memref.dealloc") == 1
    status, _, problems = plan(BUFFERS, "--one-shot-bufferize=print-conflicts")
    assert (status, problems) == (
        1,
        "error: --one-shot-bufferize is for programs on tensors: there are none\n",
    )


def test_the_program_with_arguments_for_arenas(plan: Plan) -> None:
    text = BUFFERS.replace("@f(", "@f(%m: memref<?xi8>, ")
    status, said, _ = plan(text, "-o", "-", "--arena-mode=arg")
    assert status == 0
    assert said.count("memref.view %arg0") == 2
    assert "memref.alloc" not in said
    status, said, problems = plan(BUFFERS, "-o", "-", "--arena-mode=arg")
    assert status == 1
    assert "in.mlir:1:1: error: arena-mode=arg requires first argument to be" in problems


def test_one_function_only(plan: Plan) -> None:
    text = BUFFERS + BUFFERS.replace("@f", "@other")
    assert len(plan(text)[1].splitlines()) == 2
    status, said, _ = plan(text, "--function=other", "-o", "out.mlir")
    assert status == 0
    assert said.startswith("@other: arena")
    assert said.count("\n") == 1
    before, after = Path("out.mlir").read_text().split("@other")
    assert "memref.view" not in before
    assert "memref.view" in after
    assert plan(text, "--function=oter")[::2] == (
        1,
        "error: the program has no function 'oter' with a body\n"
        "note: did you mean 'other'?\nnote: its functions are: f, other\n",
    )


def test_more_bytes_than_allowed(plan: Plan) -> None:
    assert plan(BUFFERS, "--max-bytes=256")[0] == 0
    status, said, problems = plan(BUFFERS, "--max-bytes=255")
    assert status == 1
    assert said.startswith("@f: arena 256 bytes")
    assert problems == (
        "in.mlir:1:1: error: @f: the arena takes 256 bytes, more than --max-bytes=255\n"
        "func.func @f(%x: memref<64xf32>, %y: memref<64xf32>) {\n^\n"
        "note: alive at the peak: 1 buffer\n"
        "in.mlir:2:8: note: 256 bytes: memref<64xf32>, alive from line 3 ('memref.copy') to line 4 "
        "('memref.copy')\n  %a = memref.alloc() : memref<64xf32>\n       ^\n"
    )
    problems = plan(BUFFERS, "--max-bytes=300", "--algorithm=trivial")[2]
    assert (
        "note: a smaller plan is not excluded: at least 256 bytes are needed; "
        "try --algorithm=exact with more --seconds\n"
    ) in problems
    assert plan(SPACES, "--max-bytes=16", "--space=1")[0] == 0
    assert plan(SPACES, "--max-bytes=16")[0] == 1


def test_only_the_largest_buffers_are_listed(plan: Plan) -> None:
    rows = "".join(f"b{n},0,2,{n}\n" for n in range(1, 12))
    problems = plan(f"id,lower,upper,size\n{rows}", "--max-bytes=2", name="in.csv")[2]
    assert "note: 11 bytes: b11, alive from 0 to before 2" in problems
    assert "b3," not in problems
    assert problems.endswith("note: and 3 that are not larger\n")


def test_no_allocations_are_allowed(plan: Plan) -> None:
    assert plan(BUFFERS, "--forbid-allocations")[0] == 0
    status, _, problems = plan(SPACES, "--forbid-allocations")
    assert status == 1
    assert (
        "in.mlir:7:8: error: 'memref.alloc' allocates when the program runs\n"
        "  %d = memref.alloc(%n) : memref<?xf32>\n       ^\n"
        f"note: it is not in an arena: {TOO_LATE}\n"
    ) in problems
    assert "in.mlir:8:8: error: 'bufferization.clone' allocates" in problems
    assert problems.count("error") == 2


def test_tables(plan: Plan) -> None:
    status, said, _ = plan(TABLE, "--csv=out.csv", name="in.csv")
    assert (status, said) == (
        0,
        "in.csv: arena 24 bytes = lower bound; without reuse 40; at the peak: 2 buffers, a, b\n",
    )
    assert Path("out.csv").read_text() == (
        "id,lower,upper,size,offset\na,0,2,16,0\nb,1,3,8,16\nc,2,4,16,0\n"
    )
    assert plan(TABLE, "--csv=-", name="in.csv")[1].startswith("id,")
    assert plan("id,lower\na,b\n", name="in.csv")[2].startswith(
        "in.csv:1:1: error: there is no column 'upper'"
    )
    for wrong, flag in (("-o=x", "-o"), ("--function=f", "--function"), ("--space=1", "--space")):
        problem = plan(TABLE, *wrong.split("=") if wrong == "-o=x" else [wrong], name="in.csv")[2]
        assert problem == f"error: {flag} is for programs, and 'in.csv' is a table\n"


def test_a_table_of_one_arena(plan: Plan) -> None:
    assert plan(BUFFERS, "--csv=out.csv")[0] == 0
    buffers, offsets = read_csv(Path("out.csv").read_text())
    assert [(b.lower, b.upper, b.size) for b in buffers] == [(1, 3, 256), (4, 6, 256)]
    assert offsets == [0, 0]
    assert plan(SPACES, "--csv=out.csv")[2] == (
        "error: there are 2 arenas, and a table has one\n"
        "note: choose by --function and --space: @g, memory space 1, @g\n"
    )


def test_unknown_planners(plan: Plan) -> None:
    for text, name in ((BUFFERS, "in.mlir"), (TABLE, "in.csv"), ("", "in.mlir")):
        status, _, problems = plan(text, "--algorithm=exakt", name=name)
        assert status == 1
        assert "error: no planner is called 'exakt'\nnote: did you mean 'exact'?" in problems


def test_traces(plan: Plan) -> None:
    assert plan(TABLE, "--trace=out.json", name="in.csv")[0] == 0
    events = json.loads(Path("out.json").read_text())["traceEvents"]
    buffers = [(e["name"], e["tid"], e["ts"], e["dur"]) for e in events if e["ph"] == "X"]
    assert buffers == [("a", 0, 0, 2), ("b", 16, 1, 2), ("c", 0, 2, 2)]
    alive = [(e["ts"], e["args"]["bytes"]) for e in events if e["ph"] == "C"]
    assert alive == [(0, 16), (1, 24), (2, 24), (3, 16), (4, 0)]
    assert plan(SPACES, "--trace=out.json")[0] == 0
    events = json.loads(Path("out.json").read_text())["traceEvents"]
    names = [e["args"]["name"] for e in events if e["name"] == "process_name"]
    assert names == ["@g, memory space 1", "@g"]
    (at,) = [e["args"] for e in events if e["ph"] == "X" and e["pid"] == 1]
    assert at == {
        "bytes": 16,
        "offset": 0,
        "at": "in.mlir:2:8",
        "source": "%a = memref.alloc() : memref<4xf32, 1>",
    }


def test_pictures(plan: Plan) -> None:
    """A rectangle has its place in moments, which begin at 1 and 2 here, and in bytes from the top."""
    assert plan(TABLE, "--svg=out.svg", name="in.csv")[0] == 0
    space = "{http://www.w3.org/2000/svg}"
    root = ElementTree.fromstring(Path("out.svg").read_text())
    (plot,) = root.findall(f"{space}svg")
    assert plot.get("viewBox") == "0 0 2 24"
    rects = [r for r in plot.iter(f"{space}rect") if "buffer" in r.get("class", "")]
    places = [tuple(r.get(name) for name in ("x", "y", "width", "height")) for r in rects]
    assert places == [("0", "8", "1", "16"), ("0", "0", "2", "8"), ("1", "8", "1", "16")]
    assert rects[1].findtext(f"{space}title") == (
        "b\n8 bytes at 16 to 24\nalive from 1 to before 3"
    )


def test_pages(plan: Plan) -> None:
    assert plan(SPACES, "--html=out.html")[0] == 0
    page = Path("out.html").read_text()
    assert page.count('class="buffer') == 2
    assert page.count("<section") == 2
    assert "1 allocation stays: its size depends on &#39;memref.load&#39;" in page
    assert "<title>memref&lt;4xf32, 1&gt;\n16 bytes at 0 to 16" in page
    assert "%a = memref.alloc() : memref&lt;4xf32, 1&gt;" in page
    assert not re.search(r"(?:src|href)=", page)
    assert plan("func.func @nothing() { return }", "--html=out.html")[0] == 0
    assert "There is no buffer to plan." in Path("out.html").read_text()


class Line:
    """A line of progress that notes what it is told."""

    def __init__(self) -> None:
        self.what = ""
        self.told = threading.Event()

    def say(self, what: str) -> None:
        self.what = what
        self.told.set()

    def hide(self) -> None:
        pass


def test_long_searches_say_how_far_they_are() -> None:
    budget, line = Budget(work=100), Line()
    assert progress_text(budget) == "┄" * 20 + " searching for a plan"
    budget.spend(40)
    budget.found = lambda: (2048, 1024)
    expected = "━" * 8 + "┄" * 12 + " best so far: 2,048 bytes; lower bound: 1,024"
    assert progress_text(budget) == expected
    with SearchProgress(budget, line, period=0.001):
        assert line.told.wait(60)
    assert line.what == expected


def test_short_searches_say_nothing() -> None:
    line = Line()
    with SearchProgress(Budget(), line, period=1000):
        pass
    assert line.what == ""


def test_the_search_tells_the_progress() -> None:
    budget = Budget()
    plan_buffers([Buffer("a", 0, 2, 16), Buffer("b", 1, 3, 8)], budget=budget)
    assert budget.found is not None
    assert budget.found() == (24, 24)
