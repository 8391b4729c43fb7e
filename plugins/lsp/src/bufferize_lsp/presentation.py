"""Findings for an editor: diagnostics, inlay hints and hovers, in the editor's units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from lsprotocol import types
from pygls.workspace import PositionCodec

from bufferize.diagnostics import Severity
from bufferize.record import IN_PLACE
from bufferize_lsp.findings import CopyFound, Edit, Findings, Note, Problem, ValueFound
from bufferize_lsp.texts import TextRange, normalized

_line_end = re.compile(r"\r\n?|\n")


class ClientLines:
    """The lines of a text for an editor, which may count characters in UTF-16 units."""

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self.lines = normalized(text).split("\n")
        self.codec = codec
        found = _line_end.search(text)
        self.line_end = "\n" if found is None else found.group()
        """The line ending of the text."""

    def range(self, where: TextRange | None) -> types.Range:
        """Return the editor's range; for None, the beginning of the text."""
        line, start, end = where or TextRange(0, 0, 0)
        return types.Range(self.position(line, start), self.position(line, end))

    def place(self, position: types.Position) -> tuple[int, int]:
        """Return line and character of an editor's position, both counted from 0."""
        found = self.codec.position_from_client_units(
            self.lines, types.Position(position.line, position.character)
        )
        return found.line, found.character

    def position(self, line: int, character: int) -> types.Position:
        """Return the editor's position."""
        return self.codec.position_to_client_units(self.lines, types.Position(line, character))


SOURCE: Final = "bufferize"
"""The source of diagnostics."""

_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
    Severity.REMARK: types.DiagnosticSeverity.Information,
}
_MOST_ALIASES: Final = 12
_special = re.compile(r"[\\<>*_\[\]#&|~]")


class Presentation:
    """The presentation of the findings about one text."""

    def __init__(self, uri: str, lines: ClientLines, findings: Findings, related: bool) -> None:
        self.uri = uri
        self.lines = lines
        self.findings = findings
        self.related = related
        """Whether the editor shows positions related to a diagnostic."""

    # Diagnostics

    def diagnostics(self) -> list[types.Diagnostic]:
        """Return errors, warnings and copies as diagnostics."""
        found = [self.of_problem(problem) for problem in self.findings.problems]
        return found + [self.of_copy(copy) for copy in self.findings.copies]

    def of_copy(self, copy: CopyFound) -> types.Diagnostic:
        """Return a copy as a diagnostic."""
        done = "copied" if copy.copies_contents else "given a new buffer"
        lines = [f"{done} ({copy.cost}): {copy.why}"]
        lines += [f"help: {help.text}" for help in copy.help]
        lines += [f"tried in vain: {', '.join(copy.tried)}"] if copy.tried else []
        severity = types.DiagnosticSeverity.Information
        if copy.is_forbidden:
            severity = types.DiagnosticSeverity.Error
            lines.append(f"error: `{IN_PLACE}` forbids it")
        return self._diagnostic(severity, lines, copy.where, copy.chain, copy.reason)

    def of_problem(self, problem: Problem) -> types.Diagnostic:
        """Return an error or a warning as a diagnostic."""
        return self._diagnostic(
            _SEVERITIES[problem.severity], [problem.message], problem.where, problem.notes, None
        )

    def _diagnostic(
        self,
        severity: types.DiagnosticSeverity,
        lines: Sequence[str],
        where: TextRange | None,
        notes: Sequence[Note],
        code: str | None,
    ) -> types.Diagnostic:
        with_place = [note for note in notes if note.where is not None and self.related]
        # Notes that cannot be shown at positions become part of the message.
        without = [f"note: {note.text}{_at(note)}" for note in notes if note not in with_place]
        related = [
            types.DiagnosticRelatedInformation(
                types.Location(self.uri, self.lines.range(note.where)), note.text
            )
            for note in with_place
        ]
        return types.Diagnostic(
            range=self.lines.range(where),
            message="\n".join([*lines, *without]),
            severity=severity,
            code=code,
            source=SOURCE,
            related_information=related or None,
        )

    # Hints

    def hints(self, wanted: types.Range) -> list[types.InlayHint]:
        """Return hints for copies in a range of the text, each after its operand."""
        first, last = self.lines.place(wanted.start), self.lines.place(wanted.end)
        return [
            types.InlayHint(
                position=self.lines.range(copy.where).end,
                label=_short(copy),
                tooltip=_markdown(_copy_text(copy, self.findings.is_complete)),
                padding_left=True,
            )
            for copy in self.findings.copies
            if copy.where is not None and copy.where.touches(first, last)
        ]

    # Positions

    def hover(self, position: types.Position) -> types.Hover | None:
        """Return everything known about a position."""
        place = self.lines.place(position)
        copies = self.copies_at(place, place)
        texts = [_copy_text(copy, self.findings.is_complete) for copy in copies]
        ranges = [copy.where for copy in copies]
        for use in self.findings.uses.get(place[0], ()):
            if use.where.touches(place, place):
                texts.append(self._value_text(self.findings.values[use.value], use.value))
                ranges.insert(0, use.where)
        if not texts:
            return None
        contents = _markdown("\n\n---\n\n".join(texts))
        return types.Hover(contents, self.lines.range(ranges[0]))

    def copies_at(self, first: tuple[int, int], last: tuple[int, int]) -> list[CopyFound]:
        """Return the copies whose operand, or operation name, is between two positions."""
        return [
            copy
            for copy in self.findings.copies
            if any(
                where is not None and where.touches(first, last) for where in (copy.where, copy.op)
            )
        ]

    def problems_at(self, first: tuple[int, int], last: tuple[int, int]) -> list[Problem]:
        """Return the errors and warnings between two positions."""
        return [
            problem
            for problem in self.findings.problems
            if problem.where is not None and problem.where.touches(first, last)
        ]

    def edits(self, edits: Sequence[Edit]) -> list[types.TextEdit]:
        """Return edits of the text, with its line endings."""
        return [
            types.TextEdit(
                types.Range(self.lines.position(*edit.start), self.lines.position(*edit.end)),
                edit.text.replace("\n", self.lines.line_end),
            )
            for edit in edits
        ]

    def _value_text(self, value: ValueFound, number: int) -> str:
        text = f"```mlir\n{value.name or '%…'} : {value.type}\n```"
        if value.alias_set is None:
            return text
        others = [
            f"`{other.name}` (line {other.where.line + 1})"
            for index, other in enumerate(self.findings.values)
            if other.alias_set == value.alias_set and index != number and other.where is not None
        ]
        if not others:
            return f"{text}\nshares its buffer with no other value"
        shown = ", ".join(others[:_MOST_ALIASES])
        if len(others) > _MOST_ALIASES:
            shown += f" and {len(others) - _MOST_ALIASES} more"
        return f"{text}\nmay share its buffer with {shown}"


def _short(copy: CopyFound) -> str:
    return f"{'copied' if copy.copies_contents else 'new buffer'}: {copy.amount}"


def _at(note: Note) -> str:
    return "" if note.where is None else f" (line {note.where.line + 1})"


def _copy_text(copy: CopyFound, is_complete: bool) -> str:
    return "\n\n".join(_paragraphs(copy, is_complete))


def _paragraphs(copy: CopyFound, is_complete: bool) -> Iterator[str]:
    """Yield the paragraphs about a copy in Markdown."""
    yield f"**{'copied' if copy.copies_contents else 'new buffer'}: {copy.cost}**"
    yield f"{_escaped(copy.why)} (`{copy.reason}`)"
    chain = [f"- {note.text}{_at(note)}" for note in copy.chain]
    if chain:
        yield "\n".join(chain)
    if copy.remarks:
        yield _escaped("; ".join(copy.remarks))
    for help in copy.help:
        yield f"**help:** {_escaped(help.text)}"
    if copy.tried:
        yield f"**tried in vain:** {_escaped(', '.join(copy.tried))}"
    elif not copy.help and not is_complete:
        yield "not all that may help was tried yet"


def _escaped(text: str) -> str:
    """Escape plain text for Markdown; text in backquotes stays code."""
    parts = text.split("`")
    return "`".join(
        part if number % 2 else _special.sub(r"\\\g<0>", part) for number, part in enumerate(parts)
    )


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)
