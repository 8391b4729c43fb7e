"""Certificates: decisions, and conflicts with multipliers that prove that none copy fewer bytes.

A certificate is text, a line for each fact:

    bufferize certificate 1
    options bufferize-function-boundaries=1
    function 1 @both
    copy 2.0 tensor.extract_slice 4
    copied 4
    conflict 4 2.0 tensor.extract_slice, 3.1 tensor.insert
    at least 4
    digest 5c0e…

An operand is the number of its operation in the function, in the order of the text, and its own
number. Of the operands of a conflict, one is always copied. The multipliers of the conflicts (here 4)
with one operand add up to at most the bytes that its copy costs; so at least their sum is copied.

Where that is not enough, there are two cases: an operand is copied, which is paid, or it is in place,
so that the other operands of its conflicts pay. At least the smaller one of both sums is copied. A case
can also be about several operands: one of them is copied, or all are in place.

    if copied 8 2.1 tensor.insert
      conflict 8 3.1 tensor.insert, 4.1 tensor.insert
      at least 16
    else
      conflict 8 2.1 tensor.insert, 3.1 tensor.insert
      conflict 8 2.1 tensor.insert, 4.1 tensor.insert
      at least 16
    at least 16

What a loop copies of that which it yields is a copy as well, written with the word `yield`. These
operands cannot all be in place, unless that copy is paid, too:

    conflict 64 4.0 tensor.extract_slice, yield 6.0 scf.yield

Conflicts can be about operands of several functions: those of a callee that in place make it write to
an argument, and those of its caller, which are written with the name of that. Copies in a function that
is called several times then count as often:

    function 1 @part
    with @caller
    called 3
    conflict 16 1.0 tensor.extract_slice, 2.1 tensor.insert, @caller 1.0 func.call

Where extents or trip counts are not known, bytes have a weight by their number of unknown factors:
`unit 1 4097` counts 4,097 for a byte with one. Such a weight is larger than all that is below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import zip_longest

from bufferize.diagnostics import DiagnosticError, Position, error

_TITLE = "bufferize certificate 1"
WHOLE = "the-program"
"""The name of a function that stands for the whole program."""
_OPERAND = r"(?:yield )?\d+\.\d+ \S+?"
_ANY_OPERAND = rf"(?:@\S+ )?{_OPERAND}"
_PARTS = re.compile(r"(?:(@\S+) )?(yield )?(\d+)\.(\d+) (\S+?)(?:, |$)")
_DEEPEST = 100
"""The number of cases that can be within each other."""
_MOST_DIGITS = 1000
"""The number of digits that no number of a certificate reaches. Python reads up to 4,300."""


@dataclass(frozen=True)
class OperandRef:
    """An operand by the number of its operation in the function, and its own number."""

    op: int
    index: int
    name: str
    """The name of the operation."""
    is_yield: bool = False
    """Whether it stands for the copy that a loop makes of what it yields."""
    function: str = ""
    """The name of its function, if that is another one."""

    def __str__(self) -> str:
        words = self.function, "yield" * self.is_yield, f"{self.op}.{self.index}", self.name
        return " ".join(filter(None, words))


@dataclass(frozen=True)
class Line:
    """A copy, or a conflict, with the weight that the certificate gives it."""

    line: int
    """The number of the line in the text."""
    operands: tuple[OperandRef, ...]
    weight: int

    def __str__(self) -> str:
        """Return the weight and the operands, as in the lines of a proof."""
        return f"{self.weight} {', '.join(map(str, self.operands))}"


@dataclass
class Case:
    """A part of a proof: a bound on what is copied under its assumptions, and the reasons for it."""

    conflicts: list[Line] = field(default_factory=list)
    splits: list[Split] = field(default_factory=list)
    bound: tuple[int, int] = (0, 0)
    """The sum of all of these and of the copy that the case assumes, and the line that says so."""


@dataclass
class Split:
    """The two cases that one of some operands is copied or that all are in place."""

    copy: Line
    copied: Case
    in_place: Case


@dataclass
class FunctionCertificate:
    """The part of a certificate about one function, or about a program not split in functions."""

    number: int
    """The number of the function's operation in the program."""
    name: str
    line: int = 0
    others: tuple[str, ...] = ()
    """The functions that conflicts may be about together with this one."""
    called: tuple[str, int] = ("1", 0)
    """The number of calls by which costs are multiplied, and the line that says so."""
    units: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For each number of unknown factors: the weight of a byte, and the line that says so."""
    copies: list[Line] = field(default_factory=list)
    copied: tuple[int, int] = (0, 0)
    """The weight of all copies, and the line that says so."""
    proof: Case = field(default_factory=Case)
    """Why so much must be copied; nothing is assumed."""
    assumes_callees: bool = False
    """Whether that may be so only by the decisions about callees. `certify` sets it."""
    together: list[FunctionCertificate] = field(default_factory=list)
    """The parts about this function and the others. `certify` sets it."""

    @property
    def bound(self) -> tuple[int, int]:
        """The weight that any decisions copy at least, and the line that says so."""
        return self.proof.bound

    @property
    def is_tight(self) -> bool:
        """Whether no decisions about the function copy less, or about those it is together with."""
        parts = self.together or [self]
        return sum(part.copied[0] for part in parts) == sum(part.bound[0] for part in parts)


@dataclass
class Certificate:
    """A certificate for a program, under options of `one-shot-bufferize`."""

    options: str
    functions: list[FunctionCertificate] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the text."""
        lines = [_TITLE, f"options {self.options}"]
        for function in self.functions:
            lines.append(f"function {function.number} {function.name}")
            lines += [f"with {', '.join(function.others)}"] * bool(function.others)
            lines += [f"called {function.called[0]}"] * (function.called[0] != "1")
            lines += [f"unit {n} {weight}" for n, (weight, _) in sorted(function.units.items())]
            lines += [f"copy {copy.operands[0]} {copy.weight}" for copy in function.copies]
            lines.append(f"copied {function.copied[0]}")
            lines += _lines(function.proof, "")
        return "".join(f"{line}\n" for line in [*lines, f"digest {_digest(lines)}"])


def _lines(case: Case, indent: str) -> Iterator[str]:
    for conflict in case.conflicts:
        yield f"{indent}conflict {conflict}"
    for split in case.splits:
        yield f"{indent}if copied {split.copy}"
        yield from _lines(split.copied, f"{indent}  ")
        yield f"{indent}else"
        yield from _lines(split.in_place, f"{indent}  ")
    yield f"{indent}at least {case.bound[0]}"


def read_certificate(text: str, file: str = "<certificate>") -> Certificate:
    """Read the text of a certificate. Raises DiagnosticError, at the first line that is wrong."""
    lines = text.splitlines()
    if not lines or lines[0] != _TITLE:
        raise wrong(file, 1, f"a certificate starts with '{_TITLE}'")
    if len(lines) < 3 or not lines[1].startswith("options"):
        raise wrong(file, 2, "the options come here: 'options …'")
    reader = _Reader(file, Certificate(lines[1].removeprefix("options").strip()))
    for number, line in enumerate(lines[2:-1], 3):
        reader.read(number, line)
    written = str(reader.certificate).splitlines()
    for number, (line, same) in enumerate(zip_longest(lines[:-1], written[:-1]), 1):
        if line != same:
            message = (
                "from here on, a line is missing, double, or not written or placed as it must be"
            )
            raise wrong(file, min(number, len(lines)), message)
    return reader.certificate


def check_digest(text: str, file: str) -> None:
    """Raise DiagnosticError if the last line is not the digest of the others.

    It finds changes after which a certificate is still right, such as another operand of the same
    cost.
    """
    lines = text.splitlines()
    if lines[-1] != f"digest {_digest(lines[:-1])}":
        raise wrong(file, len(lines), "the digest is not that of the lines above: one was changed")


def wrong(file: str, line: int, message: str) -> DiagnosticError:
    """Return an error about a line of a certificate."""
    return DiagnosticError(error(message, Position(file, line, 1)))


class _Reader:
    def __init__(self, file: str, certificate: Certificate) -> None:
        self.file = file
        self.certificate = certificate
        self._cases: list[Case] = []
        """The cases that the next line may be in, the innermost last."""

    def read(self, number: int, line: str) -> None:
        """Read one line. Raises DiagnosticError if it has no known form."""
        if re.search(rf"\d{{{_MOST_DIGITS}}}", line):
            raise wrong(self.file, number, f"a number has {_MOST_DIGITS} digits or more")
        if found := re.fullmatch(r"function (\d+) (\S+)", line):
            function = FunctionCertificate(int(found[1]), found[2], number)
            self.certificate.functions.append(function)
            self._cases = [function.proof]
            return
        if not self.certificate.functions:
            raise wrong(self.file, number, "a function comes first: 'function NUMBER @NAME'")
        function = self.certificate.functions[-1]
        if found := re.fullmatch(r"unit (\d+) (\d+)", line):
            function.units[int(found[1])] = int(found[2]), number
        elif found := re.fullmatch(rf"copy ({_OPERAND}) (\d+)", line):
            function.copies.append(Line(number, _operands(found[1]), int(found[2])))
        elif found := re.fullmatch(r"with (@\S+(?:, @\S+)*)", line):
            function.others = tuple(found[1].split(", "))
        elif found := re.fullmatch(r"called (\d+(?: x \?)*)", line):
            function.called = found[1], number
        elif found := re.fullmatch(r"copied (\d+)", line):
            function.copied = int(found[1]), number
        elif not self._read_proof(number, line):
            raise wrong(self.file, number, "no line of a certificate has this form")

    def _read_proof(self, number: int, line: str) -> bool:
        """Read a line of the proof that so much is copied; return whether it is one."""
        text = line.lstrip(" ")
        depth = (len(line) - len(text)) // 2
        if depth >= len(self._cases):
            raise wrong(self.file, number, "no case is open that this line could be in")
        if depth > _DEEPEST:
            raise wrong(self.file, number, f"more than {_DEEPEST} cases are within each other")
        del self._cases[depth + 1 :]
        case = self._cases[-1]
        if found := re.fullmatch(
            rf"(conflict|if copied) (\d+) ((?:{_ANY_OPERAND}(?:, |$))+)", text
        ):
            said = Line(number, _operands(found[3]), int(found[2]))
            if found[1] == "conflict":
                case.conflicts.append(said)
            else:
                case.splits.append(Split(said, Case(), Case()))
                self._cases.append(case.splits[-1].copied)
        elif text == "else" and case.splits:
            self._cases.append(case.splits[-1].in_place)
        elif found := re.fullmatch(r"at least (\d+)", text):
            case.bound = int(found[1]), number
        else:
            return False
        return True


def _operands(text: str) -> tuple[OperandRef, ...]:
    found = _PARTS.findall(text)
    return tuple(OperandRef(int(o), int(i), name, bool(y), f) for f, y, o, i, name in found)


def _digest(lines: Sequence[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:32]
