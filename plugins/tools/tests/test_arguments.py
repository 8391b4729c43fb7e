from __future__ import annotations

import pytest

from bufferize_tools.arguments import UsageError, read_arguments, unknown_options


def problems(*argv: str) -> list[str]:
    with pytest.raises(UsageError) as caught:
        read_arguments(argv)
    return [diagnostic.message for diagnostic in caught.value.diagnostics]


def test_nothing_reads_stdin_and_writes_stdout() -> None:
    found = read_arguments([])
    assert (found.input, found.output, found.passes) == ("-", "-", [])
    assert found.split_marker is None
    assert found.flag("verify-each", default=True)


def test_passes_keep_their_order_and_their_options() -> None:
    found = read_arguments(["-cse", "in", "--one-shot-bufferize=a b=1", "--cse"])
    assert found.input == "in"
    assert found.passes == [("cse", ""), ("one-shot-bufferize", "a b=1"), ("cse", "")]


@pytest.mark.parametrize("dashes", ["-", "--"])
@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("mlir-timing", True),
        ("mlir-timing=true", True),
        ("mlir-timing=1", True),
        ("mlir-timing=false", False),
        ("mlir-timing=0", False),
    ],
)
def test_flags_with_one_dash_or_two(dashes: str, argument: str, value: bool) -> None:
    assert read_arguments([dashes + argument]).flag("mlir-timing") is value


@pytest.mark.parametrize("argv", [["-o", "x"], ["-o=x"], ["--o=x"], ["--o", "x"]])
def test_the_output_file(argv: list[str]) -> None:
    assert read_arguments(argv).output == "x"


def test_a_value_may_follow_and_begin_with_a_dash() -> None:
    found = read_arguments(["--pass-pipeline", "any(cse)", "-o", "-"])
    assert found.values["pass-pipeline"] == "any(cse)"
    assert found.output == "-"


def test_the_split_marker() -> None:
    assert read_arguments(["-split-input-file"]).split_marker == "// -----"
    assert read_arguments(["-split-input-file=//---"]).split_marker == "//---"


def test_what_follows_two_dashes_is_a_file() -> None:
    assert read_arguments(["--", "--cse"]).input == "--cse"


def test_verify_each_can_be_switched_off() -> None:
    assert not read_arguments(["--verify-each=0"]).flag("verify-each", default=True)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["a", "b"], "one input file at most, not 2: a, b"),
        (["-o"], "option '-o' needs a value: FILE"),
        (["--verify-each=maybe"], "option '--verify-each' takes true or false, not 'maybe'"),
        (["--version=3"], "option '--version' takes no value, not '3'"),
        (
            ["--verify-diagnostics=some"],
            "option '--verify-diagnostics' takes one of all, only-expected, not 'some'",
        ),
        (["---cse"], "'---cse' is not an option: see 'bufferize-opt --help'"),
    ],
)
def test_wrong_command_lines(argv: list[str], message: str) -> None:
    assert problems(*argv) == [message]


def test_all_that_is_wrong_is_said_at_once() -> None:
    assert len(problems("a", "b", "---c", "--version=1", "-o")) == 4


def test_unknown_options_come_with_a_suggestion() -> None:
    ways = {"buffer-stacking": "install bufferize-stacks"}
    first, second, third = unknown_options(
        ["one-shot-bufferise", "zzz", "buffer-stacking"], ["one-shot-bufferize"], ways.get
    ).diagnostics
    assert first.message == "unknown option '--one-shot-bufferise'"
    assert first.notes[0].message == "did you mean '--one-shot-bufferize'?"
    assert second.notes[0].message == "see 'bufferize-opt --help'"
    assert third.notes[0].message == "for the pass of this name, install bufferize-stacks"
