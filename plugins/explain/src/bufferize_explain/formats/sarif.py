"""The SARIF 2.1.0 format of static analyses, which editors and code hosts show."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from bufferize import __version__
from bufferize.diagnostics import Label, SourceMap
from bufferize.diagnostics.rendering import LONGEST_LINE, word_width
from bufferize.record import (
    RULES,
    BufferAction,
    BufferRemark,
    Help,
    Place,
    TensorCopy,
    loop_text,
)
from bufferize_explain.baseline import key_of
from bufferize_explain.explanation import Explanation
from bufferize_explain.fixes import Refused
from bufferize_explain.labeled_source import labels_of

_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_ROOT: Final = "%SRCROOT%"
"""The base of relative file URIs."""
_CHAIN: Final = ("root", "definition", "write", "read")
"""The fields of a copy that form its code flow, in order of execution; without a write, the copy
itself is the last step."""

_NO_TEXT: Final = re.compile("[\ud800-\udfff]")
"""The surrogate escapes of bytes that are not UTF-8."""

_REFUSED: Final = "refused"
"""The rule of refusals."""

_Json = dict[str, Any]


def write(explanation: Explanation) -> str:
    """Return a report with a result for each copy, at the copied operand."""
    text = json.dumps(_Run(explanation).log(), indent=2, ensure_ascii=False)
    return _NO_TEXT.sub("\ufffd", text) + "\n"


class _Run:
    """One report under construction."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation
        self.artifacts = _Artifacts(explanation.sources)
        self.artifacts.location(explanation.file)

    def log(self) -> _Json:
        found = self.explanation
        new = None if found.new is None else set(map(id, found.new))
        results = [self._refusal(refused) for refused in found.refusals]
        for copy in found.copies:
            result = self._result(copy)
            if new is not None:
                result["baselineState"] = "new" if id(copy) in new else "unchanged"
            results.append(result)
        for remark in found.buffers:
            result = self._remark(remark)
            if new is not None:  # only copies have a baseline state
                result["baselineState"] = "unchanged"
            results.append(result)
        run = {
            "tool": {"driver": {"name": "bufferize", "version": __version__, "rules": _rules()}},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {
                _ROOT: {"description": _message("The folder in which bufferize was run.")}
            },
            "artifacts": self.artifacts.found,
            "results": results,
            "properties": {
                "ownCopies": [
                    {
                        "op": own.op_name,
                        "copies": own.number,
                        "knownBytes": own.known_bytes,
                        "unknown": own.num_unknown,
                    }
                    for own in found.own_copies
                ],
                "allocations": [
                    {
                        "function": each.allocation.function,
                        "place": str(each.allocation.place),
                        "cause": each.allocation.cause.value,
                        "why": each.allocation.why,
                        "cost": each.allocation.cost,
                        "atPeak": each.allocation.peak is not None,
                    }
                    for each in found.memory.buffers
                ],
                "savings": [str(saving) for saving in found.memory.savings],
                "summaries": dict(found.summaries),
            },
        }
        return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}

    def _result(self, copy: TensorCopy) -> _Json:
        labels = labels_of(copy, self.explanation.spans)
        main = self._location(labels.get("place"), copy.function)
        main.pop("message", None)
        if "physicalLocation" in main:
            self._add_line(main["physicalLocation"], labels["place"])
        result = {
            "ruleId": copy.reason.value,
            "ruleIndex": list(RULES).index(copy.reason),
            "level": _level(copy),
            "message": _message(_text(copy)),
            "locations": [main],
            "partialFingerprints": {"copy/v1": _fingerprint(copy)},
            "properties": _properties(copy),
        }
        steps = [labels[party] for party in _CHAIN if party in labels]
        if steps and copy.write is None:
            steps += [labels[party] for party in labels if party == "place"]
        if len(steps) > 1:
            flow = [{"location": self._location(step, copy.function)} for step in steps]
            result["codeFlows"] = [{"threadFlows": [{"locations": flow}]}]
        loops = [(loop.place, f"in {loop_text(loop)}") for loop in copy.loops]
        if copy.across is not None and copy.across not in (place for place, _ in loops):
            loops.append((copy.across, "from one iteration of this to the next"))
        related = [self._location(label, copy.function) for label in _places(loops)]
        if related:
            result["relatedLocations"] = [
                {"id": number, **location} for number, location in enumerate(related)
            ]
        return result

    def _refusal(self, refused: Refused) -> _Json:
        error = refused.error
        label = None if error.position is None else Label(error.position, "", None, True)
        main = self._location(label, refused.function)
        main.pop("message", None)
        sentences = [f"Refused: {error.message}."]
        sentences += [f"{word.capitalize()}: {text}." for word, text in refused.remarks]
        return {
            "ruleId": _REFUSED,
            "ruleIndex": len(RULES) + len(BufferAction),
            "level": "error",
            "message": _message(" ".join(sentences)),
            "locations": [main],
        }

    def _remark(self, remark: BufferRemark) -> _Json:
        place = (remark.place, remark.action.value)
        main = [self._location(label, remark.function) for label in _places([place])]
        result: _Json = {
            "ruleId": _rule_id(remark.action),
            "ruleIndex": len(RULES) + list(BufferAction).index(remark.action),
            "kind": "informational",
            "level": "none",
            "message": _message(f"{remark}."),
            "locations": main or [self._location(None, remark.function)],
        }
        if remark.where is not None:
            others = _places([(remark.where, "here")])
            result["relatedLocations"] = [self._location(each, remark.function) for each in others]
        return result

    def _location(self, label: Label | None, function: str | None) -> _Json:
        location: _Json = {}
        if label is not None:
            location["physicalLocation"] = {
                "artifactLocation": self.artifacts.location(label.position.file),
                "region": self._region(label),
            }
        if function is not None:
            logical = {"name": function, "fullyQualifiedName": f"@{function}", "kind": "function"}
            location["logicalLocations"] = [logical]
        if label is not None:
            location["message"] = _message(label.text)
        return location

    def _region(self, label: Label) -> _Json:
        """Return the region of a label; to the end of the line if the width is unknown."""
        file, line, column = label.position
        region = {"startLine": line, "startColumn": column}
        width = label.width
        if width is None:
            text = self.explanation.sources.line(file, line)
            width = None if text is None else word_width(text, column - 1)
        return region if width is None else {**region, "endColumn": column + width}

    def _add_line(self, physical: _Json, label: Label) -> None:
        """Add the text of the line, unless it is long, for viewers without the file."""
        line = self.explanation.sources.line(label.position.file, label.position.line)
        if line is not None and len(line) <= LONGEST_LINE:
            snippet = {"text": line}
            physical["contextRegion"] = {"startLine": label.position.line, "snippet": snippet}


class _Artifacts:
    """The files of a report; each is described once and referred to by index."""

    def __init__(self, sources: SourceMap) -> None:
        self.sources = sources
        self.found: list[_Json] = []
        self._locations: dict[str, _Json] = {}

    def location(self, file: str) -> _Json:
        """Return the location of a file, relative to the working directory if it is inside."""
        known = self._locations.get(file)
        if known is not None:
            return known
        uri, index = _uri(file), len(self.found)
        base = {"uriBaseId": _ROOT} if not uri.startswith("file:") else {}
        text = self.sources.text(file)
        artifact: _Json = {"sourceLanguage": "mlir"} if text is not None else {}
        if _is_no_file(file):
            location: _Json = {"index": index}
            artifact["description"] = _message(file)
            if text is not None:
                artifact["contents"] = {"text": text}
        else:
            location = {"uri": uri, **base, "index": index}
            artifact["location"] = location
        if not self.found:
            artifact["roles"] = ["analysisTarget"]
        self.found.append(artifact)
        self._locations[file] = location
        return location


def _is_no_file(file: str) -> bool:
    """Return whether `file` is a pseudo name such as `<stdin>`."""
    return not file or (file.startswith("<") and file.endswith(">"))


def _uri(file: str) -> str:
    if os.path.isabs(file):
        inside = os.path.relpath(file)
    else:
        inside = os.path.normpath(file)
    if inside.split(os.sep)[0] == os.pardir or os.path.isabs(inside):
        return PurePath(os.path.abspath(file)).as_uri()
    return quote(PurePath(inside).as_posix().encode("utf-8", "surrogateescape"))


def _level(copy: TensorCopy) -> str:
    if copy.forbidden_by is not None:
        return "error"
    return "note" if copy.tried or not copy.copies_contents else "warning"


def _rules() -> list[_Json]:
    """Return all rules, in the order of their indices in results."""
    rules = [
        _rule(
            reason.value,
            rule.name,
            rule.meaning,
            f"{rule.meaning} So the tensor gets its own buffer.",
            rule.advice,
            "warning",
        )
        for reason, rule in RULES.items()
    ]
    for action in BufferAction:
        name = f"Buffer{action.value.title().replace(' ', '')}"
        meaning = f"What passes did with a buffer: {action.value}."
        note = "This is information: nothing needs to be done."
        rules.append(_rule(_rule_id(action), name, meaning, f"{meaning} {note}", note, "none"))
    refused = "Bufferization refuses the program."
    advice = "Do what the help says, or what the notes say."
    rules.append(_rule(_REFUSED, "Refused", refused, refused, advice, "error"))
    return rules


def _rule(id: str, name: str, short: str, full: str, help: str, level: str) -> _Json:
    return {
        "id": id,
        "name": name,
        "shortDescription": _message(short),
        "fullDescription": _message(full),
        "help": {**_message(help), "markdown": help},
        "defaultConfiguration": {"level": level},
        "properties": {"tags": ["performance", "bufferization"]},
    }


def _rule_id(action: BufferAction) -> str:
    return f"buffer-{action.value.replace(' ', '-')}"


def _text(copy: TensorCopy) -> str:
    kind = "Copy" if copy.copies_contents else "New buffer"
    sentences = [f"{kind} of {copy.cost_text()}: {copy.why}."]
    sentences += [f"Help: {help}." for help in copy.help]
    if copy.tried:
        sentences.append(f"Tried in vain: {', '.join(copy.tried)}.")
    return " ".join(sentences)


def _message(text: str) -> _Json:
    """Return a message without placeholders: braces are escaped (section 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _properties(copy: TensorCopy) -> _Json:
    return {
        "tensorType": str(copy.tensor_type),
        "copiesContents": copy.copies_contents,
        "bytes": copy.size,
        "cost": copy.cost,
        "knownCost": copy.known_cost,
        "unknownFactors": copy.unknown_factors,
        "tried": list(copy.tried),
        "help": [_help(help) for help in copy.help],
    }


def _help(help: Help) -> _Json:
    return {
        "text": help.text,
        "condition": help.condition,
        "flag": help.flag,
        "removes": help.num_removed,
        "savedBytes": help.saved_bytes,
        "savedUnknown": help.saved_unknown,
    }


def _fingerprint(copy: TensorCopy) -> str:
    """Return a fingerprint of a copy that does not depend on line numbers."""
    return hashlib.sha256(json.dumps(key_of(copy)).encode()).hexdigest()


def _places(places: Iterable[tuple[Place, str]]) -> Sequence[Label]:
    return [Label(place.position, text) for place, text in places if place.position is not None]
