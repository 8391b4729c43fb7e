"""The stored results: `caught.json`, what catches each mutant, and `survivors.json`, why none does."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from tests.mutation_score.judgement import Judgement, Verdict

_HERE: Final = Path(__file__).parent
CAUGHT_FILE: Final = _HERE / "caught.json"
SURVIVORS_FILE: Final = _HERE / "survivors.json"
CAUGHT: Final = (Verdict.CHECK, Verdict.TESTER, Verdict.REFUSED, Verdict.CRASHED)
OPEN: Final = "open: no program of the pool shows it, and no reason is known"
NOT_JUDGED: Final = "open: not judged yet"
_MEASURED: Final = {
    Verdict.COPIES: "it only costs copies: all that is in place with it is so without it, too",
    Verdict.STRICTER: (
        "it excuses less or declares more, so what is in place without a conflict under it has none "
        "without it either: it can only cost copies"
    ),
    Verdict.EQUAL: "no mutant: whatever the programs of the pool ask, the model answers so anyway",
    Verdict.UNREACHED: "no program of the pool comes by it",
    Verdict.SURVIVOR: "open: the program becomes another one, which computes the same",
}
_BY_EVIDENCE: Final = (
    NOT_JUDGED,
    _MEASURED[Verdict.UNREACHED],
    _MEASURED[Verdict.EQUAL],
    OPEN,
    _MEASURED[Verdict.COPIES],
    _MEASURED[Verdict.SURVIVOR],
)
"""Verdicts by trial, in the order of their cost."""


def caught(file: Path = CAUGHT_FILE) -> dict[str, tuple[Verdict, str]]:
    """Return how each mutant was caught, and in which run."""
    verdicts: dict[str, dict[str, list[str]]] = _read(file)
    return {
        mutant: (Verdict(verdict), run)
        for verdict, runs in verdicts.items()
        for run, mutants in runs.items()
        for mutant in mutants
    }


def survivors(file: Path = SURVIVORS_FILE) -> dict[str, str]:
    """Return why nothing catches the survivors."""
    reasons: dict[str, list[str]] = _read(file)
    return {mutant: reason for reason, mutants in reasons.items() for mutant in mutants}


def store(
    found: Iterable[Judgement],
    known: set[str],
    is_partial: bool,
    caught_file: Path = CAUGHT_FILE,
    survivors_file: Path = SURVIVORS_FILE,
) -> None:
    """Add results to both files; reasons that somebody has written are kept.

    Mutants that are not among the `known` ones are dropped. If only some programs were tried,
    listed results are kept unless more was found: other programs may show them.
    """
    listed = {mutant: how for mutant, how in caught(caught_file).items() if mutant in known}
    reasons = {m: why for m, why in survivors(survivors_file).items() if m in known}
    for judgement in found:
        name, verdict = judgement.mutant, judgement.verdict
        if is_partial and not _is_more(verdict, name, listed, reasons):
            continue
        old = reasons.pop(name, OPEN)
        listed.pop(name, None)
        if verdict in CAUGHT:
            listed[name] = verdict, judgement.run
        elif old in (OPEN, NOT_JUDGED) or old in _MEASURED.values():
            reasons[name] = _MEASURED.get(verdict, OPEN)
        else:
            reasons[name] = old
    reasons |= dict.fromkeys(known - listed.keys() - reasons.keys(), NOT_JUDGED)
    by_reason: dict[str, list[str]] = {}
    for name, reason in sorted(reasons.items()):
        by_reason.setdefault(reason, []).append(name)
    by_run: dict[str, dict[str, list[str]]] = {}
    for name, (verdict, run) in sorted(listed.items()):
        by_run.setdefault(verdict.value, {}).setdefault(run, []).append(name)
    _write(survivors_file, by_reason)
    _write(caught_file, {verdict: dict(sorted(runs.items())) for verdict, runs in by_run.items()})


def _is_more(
    verdict: Verdict,
    name: str,
    listed: Mapping[str, tuple[Verdict, str]],
    reasons: Mapping[str, str],
) -> bool:
    """Return whether more was found out about a mutant than is listed."""
    if name in listed:
        return verdict in CAUGHT[: CAUGHT.index(listed[name][0])]
    if verdict in CAUGHT:
        return True
    old, new = reasons.get(name, NOT_JUDGED), _MEASURED.get(verdict, OPEN)
    if old not in _BY_EVIDENCE or new not in _BY_EVIDENCE:
        return old == NOT_JUDGED
    return _BY_EVIDENCE.index(new) > _BY_EVIDENCE.index(old)


def _read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _write(file: Path, content: Mapping[str, object]) -> None:
    text = json.dumps(dict(sorted(content.items())), indent=1)
    file.write_text(text + "\n", encoding="utf-8")
