"""The examples in the docstrings of conflict rules and of the model interface are true.

An example is a fenced block of MLIR. Its lines may name the `%values` that every example has
(`ARGUMENTS`). A comment `// expect: question = answer` asks about the operation before it: that of the
same line, or the last one that begins as far to the right as the comment. The examples of rules mark
the operand that is read and the one that is written: `// read: %t, write: #2`, by name or number.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest

from bufferize import Context, OneShotOptions, one_shot_bufferize
from bufferize.analysis import OneShotAnalysisState, analyze_op
from bufferize.analysis import conflicts as rules
from bufferize.analysis.accesses import Read, UseInProgress, Write, loops_between
from bufferize.analysis.program_order import ProgramOrder
from bufferize.diagnostics import DiagnosticError, PassError
from bufferize.driver import (
    BufferizableOpInterface,
    BufferizationRewriter,
    BufferizationState,
    make_copies_explicit,
)
from bufferize.interfaces import AliasingOpOperand, AliasingValue
from bufferize.ir import Operation, OpOperand, Value
from bufferize.syntax import parse_module

ARGUMENTS = (
    "%t: tensor<8xf32>, %u: tensor<8xf32>, %s: tensor<4xf32>, %m: memref<8xf32>, "
    "%f: f32, %i: index, %j: index, %c: i1"
)
"""The declarations that every example may use."""
RULES = (
    *rules.ORDER_RULES,
    rules.element_wise_access,
    *rules.OTHER_RULES,
    *rules.DEFINITION_RULES,
    rules.ConflictRules.disturbs_use_in_progress,
)
METHODS = [
    member
    for cls in BufferizableOpInterface.__mro__[:2]
    for member in vars(cls).values()
    if inspect.isfunction(member)
]
CONTEXT = Context(warn=False)
OPTIONS = OneShotOptions(allow_unknown_ops=True)


@dataclass
class Example:
    """A program of a docstring, with its markers."""

    lines: list[str]
    module: Operation
    by_line: dict[int, Operation]

    @classmethod
    def of(cls, text: str) -> Example:
        """Parse an example."""
        lines = [
            "module {",
            f"func.func @f({ARGUMENTS}) {{",
            *text.splitlines(),
            "return",
            "}",
            "}",
        ]
        module = parse_module("\n".join(lines), CONTEXT, "example")
        by_line: dict[int, Operation] = {}
        for op in module.walk():
            position = op.location.position()
            assert position is not None
            by_line.setdefault(position.line, op)
        return cls(lines, module, by_line)

    def markers(self, kind: str) -> Iterator[tuple[Operation, str]]:
        """Yield the operation and the text of each marker."""
        for number, line in enumerate(self.lines, 1):
            _, _, comment = line.partition("//")
            found = re.search(rf"\b{kind}: (.*?)(, (read|write): .*)?$", comment)
            if found is not None:
                yield self.op_before(number), found[1].strip()

    def op_before(self, number: int) -> Operation:
        """Return the operation that a comment in a line is about."""
        if number in self.by_line:
            return self.by_line[number]
        own_line = self.lines[number - 1].lstrip().startswith("//")
        margin = _margin(self.lines[number - 1])
        return next(
            self.by_line[n]
            for n in range(number, 0, -1)
            if n in self.by_line and (not own_line or _margin(self.lines[n - 1]) == margin)
        )


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def examples_of(documented: Any) -> list[str]:
    return re.findall(r"```mlir\n(.*?)```", inspect.getdoc(documented) or "", re.DOTALL)


def expectations(example: Example) -> list[tuple[Operation, str, list[str], str]]:
    """Return operation, question, arguments and answer of each expectation."""
    found = []
    for op, text in example.markers("expect"):
        question, equals, answer = text.partition(" = ")
        assert equals, f"not of the form `question = answer`: {text}"
        name, _, rest = question.partition("(")
        arguments = [part.strip() for part in rest.rstrip(")").split(",") if part.strip()]
        found.append((op, name, arguments, answer))
    return found


def operand_of(op: Operation, name: str) -> OpOperand:
    if name.startswith("#"):
        return op.op_operands[int(name[1:])]
    return next(o for o in op.op_operands if o.value.name_hint == name.lstrip("%"))


def value_of(op: Operation, name: str) -> Value:
    values = [*op.results, *(a for r in op.regions for b in r.blocks for a in b.arguments)]
    return next(value for value in values if value.name_hint == name.lstrip("%"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_rules(rule: Callable[..., bool]) -> None:
    texts = examples_of(rule)
    assert texts, f"{rule.__name__} has no example"
    for text in texts:
        example = Example.of(text)
        ((_, name, _, answer),) = expectations(example)
        assert name == rule.__name__
        assert _answer_of_rule(rule, example) is (answer == "true")


def _answer_of_rule(rule: Callable[..., bool], example: Example) -> bool:
    state = OneShotAnalysisState(OPTIONS, CONTEXT, example.module)
    known = rules.ConflictRules(state, ProgramOrder(example.module))
    ((writer, written),) = example.markers("write")
    write_by = operand_of(writer, written)
    aliases = state.get_aliasing_values(write_by)
    write = Write(write_by, aliases[0].value if len(aliases) == 1 else None)
    if rule is rules.ConflictRules.disturbs_use_in_progress:
        ((owner, used),) = example.markers("use")
        return rule(known, UseInProgress(operand_of(owner, used)), write)
    ((reader, operand),) = example.markers("read")
    read_by = operand_of(reader, operand)
    definitions = state.definitions(read_by)
    read = Read(read_by, definitions, loops_between(state, reader, definitions))
    if rule in rules.DEFINITION_RULES:
        assert definitions
        return all(rule(known, definition, read, write) for definition in definitions)
    return rule(known, read, write)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.__name__)
def test_methods(method: Callable[..., object]) -> None:
    asked = 0
    for text in examples_of(method):
        for index, (_, name, arguments, answer) in enumerate(expectations(Example.of(text))):
            example = Example.of(text)  # for some questions it is rewritten
            op = expectations(example)[index][0]
            assert name == method.__name__
            assert _answer_of_method(method, op, arguments, example) == answer
            asked += 1
    assert asked, f"{method.__name__} has no example"


def _answer_of_method(
    method: Callable[..., object], op: Operation, arguments: list[str], example: Example
) -> str:
    name = method.__name__
    if name == "resolve_conflicts":
        return _new_ops(example, lambda m: make_copies_explicit(m, OPTIONS, CONTEXT))
    if name == "bufferize":
        return _new_ops(example, lambda m: one_shot_bufferize(m, OPTIONS, CONTEXT))
    bufferization = BufferizationState(CONTEXT, OPTIONS)
    if name == "get_buffer_type":
        return str(bufferization.buffer_type(value_of(op, arguments[0])))
    model = CONTEXT.model(op.name)
    asked = model or BufferizableOpInterface[Any]()
    if name == "reify_result_shapes":
        rewriter = BufferizationRewriter(bufferization)
        rewriter.stand_before(op)
        return _shown(asked.reify_result_shapes(op, rewriter))
    state = OneShotAnalysisState(OPTIONS, CONTEXT, example.module)
    with suppress(PassError):
        analyze_op(example.module, state)
    given: dict[str, Any] = {"state": state}
    parameters = [p for p in inspect.signature(method).parameters if p not in ("self", "op")]
    names = [p for p in parameters if p != "state"]
    if names == ["operands"]:
        given["operands"] = [operand_of(op, text) for text in arguments]
    else:
        for parameter, text in zip(names, arguments, strict=True):
            find: Callable[[Operation, str], object] = operand_of
            if parameter in ("value", "result"):
                find = value_of
            elif parameter == "index":
                find = _number
            given[parameter] = find(op, text)
    try:
        answer = getattr(asked, name)(op, *(given[parameter] for parameter in parameters))
    except DiagnosticError as problem:
        return f"error: {problem.diagnostics[0].message}"
    return _shown(answer)


def _number(op: Operation, text: str) -> int:
    return int(text)


def _new_ops(example: Example, run: Callable[[Operation], object]) -> str:
    """Return the names of the operations that a step makes, in order."""
    before = Counter(op.name for op in example.module.walk())
    run(example.module)
    names = [op.name for op in example.module.walk()]
    return ", ".join(dict.fromkeys(n for n in names if names.count(n) > before[n])) or "nothing"


def _shown(answer: Any) -> str:
    match answer:
        case bool():
            return str(answer).lower()
        case AliasingValue(value, relation, definite) | AliasingOpOperand(
            OpOperand(value=value), relation, definite
        ):
            return f"{'' if definite else 'maybe '}%{value.name_hint} {relation.name}"
        case Value():
            return f"%{answer.name_hint}"
        case [list(), *_]:
            shapes = (f"[{', '.join(map(_shown, shape))}]" for shape in answer)
            return ", ".join(shapes) or "nothing"
        case Sequence():
            return ", ".join(map(_shown, answer)) or "nothing"
    return str(answer)
