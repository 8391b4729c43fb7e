"""The JSON format, which `explain.schema.json` describes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bufferize.record import PARTIES, BufferRemark, Help, Loop, Place, PlaceKind, TensorCopy
from bufferize_explain.allocations import Peak
from bufferize_explain.explanation import Explanation
from bufferize_explain.fixes import BufferAdvice, ExplainedBuffer, Refused, Saving
from bufferize_explain.groups import Group, OwnCopies, groups_of

_VERSION: Final = 2
"""Incremented when existing fields change or go, not when fields are added."""


def write(explanation: Explanation) -> str:
    """Return the explanation as JSON."""
    found = as_json(
        explanation.file,
        explanation.copies,
        explanation.buffers,
        explanation.summaries,
        explanation.own_copies,
        explanation.refusals,
        explanation.memory,
    )
    return json.dumps(found, indent=2) + "\n"


def as_json(
    file: str,
    copies: Sequence[TensorCopy],
    buffers: Sequence[BufferRemark] = (),
    summaries: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    own: Sequence[OwnCopies] = (),
    refusals: Sequence[Refused] = (),
    memory: BufferAdvice | None = None,
) -> dict[str, Any]:
    """Return the explanation as explain.schema.json describes it.

    `buffers` are the actions of passes after bufferization, `summaries` those of instrumentations,
    `own` the copies that the program itself asks for, `refusals` what bufferization refuses, `memory`
    the allocations and what removes them.
    """
    memory = memory or BufferAdvice()
    helps = list(dict.fromkeys(help for copy in copies for help in copy.help))
    return {
        "version": _VERSION,
        "file": file,
        "refusals": [_refusal(each) for each in refusals],
        "summary": {
            "copies": sum(copy.copies_contents for copy in copies),
            "new_buffers": sum(not copy.copies_contents for copy in copies),
            "known_bytes": sum(copy.cost or 0 for copy in copies if copy.copies_contents),
            "unknown": sum(copy.cost is None for copy in copies),
        },
        "copies": [_copy(number, copy, helps) for number, copy in enumerate(copies, 1)],
        "remedies": [_help(help, copies) for help in helps],
        "groups": [_group(group, copies, helps) for group in groups_of(copies)],
        "own_copies": [
            {
                "op": each.op_name,
                "copies": each.number,
                "known_bytes": each.known_bytes,
                "unknown": each.num_unknown,
            }
            for each in own
        ],
        "allocations": [
            _allocation(number, buffer, copies, memory)
            for number, buffer in enumerate(memory.buffers, 1)
        ],
        "peaks": [_peak(peak, memory) for peak in memory.peaks],
        "savings": [_saving(saving, memory) for saving in memory.savings],
        "buffers": [_remark(remark) for remark in buffers],
        "summaries": dict(summaries or {}),
    }


def _refusal(refused: Refused) -> dict[str, Any]:
    error = refused.error
    op = None if error.op is None else error.op.name
    return {
        "message": error.message,
        "function": refused.function,
        "place": None if op is None else _place(Place(op, error.position)),
        "notes": [note.message for note in error.notes],
        "cures": [
            {
                "kind": cure.fix.kind,
                "text": cure.text,
                "condition": cure.fix.condition,
                "flag": cure.flag,
                "outcome": cure.outcome,
                "is_complete": cure.is_complete,
            }
            for cure in refused.cures
        ],
    }


def _remark(remark: BufferRemark) -> dict[str, Any]:
    return {
        "action": remark.action.value,
        "why": remark.why,
        "pass": remark.pass_name,
        "function": remark.function,
        "place": _place(remark.place),
        "where": _place(remark.where),
    }


def _help(help: Help, copies: Sequence[TensorCopy]) -> dict[str, Any]:
    return {
        "kind": help.kind,
        "text": help.text,
        "condition": help.condition,
        "flag": help.flag,
        "removes": [number for number, copy in enumerate(copies, 1) if help in copy.help],
        "num_removed": help.num_removed,
        "adds": help.num_added,
        "saved_bytes": help.saved_bytes,
        "saved_unknown": help.saved_unknown,
    }


def _group(group: Group, copies: Sequence[TensorCopy], helps: list[Help]) -> dict[str, Any]:
    own = set(map(id, group.copies))
    return {
        "reason": group.first.reason.value,
        "why": group.first.why,
        "copies": [number for number, copy in enumerate(copies, 1) if id(copy) in own],
        "known_bytes": group.known_bytes,
        "unknown": group.num_unknown,
        "roots": [_place(root) for root in group.roots],
        "remedies": [helps.index(help) for help in group.help],
        "tried": list(group.first.tried),
    }


def _copy(number: int, copy: TensorCopy, helps: list[Help]) -> dict[str, Any]:
    return {
        "number": number,
        "reason": copy.reason.value,
        "why": copy.why,
        "copies_contents": copy.copies_contents,
        "copied": "result" if copy.of_result else "operand",
        "tensor_type": str(copy.tensor_type),
        "function": copy.function,
        "bytes": copy.size,
        "cost": copy.cost,
        "known_cost": copy.known_cost,
        "unknown_factors": copy.unknown_factors,
        "loops": _loops(copy.loops),
        "place": _place(copy.place),
        **{party: _place(getattr(copy, party)) for party in (*PARTIES, "across")},
        "help": list(copy.advice),
        "remedies": [helps.index(help) for help in copy.help],
        "tried": list(copy.tried),
        "forbidden": copy.forbidden_by is not None,
    }


def _allocation(
    number: int, buffer: ExplainedBuffer, copies: Sequence[TensorCopy], memory: BufferAdvice
) -> dict[str, Any]:
    found = buffer.allocation
    of_copy = None if found.copy is None else (found.copy.place, found.copy.cost)
    ends = (None, None) if found.uses is None else found.uses
    return {
        "number": number,
        "cause": found.cause.value,
        "why": found.why,
        "type": str(found.type),
        "function": found.function,
        "bytes": found.size,
        "cost": found.cost,
        "known_cost": found.known_cost,
        "unknown_factors": found.unknown_factors,
        "loops": _loops(found.loops),
        "place": _place(found.place),
        "copy": next(
            (n for n, copy in enumerate(copies, 1) if (copy.place, copy.cost) == of_copy), None
        ),
        "first_use": _place(ends[0]),
        "last_use": _place(ends[1]),
        "kept": found.kept,
        "at_peak": found.peak is not None,
        "savings": [memory.savings.index(saving) for saving in buffer.savings],
        "tried": list(buffer.tried),
    }


def _peak(peak: Peak, memory: BufferAdvice) -> dict[str, Any]:
    at_peak = (n for n, each in enumerate(memory.buffers, 1) if each.allocation.peak is peak)
    return {
        "function": peak.function,
        "known_bytes": peak.known_bytes,
        "unknown": peak.num_unknown,
        "allocations": list(at_peak),
    }


def _saving(saving: Saving, memory: BufferAdvice) -> dict[str, Any]:
    fix = saving.fix
    return {
        "kind": fix.kind,
        "text": fix.text,
        "condition": fix.condition,
        "flag": fix.flag,
        "removes": [n for n, each in enumerate(memory.buffers, 1) if saving in each.savings],
        "num_removed": saving.num_removed,
        "adds": saving.num_added,
        "saved_bytes": saving.saved_bytes,
        "saved_unknown": saving.saved_unknown,
        "copies": saving.num_copies,
    }


def _loops(loops: Sequence[Loop]) -> list[dict[str, Any]]:
    return [{"place": _place(loop.place), "trip_count": loop.trip_count} for loop in loops]


def _place(place: Place | None) -> dict[str, Any] | None:
    if place is None:
        return None
    where = place.position
    return {
        "op": place.op_name,
        "kind": place.kind.value,
        "index": None if place.kind is PlaceKind.OPERATION else place.index,
        "file": None if where is None else where.file,
        "line": None if where is None else where.line,
        "column": None if where is None else where.column,
    }
