"""The format of LLVM's optimization records: YAML, which LLVM's tools count, filter and show.

https://llvm.org/docs/Remarks.html
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import yaml

from bufferize.diagnostics import Label
from bufferize.record import (
    RULES,
    BufferAction,
    BufferRemark,
    Place,
    TensorCopy,
    label_of,
    texts_of,
)
from bufferize.syntax import OperationSpans
from bufferize_explain.explanation import Explanation
from bufferize_explain.fixes import ExplainedBuffer, Refused
from bufferize_explain.groups import WrittenInPlace
from bufferize_explain.labeled_source import labels_of

_PASS: Final = "one-shot-bufferize"
_NO_FUNCTION: Final = "<module>"
"""The function of records outside functions; a record must have one."""
_TYPES: Final = {
    BufferAction.MOVED: "Passed",
    BufferAction.PROMOTED: "Passed",
    BufferAction.REMOVED: "Passed",
    BufferAction.REUSED: "Passed",
    BufferAction.KEPT: "Missed",
    BufferAction.COPIED: "Missed",
    BufferAction.FREED: "Analysis",
    BufferAction.FORWARDED: "Analysis",
}
"""The type of record by action: whether the pass succeeded in optimizing."""

_Arguments = list[dict[str, Any]]


@dataclass(frozen=True)
class _Record:
    """One record; its message is the concatenation of its arguments."""

    type: str
    pass_name: str
    name: str
    label: Label | None
    function: str | None
    arguments: _Arguments

    def entries(self) -> dict[str, Any]:
        """Return the properties in LLVM's order."""
        place = {} if self.label is None else {"DebugLoc": _debug_location(self.label)}
        function = self.function or _NO_FUNCTION
        known = {"Pass": self.pass_name, "Name": self.name, **place, "Function": function}
        return {**known, "Args": self.arguments}


class _Dumper(yaml.SafeDumper):
    """A YAML dumper that writes records with tags and never uses aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(
    _Record, lambda dumper, record: dumper.represent_mapping(f"!{record.type}", record.entries())
)


def write(explanation: Explanation) -> str:
    """Return a record for each refusal (`Failure`), copy (`Missed`) and write in place (`Passed`).

    Allocations, if they are listed, are `Analysis`.
    """
    # LLVM does not fold lines.
    return yaml.dump_all(
        _records(explanation),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=float("inf"),
        explicit_start=True,
        explicit_end=True,
    )


def _records(explanation: Explanation) -> Iterator[_Record]:
    spans = explanation.spans
    for refused in explanation.refusals:
        yield _of_refusal(refused)
    for copy in explanation.copies:
        yield _of_copy(copy, spans)
    for written in explanation.in_place:
        yield _of_write(written, spans)
    for buffer in explanation.memory.buffers:
        yield _of_allocation(buffer, spans)
    for remark in explanation.buffers:
        yield _of_remark(remark, spans)


def _of_refusal(refused: Refused) -> _Record:
    error = refused.error
    label = None if error.position is None else Label(error.position, "", None, True)
    arguments: _Arguments = [{"String": error.message}]
    for word, text in refused.remarks:
        arguments += [{"String": f"; {word}: "}, {word.capitalize(): text}]
    return _Record("Failure", _PASS, "Refused", label, refused.function, arguments)


def _of_copy(copy: TensorCopy, spans: OperationSpans) -> _Record:
    done = "copied" if copy.copies_contents else "given a new buffer"
    arguments: _Arguments = [{"Operand": _named(copy.place)}, {"String": f" is {done} ("}]
    if copy.cost is None:
        arguments.append({"Cost": copy.cost_text()})
    else:
        arguments += [{"Bytes": str(copy.cost)}, {"String": " bytes"}]
    arguments += [{"String": "): "}, {"Reason": copy.why}]
    for party, text in texts_of(copy).items():
        place = getattr(copy, party)
        if party != "place" and place is not None:
            arguments.append({"String": f"; {text}: "})
            arguments.append(_argument(party.capitalize(), place, spans))
    for help in copy.help:
        arguments += [{"String": "; help: "}, {"Help": str(help)}]
    if copy.tried:
        arguments += [{"String": "; tried in vain: "}, {"Tried": ", ".join(copy.tried)}]
    label = labels_of(copy, spans).get("place")
    return _Record("Missed", _PASS, RULES[copy.reason].name, label, copy.function, arguments)


def _of_write(written: WrittenInPlace, spans: OperationSpans) -> _Record:
    arguments = [{"Operand": _named(written.place)}, {"String": " is written to in place"}]
    label = label_of(written.place, "", spans)
    return _Record("Passed", _PASS, "InPlace", label, written.function, arguments)


def _of_allocation(buffer: ExplainedBuffer, spans: OperationSpans) -> _Record:
    allocation = buffer.allocation
    # Another key than that of copies, of which tools add up the bytes.
    arguments: _Arguments = [{"String": "a buffer is allocated ("}]
    if allocation.cost is None:
        arguments.append({"Size": allocation.size_text()})
    else:
        arguments += [{"AllocatedBytes": str(allocation.cost)}, {"String": " bytes"}]
    arguments += [{"String": "): "}, {"Reason": allocation.why}]
    for saving in buffer.savings:
        arguments += [{"String": "; help: "}, {"Help": saving.sentence(1)}]
    if buffer.tried:
        arguments += [{"String": "; tried in vain: "}, {"Tried": ", ".join(buffer.tried)}]
    label = label_of(allocation.place, "", spans)
    return _Record("Analysis", _PASS, "Allocation", label, allocation.function, arguments)


def _of_remark(remark: BufferRemark, spans: OperationSpans) -> _Record:
    action = remark.action
    arguments: _Arguments = [
        {"Buffer": _named(remark.place)},
        {"String": f" is {action.value}: "},
        {"Reason": remark.why},
    ]
    if remark.where is not None:
        arguments += [{"String": "; "}, _argument("Where", remark.where, spans)]
    name = action.value.title().replace(" ", "")
    label = label_of(remark.place, "", spans)
    return _Record(_TYPES[action], remark.pass_name, name, label, remark.function, arguments)


def _argument(key: str, place: Place, spans: OperationSpans) -> dict[str, Any]:
    """Return a place as an argument of a record, which tools show as a link."""
    label = label_of(place, "", spans)
    named = {key: _named(place)}
    return named if label is None else {**named, "DebugLoc": _debug_location(label)}


def _named(place: Place) -> str:
    return str(Place(place.op_name, None, place.kind, place.index))


def _debug_location(label: Label) -> dict[str, Any]:
    file, line, column = label.position
    return {"File": file, "Line": line, "Column": column}
