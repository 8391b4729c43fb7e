"""Fixes of a program as edits of its source text.

Lines that need no change stay as they are, with their comments; operations that move take their
lines along.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import chain, count

from bufferize import DiagnosticError, ir, print_module
from bufferize.diagnostics import Lines
from bufferize.syntax import OperationSpans, Printer, PrintOptions, parse_module
from bufferize.syntax.names import Names
from bufferize_explain.fixes import Fix, Program
from bufferize_lsp.findings import Edit

_GENERIC = PrintOptions(generic=True)
_code = re.compile(r'(?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*').match
_names = re.compile(r"%[\w$.\-]+", re.ASCII).findall


class _NotWritten(Exception):
    """The error that a change cannot be made in the text."""


@dataclass(frozen=True)
class Source:
    """A program and its text."""

    text: str
    module: ir.Operation
    spans: OperationSpans
    names: Mapping[ir.Value, str]
    """The text of each value in its uses."""

    def edits(self, fix: Fix, program: Program) -> tuple[Edit, ...] | None:
        """Return the edits that do to the text what the fix does to the program.

        None if that is not possible. The edited text is parsed, and is the same program as the
        changed one.
        """
        writer = _Writer(self)
        try:
            with ir.undone(self.module):
                fix.apply(replace(program))
                changes = sorted(writer.changes(), key=lambda change: change[:2])
                wanted = print_module(self.module, _GENERIC)
            read = parse_module(_changed(self.text, changes), program.context)
        except (_NotWritten, DiagnosticError):
            return None
        if print_module(read, _GENERIC) != wanted:
            return None
        lines = Lines("", self.text)
        return tuple(
            Edit(_place(lines, start), _place(lines, end), text) for start, end, text in changes
        )


_Change = tuple[int, int, str]
"""Two offsets and the text that replaces the text between them."""


def _place(lines: Lines, offset: int) -> tuple[int, int]:
    line, column = lines.line_and_column(offset)
    return line - 1, column - 1


def _changed(text: str, changes: Iterable[_Change]) -> str:
    """Return the text after changes, which must be in order."""
    parts, done = [], 0
    for start, end, new in changes:
        if start < done:
            raise _NotWritten
        parts += [text[done:start], new]
        done = end
    return "".join([*parts, text[done:]])


class _Writer:
    """A recorder of later changes to a program, as changes of its text."""

    def __init__(self, source: Source) -> None:
        self.text = source.text
        self.module = source.module
        self.spans = source.spans
        ops = list(source.module.walk())
        self.operands = {op: list(op.operands) for op in ops}
        self.entries = {op: (dict(op.attributes), dict(op.properties)) for op in ops}
        self.bodies = {
            block: list(block.ops) for op in ops for r in op.regions for block in r.blocks
        }
        self.names = Names()
        self.names.values.update(source.names)
        self.taken = set(_names(self.text))
        self.starts = [0, *(match.end() for match in re.finditer("\n", self.text))]

    def changes(self) -> Iterator[_Change]:
        """Yield the changes of the text so far. Raises _NotWritten if one cannot be made."""
        ops = list(self.module.walk())
        there = {block for op in ops for region in op.regions for block in region.blocks}
        for block, body in self.bodies.items():
            if block in there:
                yield from self._in_block(body, list(block.ops))
        for op in ops:
            before = self.operands.get(op)
            if before is None:  # it is new
                continue
            after, entries = op.operands, (op.attributes, op.properties)
            if len(before) != len(after) or self.entries[op] != entries:
                yield self._rewritten(op)
                continue
            for index, (old, new) in enumerate(zip(before, after, strict=True)):
                if old is not new:
                    yield self._operand(op, index, new)

    def _in_block(self, before: list[ir.Operation], after: list[ir.Operation]) -> Iterator[_Change]:
        """Yield changes for operations that were inserted, erased or moved."""
        if before == after:
            return
        for kind, i, j, k, end in SequenceMatcher(None, before, after, False).get_opcodes():
            if kind == "equal":
                continue
            if k < end:
                if j == len(before):
                    raise _NotWritten
                start, _ = self._lines_of(before[j])
                indent = re.compile("[ \t]*").match(self.text, start)
                assert indent is not None
                texts = [self._written(op, indent.group()) for op in after[k:end]]
                yield start, start, "".join(texts)
            for op in before[i:j]:
                yield *self._lines_of(op), ""

    def _operand(self, op: ir.Operation, index: int, value: ir.Value) -> _Change:
        position = op.location.position()
        span = None if position is None else self.spans.operand(position, index)
        if span is None or value not in self.names.values:
            raise _NotWritten
        start = self.starts[span.position.line - 1] + span.position.column - 1
        return start, start + span.width, self.names.values[value]

    def _rewritten(self, op: ir.Operation) -> _Change:
        """Rewrite an operation that was changed itself, up to the comment after it."""
        position = op.location.position()
        extent = None if position is None else self.spans.extent(position)
        if extent is None or len(op.results) > 1 or any(region.blocks for region in op.regions):
            raise _NotWritten
        start, end = extent[0], self._lines_of(op)[1]
        code = _code(self.text, start, end)
        assert code is not None
        if "\n" in self.text[code.end() : end - 1]:  # there is a comment inside
            raise _NotWritten
        return start, start + len(code.group().rstrip()), self._printed(op)

    def _lines_of(self, op: ir.Operation) -> tuple[int, int]:
        """Return the start and end of an operation's lines, including a comment after it."""
        position = op.location.position()
        extent = None if position is None else self.spans.extent(position)
        if extent is None:
            raise _NotWritten
        first, end = extent
        start = self.text.rfind("\n", 0, first) + 1
        lines = self.text[start:end].rstrip().split("\n")
        while len(lines) > 1 and _is_no_code(lines[-1]):  # comments there are about what follows
            lines.pop()
        stop = start + len("\n".join(lines))
        if self.text[start:first].strip() or self.text[stop : stop + 1] not in ("\n", ""):
            raise _NotWritten  # something else is on the same line
        return start, stop + 1

    def _written(self, op: ir.Operation, indent: str) -> str:
        """Return the lines of an operation that is inserted."""
        if op in self.operands:
            start, end = self._lines_of(op)
            return self.text[start:end]
        for result in op.results:
            self.names.values[result] = self._new_name(op)
        return "".join(f"{indent}{line}\n" for line in self._printed(op).split("\n"))

    def _printed(self, op: ir.Operation) -> str:
        printer = Printer(PrintOptions(local_scope=True), self.names)
        printer.print_operation(op)
        return printer.text().strip("\n")

    def _new_name(self, op: ir.Operation) -> str:
        wanted = "%" + op.name.rpartition(".")[2]
        numbered = (f"{wanted}_{number}" for number in count())
        name = next(name for name in chain([wanted], numbered) if name not in self.taken)
        self.taken.add(name)
        return name


def _is_no_code(line: str) -> bool:
    text = line.strip()
    return not text or text.startswith("//")
