"""Findings about texts, without a server."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bufferize.diagnostics import OptionError, Severity
from bufferize_lsp.analysis import analyze_text
from bufferize_lsp.findings import Edit, Findings, Request
from bufferize_lsp.settings import Settings
from bufferize_lsp.texts import TextRange
from bufferize_testing.generation import random_program
from plugins.lsp.tests.test_server import CONFLICT, FINE, LAYOUT

SLICES = """\
func.func @f(%t: tensor<?xf32>, %i: index, %j: index, %k: index, %v: f32) -> tensor<?xf32> {
  %part = tensor.extract_slice %t[%i] [16] [1] : tensor<?xf32> to tensor<16xf32>
  %updated = tensor.insert %v into %part[%k] : tensor<16xf32>
  %result = tensor.insert_slice %updated into %t[%j]
      [16] [1] {a = "//"} : tensor<16xf32> into tensor<?xf32> // It is put back.
  return %result : tensor<?xf32>
}
"""


def found(text: str, settings: Settings | None = None) -> Findings:
    settings = settings or Settings()
    return analyze_text(Request(text, "f.mlir", settings, settings.trials))


def test_copies_of_a_pipeline() -> None:
    pipeline = (
        "builtin.module(func.func(canonicalize),one-shot-bufferize{bufferize-function-boundaries})"
    )
    findings = found(LAYOUT, Settings(pass_pipeline=pipeline))
    (copy,) = findings.copies
    assert (copy.reason, copy.where) == ("layout", TextRange(1, 32, 34))
    layout, help = copy.help
    assert (layout.flag, "`bufferize fix --layouts`" in layout.text) == (None, True)
    assert help.flag is not None
    assert help.flag.startswith(
        "--pass-pipeline='builtin.module(func.func(canonicalize),one-shot-bufferize{"
    )
    assert Settings().with_flag(help.flag).pass_pipeline == help.flag[len("--pass-pipeline='") : -1]
    assert help.edits is None
    # Values that were there before the passes, and are still there, have their alias sets.
    assert findings.values[0].alias_set is not None


def test_a_pipeline_goes_on_after_a_forbidden_copy() -> None:
    pipeline = "builtin.module(one-shot-bufferize{bufferize-function-boundaries},canonicalize)"
    text = CONFLICT.replace("[%i] :", "[%i] {bufferize.in_place} :", 1)
    findings = found(text, Settings(pass_pipeline=pipeline))
    (copy,) = findings.copies
    assert copy.is_forbidden
    assert findings.problems == []


def test_values_that_passes_make_have_no_place() -> None:
    text = """\
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %sum = arith.addf %a, %b : tensor<4xf32>
  %twice = arith.addf %sum, %sum : tensor<4xf32>
  return %twice : tensor<4xf32>
}
"""
    pipeline = (
        "builtin.module(func.func(convert-elementwise-to-linalg),"
        "one-shot-bufferize{bufferize-function-boundaries})"
    )
    findings = found(text, Settings(pass_pipeline=pipeline))
    assert (findings.problems, findings.copies) == ([], [])
    assert [value.alias_set is None for value in findings.values] == [False, False, True, True]


def test_warnings() -> None:
    options = "bufferize-function-boundaries analysis-budget=1"
    findings = found(SLICES.replace("%t[%j]", "%t[%i]"), Settings(options))
    warnings = [each for each in findings.problems if each.severity is Severity.WARNING]
    (warning,) = warnings
    assert warning.message.startswith("analysis of function 'f' stopped after 1 candidate test")


def test_no_edits_where_passes_run_first() -> None:
    pipeline = "builtin.module(cse,one-shot-bufferize{bufferize-function-boundaries})"
    (copy,) = found(CONFLICT, Settings(pass_pipeline=pipeline)).copies
    assert [help.edits for help in copy.help] == [None]


def edits_of(text: str) -> tuple[Edit, ...] | None:
    (copy,) = found(text).copies
    help, *_ = copy.help
    return help.edits


def test_an_operand_that_changes() -> None:
    assert edits_of(SLICES) == (Edit((3, 49), (3, 51), "%i"),)


def test_an_operation_that_changes_in_itself_is_written_anew() -> None:
    text = SLICES.replace("%t[%i]", "%t[3]")
    assert edits_of(text) == (
        Edit(
            (3, 2),
            (4, text.splitlines()[4].index(" // It")),
            "%result = tensor.insert_slice %updated into %t[3] [16] [1] "
            '{a = "//"} : tensor<16xf32> into tensor<?xf32>',
        ),
    )
    # Its comment would be lost.
    assert edits_of(text.replace("%t[%j]", "%t[%j] // where")) is None


def test_a_declaration_is_written_anew() -> None:
    text = """\
func.func private @callee(%t: tensor<4xf32>)
func.func @f(%t: tensor<4xf32>, %i: index) -> f32 {
  func.call @callee(%t) : (tensor<4xf32>) -> ()
  %old = tensor.extract %t[%i] : tensor<4xf32>
  return %old : f32
}
"""
    copies = found(text).copies
    (help,) = [help for copy in copies for help in copy.help if "declare" in help.text]
    (edit,) = help.edits or ()
    start, end, written = edit
    assert (start, end) == ((0, 0), (0, len(text.splitlines()[0])))
    assert 'bufferization.access = "read"' in written


@pytest.mark.parametrize("seed", [10, 20, 28, 32])
@pytest.mark.slow
def test_random_programs(seed: int) -> None:
    """Nothing fails; all help but options has edits, and after them less is copied."""
    settings = Settings("bufferize-function-boundaries allow-return-allocs-from-loops")
    text = random_program(seed).text
    findings = found(text, settings)
    assert findings.problems == []
    assert findings.copies
    assert None not in [copy.where for copy in findings.copies]
    helps = {help for copy in findings.copies for help in copy.help if help.flag is None}
    for help in helps:
        assert help.edits is not None
        lines = text.splitlines(keepends=True)
        for edit in reversed(help.edits):
            (first, start), (last, end) = edit.start, edit.end
            lines[first : last + 1] = [
                lines[first][:start] + edit.text + (lines[last] if last < len(lines) else "")[end:]
            ]
        after = found("".join(lines), replace(settings, trials=0))
        assert after.problems == []
        assert len(after.copies) < len(findings.copies)


def test_what_is_wrong_with_options_is_said_without_a_place() -> None:
    findings = found(FINE, Settings(pass_pipeline="builtin.module(no-such-pass)"))
    (problem,) = findings.problems
    assert problem.where is None
    assert problem.message.startswith("<pass pipeline>:1:16: ")


def test_nothing_is_analyzed_with_copies_before_writes() -> None:
    settings = Settings("bufferize-function-boundaries copy-before-write")
    findings = found(FINE, settings)
    assert [copy.reason for copy in findings.copies] == ["not-analysed"]
    assert {value.alias_set for value in findings.values} == {None}


def test_a_dialect_that_is_not_there() -> None:
    text = '%t = "far.away"() : () -> i32\n'
    assert found(text).problems
    settings = Settings(allow_unregistered_dialect=True)
    assert not found(text, settings).problems


def test_what_is_blocked() -> None:
    (problem,) = found(FINE, Settings(block_plugins=("tensor",))).problems
    assert "tensor" in problem.message


def test_settings_of_an_editor() -> None:
    settings = Settings("a", trials=3)
    assert settings.with_client(None) is settings
    assert settings.with_client({"trials": None, "oneShotBufferize": "b"}) == Settings(
        "b", trials=3
    )
    assert settings.with_client({"passPipeline": "p"}) == Settings(None, "p", 3)
    assert settings.with_client({"allowUnregisteredDialect": True}) == replace(
        settings, allow_unregistered_dialect=True
    )
    with pytest.raises(OptionError) as problem:
        settings.with_client({"trails": 1, "other": 2, "trials": True})
    assert [
        (each.message, [n.message for n in each.notes]) for each in problem.value.diagnostics
    ] == [
        ("no setting of bufferize is called 'trails'", ["did you mean 'trials'?"]),
        (
            "no setting of bufferize is called 'other'",
            [
                "the settings are: oneShotBufferize, passPipeline, trials, allowUnregisteredDialect",
            ],
        ),
        ("the setting 'trials' of bufferize is a whole number from 0 on, not True", []),
    ]
