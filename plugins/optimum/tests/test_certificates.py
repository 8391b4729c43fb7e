"""Certificates: what they say, what is accepted, and that a change of any number is refused."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

import bufferize
from bufferize import OneShotOptions
from bufferize.diagnostics import DiagnosticError
from bufferize_optimum import Certificate, certify, optimum
from bufferize_optimum.certificate import Case, FunctionCertificate, Line, Split, read_certificate

from .programs import CONTEXT, ENOUGH, FILLED, OPTIONS, SLICED, random_text
from .test_callees import OFTEN, THREE_SLICES

UNKNOWN = """
func.func @unknown(%t: tensor<?xf32>, %u: tensor<8xf32>, %v: f32, %i: index) -> f32 {
  %0 = tensor.insert %v into %t[%i] : tensor<?xf32>
  %1 = tensor.insert %v into %u[%i] : tensor<8xf32>
  %2 = tensor.extract %t[%i] : tensor<?xf32>
  %3 = tensor.extract %u[%i] : tensor<8xf32>
  %4 = tensor.extract %0[%i] : tensor<?xf32>
  %5 = tensor.extract %1[%i] : tensor<8xf32>
  %6 = arith.addf %2, %3 : f32
  %7 = arith.addf %4, %5 : f32
  %8 = arith.addf %6, %7 : f32
  return %8 : f32
}
"""
OVERLAPPING = """
func.func @overlapping(%t: tensor<4xf32>, %v: f32, %i: index) -> (f32, f32, f32) {
  %a = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %c = tensor.extract_slice %t[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %0 = tensor.insert %v into %a[%i] : tensor<2xf32>
  %1 = tensor.insert %v into %b[%i] : tensor<2xf32>
  %2 = tensor.insert %v into %c[%i] : tensor<2xf32>
  %3 = tensor.extract %0[%i] : tensor<2xf32>
  %4 = tensor.extract %1[%i] : tensor<2xf32>
  %5 = tensor.extract %2[%i] : tensor<2xf32>
  return %3, %4, %5 : f32, f32, f32
}
"""
"""Of the three slices, two are copied: no multipliers alone prove more than 12 bytes of 16."""
CALLED = OFTEN.replace("TRIPS", "2")
"""A conflict is about operands of both functions, and one of them is called three times."""
TWO_FUNCTIONS = f"{SLICED}\n{UNKNOWN}\nfunc.func private @outside()"


def certificate(text: str, options: OneShotOptions = OPTIONS) -> str:
    return str(optimum(bufferize.parse(text, CONTEXT), options, CONTEXT).certificate)


def problem_of(said: str, program: str) -> tuple[int, str] | None:
    """Return the line that is wrong, and why; None if all are right."""
    try:
        certify(said, bufferize.parse(program, CONTEXT), CONTEXT)
    except DiagnosticError as problem:
        position = problem.diagnostics[0].position
        assert position is not None
        return position.line, problem.diagnostics[0].message
    return None


def with_digest(lines: list[str]) -> str:
    """Return a certificate of these lines with the digest that they have."""
    text = "".join(f"{line}\n" for line in lines)
    made = str(read_certificate(text))
    assert made.splitlines()[:-1] == lines[:-1]
    return made


def test_a_certificate() -> None:
    said = certificate(TWO_FUNCTIONS)
    assert said.splitlines()[:-1] == [
        "bufferize certificate 1",
        "options allow-return-allocs-from-loops=1 bufferize-function-boundaries=1",
        "function 1 @sliced",
        "copy 1.0 tensor.extract_slice 4",
        "copy 4.1 linalg.fill 0",
        "copied 4",
        "conflict 4 1.0 tensor.extract_slice, 2.1 tensor.insert",
        "at least 4",
        "function 8 @unknown",
        "unit 1 97",
        "copy 1.1 tensor.insert 388",
        "copy 2.1 tensor.insert 32",
        "copied 420",
        "conflict 388 1.1 tensor.insert",
        "conflict 32 2.1 tensor.insert",
        "at least 420",
    ]
    assert str(read_certificate(said)) == said
    functions = certify(said, bufferize.parse(TWO_FUNCTIONS, CONTEXT), CONTEXT)
    assert [(f.name, f.is_tight) for f in functions] == [("@sliced", True), ("@unknown", True)]


def test_a_certificate_with_cases() -> None:
    said = certificate(OVERLAPPING)
    assert said.splitlines()[3:-1] == [
        "copy 1.0 tensor.extract_slice 8",
        "copy 2.0 tensor.extract_slice 8",
        "copied 16",
        "if copied 8 1.0 tensor.extract_slice, 4.1 tensor.insert",
        "  conflict 8 2.0 tensor.extract_slice, 3.0 tensor.extract_slice, 5.1 tensor.insert",
        "  at least 16",
        "else",
        "  conflict 8 1.0 tensor.extract_slice, 2.0 tensor.extract_slice, 4.1 tensor.insert",
        "  conflict 8 1.0 tensor.extract_slice, 3.0 tensor.extract_slice, 4.1 tensor.insert",
        "  at least 16",
        "at least 16",
    ]
    (function,) = certify(said, bufferize.parse(OVERLAPPING, CONTEXT), CONTEXT)
    assert function.is_tight


@pytest.mark.parametrize("text", [OVERLAPPING, *(text for text, _ in ENOUGH)])
def test_proofs_are_accepted(text: str) -> None:
    assert problem_of(certificate(text), text) is None


@pytest.mark.parametrize("seed", range(0, 200, 5))
def test_certificates_of_random_programs_are_accepted(seed: int) -> None:
    text = random_text(seed)
    try:
        said = certificate(text)
    except DiagnosticError:
        return  # of a kind that is not bufferized
    assert problem_of(said, text) is None


def test_a_program_without_function_boundaries() -> None:
    module = bufferize.parse(FILLED, CONTEXT)
    said = str(optimum(module, OneShotOptions(), CONTEXT).certificate)
    assert "function 0 the-program" in said
    certify(said, module, CONTEXT)


@pytest.mark.parametrize("program", [TWO_FUNCTIONS, OVERLAPPING, CALLED, THREE_SLICES])
def test_any_number_that_is_changed_is_refused(program: str) -> None:
    said = certificate(program)
    body = said[: said.index("digest")]
    numbers = list(re.finditer(r"\d+", body))
    rng = random.Random(1)
    for _ in range(1000):
        match = rng.choice(numbers)
        old = int(match[0])
        new = rng.choice([n for n in (old + 1, old - 1, 0, 2 * old + 3, old * 10) if n != old])
        changed = f"{said[: match.start()]}{max(new, old + (new < 0))}{said[match.end() :]}"
        if changed != said:
            found = problem_of(changed, program)
            assert found is not None, changed
            assert found[0] <= said.count("\n")


def test_a_line_that_is_left_out_doubled_or_exchanged_is_refused() -> None:
    said = certificate(OVERLAPPING)
    lines = said.splitlines()
    changes = [lines[:n] + lines[n + k :] for k in range(1, 6) for n in range(len(lines) - k)]
    changes += [[*lines[: n + 1], *lines[n:]] for n in range(len(lines))]
    for a, b in itertools.combinations(range(len(lines)), 2):
        if lines[a] != lines[b]:
            between = lines[a + 1 : b]
            changes.append([*lines[:a], lines[b], *between, lines[a], *lines[b + 1 :]])
    for changed in changes:
        text = "".join(f"{line}\n" for line in changed)
        assert problem_of(text, OVERLAPPING) is not None, text


class _Changes:
    """Random changes of cases, with sums that are right afterwards."""

    def __init__(self, seed: int, function: FunctionCertificate) -> None:
        self.rng = random.Random(seed)
        self.conflicts = [c for case in _cases(function.proof) for c in case.conflicts]
        operands = dict.fromkeys(o for conflict in self.conflicts for o in conflict.operands)
        self.copies = [Line(0, (operand,), 8) for operand in operands]
        for _ in range(self.rng.randint(1, 4)):
            self.change(self.rng.choice(list(_cases(function.proof))))
        self.add_up(function.proof, 0)

    def change(self, case: Case) -> None:
        rng = self.rng
        kind = rng.randrange(6)
        if kind == 0:
            case.conflicts.append(replace(rng.choice(self.conflicts), weight=rng.choice((4, 8))))
        elif kind == 1:
            copied, in_place = Case(), Case()
            for inner in copied, in_place:
                inner.conflicts += rng.sample(self.conflicts, rng.randrange(3))
            case.splits.append(Split(rng.choice(self.copies), copied, in_place))
        elif kind == 2 and case.conflicts:
            number = rng.randrange(len(case.conflicts))
            conflict = case.conflicts[number]
            operands = list(conflict.operands)
            del operands[rng.randrange(len(operands))]
            case.conflicts[number] = replace(
                conflict, operands=tuple(operands) or conflict.operands
            )
        elif case.splits:
            number = rng.randrange(len(case.splits))
            split = case.splits.pop(number)
            if kind == 3:  # one of the cases is left out
                inner = rng.choice((split.copied, split.in_place))
                case.conflicts += inner.conflicts
                case.splits += inner.splits
            elif kind == 4:
                case.splits.append(Split(split.copy, split.in_place, split.copied))
            else:
                other = rng.choice(self.copies)
                case.splits.append(Split(other, split.copied, split.in_place))

    def add_up(self, case: Case, paid: int) -> int:
        total = paid + sum(conflict.weight for conflict in case.conflicts)
        for split in case.splits:
            copied = self.add_up(split.copied, split.copy.weight)
            total += min(copied, self.add_up(split.in_place, 0))
        case.bound = total, 0
        return total


def _cases(case: Case) -> Iterator[Case]:
    yield case
    for split in case.splits:
        yield from _cases(split.copied)
        yield from _cases(split.in_place)


def test_cases_that_are_changed_prove_no_more_than_is_true() -> None:
    """Cases left out, exchanged, about another operand or one twice, with other multipliers."""
    said = certificate(OVERLAPPING)
    module = bufferize.parse(OVERLAPPING, CONTEXT)
    accepted, refused = 0, set[str]()
    for seed in range(500):
        changed = read_certificate(said)
        _Changes(seed, changed.functions[0])
        try:
            (function,) = certify(str(changed), module, CONTEXT)
        except DiagnosticError as problem:
            refused.add(re.sub(r"operand .* costs \d+", "", problem.diagnostics[0].message))
        else:
            accepted += 1
            assert function.bound[0] <= 16, str(changed)
    assert accepted > 20
    assert refused == {
        "",  # an operand pays more than its copy costs
        "this case is about one in which the operand is in place",
        "these operands can all be in place",
    }


TWO_OF_THREE = """
func.func @two_of_three(%t: tensor<4xf32>, %v: f32, %i: index) -> (f32, f32, f32) {
  %a = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %c = tensor.extract_slice %t[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %0 = tensor.insert %v into %a[%i] : tensor<2xf32>
  %1 = tensor.insert %v into %b[%i] : tensor<2xf32>
  %2 = tensor.insert %v into %c[%i] : tensor<2xf32>
  %3 = tensor.extract %0[%i] : tensor<2xf32>
  %4 = tensor.extract %1[%i] : tensor<2xf32>
  %5 = tensor.extract %2[%i] : tensor<2xf32>
  return %3, %4, %5 : f32, f32, f32
}
"""
"""Only `%b` overlaps with the others, so 8 bytes are enough."""
_A_OR_B = "conflict 8 1.0 tensor.extract_slice, 2.0 tensor.extract_slice, 4.1 tensor.insert"
_B_OR_C = "conflict 8 2.0 tensor.extract_slice, 3.0 tensor.extract_slice, 5.1 tensor.insert"


def _two_cases(operand: str, conflict: str) -> list[str]:
    lines = [f"if copied 8 {operand} tensor.extract_slice", "  at least 8", "else"]
    return [*lines, f"  {conflict}", "  at least 8"]


@pytest.mark.parametrize(
    "before", [[_A_OR_B], _two_cases("1.0", _A_OR_B)], ids=["a conflict", "a case"]
)
def test_an_operand_pays_once_whatever_stands_before_a_case(before: list[str]) -> None:
    said = certificate(TWO_OF_THREE, replace(OPTIONS, disjoint_subsets=True)).splitlines()
    proof = said.index("copied 8") + 1
    changed = [*said[:proof], *before, *_two_cases("3.0", _B_OR_C), "at least 16", said[-1]]
    found = problem_of(with_digest(changed), TWO_OF_THREE)
    why = "operand 2.0 tensor.extract_slice pays 16 up to here, but its copy costs 8"
    assert found == (len(changed) - 3, why)
    right = [*said[:proof], *_two_cases("1.0", _A_OR_B), "at least 8", said[-1]]
    assert problem_of(with_digest(right), TWO_OF_THREE) is None


IF = "if copied 8 1.0 tensor.extract_slice, 4.1 tensor.insert\n"
ELSE = "else\n"
WITHIN = "  if copied 8 4.1 tensor.insert\n    at least 8\n  else\n    at least 0\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        (
            IF,
            IF.replace("8", "9"),
            7,
            "1.0 tensor.extract_slice pays 9 up to here, but its copy costs 8",
        ),
        (IF, IF.replace("8", "7"), 9, "the lines of this case are 15 in sum"),
        (IF, IF.replace("1.0", "2.0"), 8, "operand 2.0 tensor.extract_slice pays 16 up to here"),
        (IF, IF.replace("4.1", "4.0"), 7, "operand 0 of 'tensor.insert' is no tensor"),
        (IF, IF.replace("4.1 tensor.insert", "1.0 tensor.extract_slice"), 7, "stands here twice"),
        (IF, IF.replace("if copied", "if"), 7, "no line of a certificate has this form"),
        (IF, f"  {IF}", 7, "no case is open that this line could be in"),
        (IF, f" {IF}", 7, "a line is missing, double, or not written or placed"),
        (ELSE, f"{ELSE}{WITHIN}", 11, "a line is missing, double, or not written or placed"),
        ("  at least 16\nat", f"{WITHIN}  at least 16\nat", 13, "in which the operand is in place"),
        (ELSE, f"{ELSE}{ELSE}", 11, "a line is missing, double"),
        (ELSE, "", 9, "a line is missing, double"),
        ("copied 16\n", f"{ELSE}copied 16\n", 6, "no line of a certificate has this form"),
        ("  conflict 8 2.0", "    conflict 8 2.0", 8, "no case is open that this line could be in"),
        ("  conflict 8 2.0", "\tconflict 8 2.0", 8, "no line of a certificate has this form"),
        ("16\nelse", "8\nelse", 9, "the lines of this case are 16 in sum"),
        ("16\nat least", "15\nat least", 13, "the lines of this case are 16 in sum"),
    ],
)
def test_the_first_wrong_line_of_cases_is_named(old: str, new: str, line: int, why: str) -> None:
    said = certificate(OVERLAPPING)
    assert old in said
    found = problem_of(said.replace(old, new, 1), OVERLAPPING)
    assert found is not None
    assert why in found[1]
    assert found[0] == line


def test_cases_are_read_to_a_limited_depth() -> None:
    said = certificate(OVERLAPPING)
    deep = "".join(f"{'  ' * n}if copied 8 1.0 tensor.extract_slice\n" for n in range(2000))
    found = problem_of(said.replace("copied 16\n", f"copied 16\n{deep}"), OVERLAPPING)
    assert found == (108, "more than 100 cases are within each other")


def test_what_is_accepted_with_a_digest_of_its_own_proves_no_more_than_is_true() -> None:
    said = certificate(TWO_FUNCTIONS)
    lines = said.splitlines()
    rng = random.Random(2)
    for _ in range(300):
        number = rng.randrange(2, len(lines) - 1)
        words = list(re.finditer(r"\d+", lines[number]))
        match = rng.choice(words)
        new = rng.choice((int(match[0]) + 1, max(int(match[0]) - 1, 0), 0))
        line = f"{lines[number][: match.start()]}{new}{lines[number][match.end() :]}"
        changed = with_digest([*lines[:number], line, *lines[number + 1 :]])
        try:
            functions = certify(changed, bufferize.parse(TWO_FUNCTIONS, CONTEXT), CONTEXT)
        except DiagnosticError:
            continue
        assert [(f.copied[0], f.bound[0]) for f in functions] == [(4, 4), (420, 420)]


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("bufferize certificate 1", "a certificate", 1, "a certificate starts with"),
        ("options allow", "allow", 2, "the options come here"),
        ("options ", "options no-such-option=1 ", 2, "has no option 'no-such-option'"),
        ("options ", "options analysis-heuristic=fewest-bytes ", 2, "its own orders"),
        ("function 1 @sliced", "", 3, "a function comes first"),
        (
            "function 1 @sliced",
            "function 2 @sliced",
            3,
            "operation 2 of the program is no function",
        ),
        ("function 1 @sliced", "function 99 @sliced", 3, "operation 99 of the program is no"),
        ("copy 1.0 tensor", "copy 1.1 tensor", 4, "'tensor.extract_slice' has no operand 1"),
        ("copy 1.0 tensor", "copy 2.0 tensor", 4, "operation 2 is no 'tensor.extract_slice'"),
        ("copy 4.1", "copy 4.0", 5, "operand 0 of 'linalg.fill' is no tensor"),
        ("_slice 4\n", "_slice 5\n", 4, "this copy costs 4, not 5"),
        ("copy 4.1 linalg.fill 0\n", "", 3, "the copies of this function are not enough"),
        ("copied 4\n", "copied 3\n", 6, "the copies cost 4 in sum"),
        ("conflict 4 1.0 t", "conflict 5 1.0 t", 7, "pays 5 up to here, but its copy costs 4"),
        (", 2.1 tensor.insert", ", 3.1 tensor.insert", 7, "these operands can all be in place"),
        (", 2.1 tensor.insert", "", 7, "these operands can all be in place"),
        (
            "slice, 2.1 t",
            "slice, 1.0 tensor.extract_slice, 2.1 t",
            7,
            "an operand stands here twice",
        ),
        ("at least 4", "at least 3", 8, "the lines of this case are 4 in sum"),
        ("at least 4", "at most 4", 8, "no line of a certificate has this form"),
        ("unit 1 97", "unit 1 98", 10, "a byte with 1 unknown factors weighs 97"),
        ("unit 1 97", "unit 2 97", 10, "a byte with 2 unknown factors is not used"),
        ("unit 1 97\n", "", 9, "a byte with 1 unknown factors is not given"),
        ("copied 420", "copied 421", 13, "the copies cost 420 in sum"),
        ("copied 4\n", "", 6, "a line is missing, double, or not written or placed"),
        ("copied 4\n", "copied 3\ncopied 4\n", 6, "a line is missing, double, or not"),
        ("at least 4\n", "at least 9\nat least 4\n", 8, "a line is missing, double, or not"),
        ("at least 4\n", "", 8, "a line is missing, double, or not"),
        ("copied 4\n", "copied 04\n", 6, "a line is missing, double, or not"),
        ("copied 4\n", "copied \u0664\n", 6, "a line is missing, double, or not"),
        ("copied 4\n", f"copied {'9' * 5000}\n", 6, "a number has 1000 digits or more"),
        ("copied 4\n", "copied -4\n", 6, "no line of a certificate has this form"),
        ("copied 4\n", "copied true\n", 6, "no line of a certificate has this form"),
        ("digest ", "digest 0", 17, "the digest is not that of the lines above"),
    ],
)
def test_the_first_wrong_line_is_named(old: str, new: str, line: int, why: str) -> None:
    said = certificate(TWO_FUNCTIONS)
    assert old in said
    found = problem_of(said.replace(old, new, 1), TWO_FUNCTIONS)
    assert found is not None
    assert found[0] == line
    assert why in found[1]


CONFLICT = "conflict 48 1.0 tensor.extract_slice, 2.1 tensor.insert, @caller 1.0 func.call"
UNSIZED = (
    CALLED
    + """
func.func @unsized(%t: tensor<?xf32>, %v: f32, %i: index) -> f32 {
  %0 = tensor.insert %v into %t[%i] : tensor<?xf32>
  %1 = tensor.extract %t[%i] : tensor<?xf32>
  return %1 : f32
}"""
)


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("called 3", "called 2", 5, "copies in this function count 3 times, not 2"),
        ("called 3", "called 3 x ?", 5, "copies in this function count 3 times, not 3 x ?"),
        ("called 3\n", "", 3, "copies in this function count 3 times, not 1"),
        ("with @caller\n", "", 4, "copies in this function count 1 times, not 3"),
        ("with @caller\ncalled 3\n", "", 4, "this copy costs 16, not 48"),
        ("with @part\n", "", 16, "'@part' and '@caller' are not with the same functions"),
        ("with @caller\n", "with @caller, @caller\n", 3, "a function is with one twice"),
        ("with @caller\n", "with @caller, @part\n", 3, "a function is with one twice"),
        ("with @caller\n", "with @caller, @unsized\n", 16, "not with the same functions"),
        ("with @caller\n", "with @nobody\n", 3, "does not say anything of '@nobody'"),
        ("with @caller\n", "with caller\n", 4, "no line of a certificate has this form"),
        ("_slice 48\n", "_slice 16\n", 6, "this copy costs 48, not 16"),
        ("@caller 1.0", "@nobody 1.0", 8, "'@part' is not together with '@nobody'"),
        ("@caller 1.0 func.call", "@caller 8.0 func.call", 8, "operands can all be in place"),
        ("@caller 1.0 func.call", "@caller 8.3 func.call", 8, "'func.call' has no operand 3"),
        (", @caller 1.0 func.call", "", 8, "these operands can all be in place"),
        ("1.0 tensor.extract_slice, 2.1", "2.1", 8, "these operands can all be in place"),
        (
            "1.0 func.call",
            "1.0 func.call, @caller 1.0 func.call",
            8,
            "an operand stands here twice",
        ),
        ("2.1 tensor.insert,", "@part 2.1 tensor.insert, 2.1 tensor.insert,", 8, "here twice"),
        (CONFLICT, CONFLICT.replace("48", "49"), 8, "operand 1.0 tensor.extract_slice pays 49"),
        ("copied 48", "copied 48\nconflict 1 2.1 tensor.insert", 8, "can all be in place"),
        ("copied 0\n", f"copied 0\n{CONFLICT.replace('@caller ', '')}\n", 19, "is no 'tensor"),
        ("_slice 48", "_slice 48\ncopy @caller 1.0 func.call 4000", 7, "has this form"),
        (
            "1.0 func.call",
            "1.0 func.call, @unsized 1.1 tensor.insert",
            8,
            "'@part' is not together with '@unsized'",
        ),
    ],
)
def test_the_first_wrong_line_about_two_functions(old: str, new: str, line: int, why: str) -> None:
    said = certificate(UNSIZED)
    assert CONFLICT in said
    assert old in said
    found = problem_of(said.replace(old, new, 1), UNSIZED)
    assert found is not None
    assert why in found[1]
    assert found[0] == line


def test_an_operand_pays_once_in_all_functions() -> None:
    """The same conflict, once for the callee and once for the caller."""
    lines = certificate(CALLED).splitlines()
    again = CONFLICT.replace("1.0 tensor", "@part 1.0 tensor").replace("2.1", "@part 2.1")
    changed = [*lines[:-2], again.replace("@caller ", ""), "at least 48", lines[-1]]
    found = problem_of(with_digest(changed), CALLED)
    assert found is not None
    assert "operand @part 1.0 tensor.extract_slice pays 96 up to here" in found[1]


def test_what_is_accepted_of_two_functions_proves_no_more_than_is_true() -> None:
    lines = certificate(CALLED).splitlines()
    operands = ["1.0 tensor.extract_slice", "2.1 tensor.insert", "@caller 1.0 func.call"]
    operands += ["@caller 8.0 func.call", "3.0 tensor.extract", "@caller 2.0 tensor.extract"]
    rng, accepted = random.Random(3), 0
    for _ in range(300):
        conflicts = []
        for _ in range(rng.randint(1, 2)):
            chosen = rng.sample(operands, rng.randint(1, 4))
            conflicts.append(f"conflict {rng.choice((16, 24, 48, 100))} {', '.join(chosen)}")
        total = sum(int(conflict.split()[1]) for conflict in conflicts)
        said = [*lines[:7], *conflicts, f"at least {total}", *lines[9:]]
        try:
            parts = certify(with_digest(said), bufferize.parse(CALLED, CONTEXT), CONTEXT)
        except DiagnosticError:
            continue
        accepted += 1
        assert sum(part.bound[0] for part in parts) <= 48, said
    assert accepted > 5


def test_a_function_that_is_left_out() -> None:
    said = certificate(SLICED)
    found = problem_of(said, TWO_FUNCTIONS)
    assert found is not None
    assert "does not say anything of 'unknown'" in found[1]


def test_a_function_that_stands_twice() -> None:
    lines = certificate(SLICED).splitlines()
    found = problem_of(with_digest([*lines[:-1], *lines[2:]]), SLICED)
    assert found == (len(lines), "the certificate has said all of this function before")


def test_a_copy_that_stands_twice() -> None:
    said = certificate(SLICED)
    line = "copy 1.0 tensor.extract_slice 4\n"
    found = problem_of(said.replace(line, line + line), SLICED)
    assert found is not None
    assert found[1] == "an operand is copied twice"


def test_a_gap_is_no_error() -> None:
    said = certificate(SLICED)
    lines = [line for line in said.splitlines() if not line.startswith("conflict")]
    changed = with_digest([line.replace("at least 4", "at least 0") for line in lines])
    (function,) = certify(changed, bufferize.parse(SLICED, CONTEXT), CONTEXT)
    assert not function.is_tight
    assert isinstance(read_certificate(changed), Certificate)
