"""What `print-conflicts` and `dump-alias-sets` write, on programs from practice, as mlir-opt does."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bufferize.analysis import OneShotAnalysisState, analyze_module
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions
from bufferize.ir import Operation
from bufferize.record import Reason
from bufferize_testing import run_reference

from .corpus import NEWER, context, folders, parsed, programs
from .reference_rules import rules_of_the_reference

SAMPLE = 30
"""How many programs of a folder are compared; of the others, those with conflicts."""
OPTIONS = {
    "bufferize-function-boundaries": {"bufferize_function_boundaries": True},
    "allow-unknown-ops": {"allow_unknown_ops": True},
}
RUNS = 300
"""How often the reference may choose the same of several conflicts, as if it were no choice."""
CONFLICT = re.compile(r"C_\d+\[")
NUMBER = re.compile(r"^W_\d+")
WRITTEN = re.compile(r"[CW]_\d+\[|__")

pytestmark = pytest.mark.reference

Annotations = list[tuple[str, list[str]]]


def shuffled(folder: Path) -> list[tuple[str, str]]:
    """The programs in an order that has nothing to do with their names, the same each time.

    Without those that are said to be decided otherwise by the reference, or for which it has no model.
    """

    def key(program: tuple[str, str]) -> str:
        return hashlib.sha1(program[0].encode()).hexdigest()

    compared = (
        (name, text)
        for name, text in programs(folder)
        if "// REFERENCE: " not in text and not NEWER.search(text)
    )
    return sorted(compared, key=key)


def written(root: Operation) -> Annotations:
    """What the analysis has written, operation by operation."""
    return [
        (op.name, [f"{n} = {op.attributes[n]}" for n in sorted(op.attributes) if WRITTEN.match(n)])
        for op in root.walk()
    ]


def without_conflicts(annotations: Annotations) -> Annotations:
    """What is left are values that must not be written to, without the numbers they have."""
    return [
        (op, [NUMBER.sub("W", word) for word in words if not CONFLICT.match(word)])
        for op, words in annotations
    ]


def reference_annotations(text: str, flags: str) -> Annotations | None:
    """What the reference writes; None where it refuses the program."""
    done = run_reference(text, f"--one-shot-bufferize={flags} test-analysis-only")
    return written(parsed(done.stdout)) if done.returncode == 0 else None


def analyzed(text: str, **options: Any) -> tuple[Operation, OneShotAnalysisState] | None:
    """The module and what was decided; None where it is refused."""
    try:
        module = parsed(text)
        all_options = OneShotOptions(test_analysis_only=True, **options)
        return module, analyze_module(module, all_options, context())
    except DiagnosticError:
        return None


@pytest.fixture(autouse=True)
def reference_rules() -> Iterator[None]:
    for plugin in ("arith", "cf", "func", "linalg", "scf", "tensor", "vector"):
        pytest.importorskip(f"bufferize_{plugin}")
    with rules_of_the_reference():
        yield


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
@pytest.mark.parametrize("flags", OPTIONS)
def test_alias_sets(folder: Path, flags: str) -> None:
    compared = 0
    for name, text in shuffled(folder)[:SAMPLE]:
        expected = reference_annotations(text, f"{flags} dump-alias-sets")
        ours = analyzed(text, dump_alias_sets=True, **OPTIONS[flags])
        if expected is not None and ours is not None:
            compared += 1
            assert written(ours[0]) == expected, name
    assert compared


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
@pytest.mark.parametrize("flags", OPTIONS)
def test_conflicts(folder: Path, flags: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference finds reads and writes in an order that depends on where they are in memory.

    So it does functions that do not call each other. Where it writes the same each time, so do we; else we write as many conflicts.
    """
    compared = 0
    for number, (name, text) in enumerate(shuffled(folder)):
        ours = analyzed(text, print_conflicts=True, **OPTIONS[flags])
        if number >= SAMPLE and (ours is None or not ours[1].num_conflicts_annotated):
            continue
        expected = reference_annotations(text, f"{flags} print-conflicts")
        if expected is None or ours is None:
            continue
        compared += 1
        found = written(ours[0])
        assert without_conflicts(found) == without_conflicts(expected), name
        if found != expected:
            assert any(other != expected for other in elsewhere(text, flags, monkeypatch)), name
        check_marks(name, *ours)
    assert compared


def elsewhere(
    text: str, flags: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Annotations | None]:
    """What the reference writes when things are in other places in memory."""
    for run in range(RUNS):
        with monkeypatch.context() as patch:
            patch.setenv("GLIBC_TUNABLES", f"glibc.malloc.tcache_count={run}")
            yield reference_annotations("//\n" * run + text, f"{flags} print-conflicts")


def check_marks(name: str, module: Operation, state: OneShotAnalysisState) -> None:
    """Check that the marks are those of the conflicts in the log.

    That conflicts hold is tested with all of our rules (`test_corpus.py`): the reference lacks some.
    """
    reasons = (Reason.CONFLICT, Reason.DEFERRED)
    conflicts = [d for d in state.decisions if d.reason in reasons and d.read is not None]
    assert state.num_conflicts_annotated == len(conflicts), name
    for number, decision in enumerate(conflicts):
        read, write = decision.read, decision.write
        assert read is not None
        assert write is not None
        assert f"C_{number}[READ: {read.index}]" in read.owner.attributes, name
        assert f"C_{number}[CONFL-WRITE: {write.index}]" in write.owner.attributes, name
