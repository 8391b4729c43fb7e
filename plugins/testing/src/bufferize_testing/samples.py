"""Sample programs of ops, to test models with: functions whose arguments are an op's operands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from math import prod
from typing import Any, Final

from bufferize import define as d
from bufferize import ir
from bufferize.define.fields import Arity, AttrField, ValueField
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import has_tensor_values
from bufferize.syntax import operation_text, parse_attribute, parse_module, parse_type

_TYPES: Final = (
    *("tensor<4xf32>", "tensor<4xi32>", "tensor<4xi1>", "tensor<4xindex>", "tensor<4xf64>"),
    *("f32", "i32", "index", "i1", "f64", "i64", "tensor<4xi64>"),
    *("tensor<4x4xf32>", "tensor<?xf32>", "tensor<f32>", "vector<4xf32>", "vector<4xi32>"),
)
"""The types that are tried first, the likely ones before others."""
_ATTRIBUTES: Final = (
    "1.0 : f32",
    "1 : i32",
    "1 : index",
    "dense<1.0> : tensor<4xf32>",
    "dense<1> : tensor<4xi32>",
    "affine_map<(d0) -> (d0)>",
)
_PYTHON_VALUES: Final[tuple[Any, ...]] = (1, 0, 2, 1.0, True, "x", (0,), (1,), (0, 1), (), {})
"""Values that stand for attributes where a constraint says for which."""
_COUNTS: Final = {Arity.SINGLE: (1,), Arity.OPTIONAL: (0, 1), Arity.VARIADIC: (1, 2, 0)}
"""The numbers of operands that are tried for a field. Results are tried in the other order."""
_BUILT: Final = 20_000
"""The number of combinations of types and attributes that are tried."""
_RUN: Final = 16
"""The number of valid programs that are run."""


class NoSampleError(Exception):
    """The error that no sample of an op can be generated, with the reason."""


@dataclass
class Known:
    """The types and attributes with which samples are made."""

    types: list[ir.Type]
    attributes: list[ir.Attribute]

    @classmethod
    def of(cls, programs: Iterable[str], context: d.DialectContext) -> Known:
        """Return common types and attributes, then those in other programs of the dialect."""
        types = dict.fromkeys(parse_type(text, context) for text in _TYPES)
        attributes = dict.fromkeys(parse_attribute(text, context) for text in _ATTRIBUTES)
        for program in programs:
            for op in parse_module(program, context).walk():
                types.update(dict.fromkeys([*op.operand_types, *op.result_types]))
                attributes.update(dict.fromkeys(op.properties.values()))
        return cls(list(types), list(attributes))


@dataclass
class _Slot:
    """A part of an op for which there is a choice: an operand, an attribute or a result type."""

    field: ValueField | AttrField
    choices: list[Any]


@dataclass
class _Maker:
    """Makes the samples of one op class."""

    cls: type[d.Operation]
    context: d.DialectContext
    known: Known
    problem: str = field(default="no tensor is an operand or a result", init=False)
    """Why the last attempt is no valid sample."""

    def samples(self) -> Iterator[str]:
        """Yield valid samples. Raises NoSampleError if it is clear that there is none."""
        definition = self.cls.definition
        for parts in (definition.regions, definition.successors):
            if parts.fields:
                raise NoSampleError(f"its {parts.kind} '{parts.fields[0].ir_name}' is not made up")
        if self.cls.get_trait(ir.IsTerminator) is not None:
            raise NoSampleError("it ends a block")
        operands, results = definition.operands.fields, definition.results.fields
        counts = [_COUNTS[each.arity] for each in operands]
        counts += [tuple(sorted(_COUNTS[each.arity], key=lambda n: n != 1)) for each in results]
        sizes = {each.segments for each in operands}  # which follow from the operands
        attributes = [
            self._attribute(each)
            for each in definition.attributes
            if each.required and each.ir_name not in sizes
        ]
        seen: set[str] = set()
        share = max(_BUILT // prod(map(len, counts)), 1)
        for numbers in islice(product(*counts), _BUILT):
            try:
                slots = [
                    self._values(each)
                    for each, number in zip((*operands, *results), numbers, strict=True)
                    for _ in range(number)
                ]
            except NoSampleError as problem:  # of a field that may have no values
                self.problem = str(problem)
                continue
            for choice in islice(_likely_first([*slots, *attributes]), share):
                text = self._sample([*slots, *attributes], choice)
                if text is not None and text not in seen:
                    seen.add(text)
                    yield text
        if not seen:
            raise NoSampleError(self.problem)

    def _values(self, each: ValueField) -> _Slot:
        types: list[ir.Type | None] = [t for t in self.known.types if each.constraint.check(t)]
        buildable = each.constraint.buildable
        if buildable is not None:
            types = [buildable]
        if each.kind == "result" and each.arity is Arity.SINGLE:
            types.insert(0, None)  # to be inferred
        return self._slot(each, types)

    def _attribute(self, each: AttrField) -> _Slot:
        constraint = each.constraint
        cases = tuple(getattr(constraint.cls, "cases", ()))
        found: dict[ir.Attribute, None] = {}
        for value in (*cases, *_PYTHON_VALUES, *self.known.attributes):
            try:
                attribute = constraint.attribute(value)
            except (TypeError, ValueError):
                continue
            if attribute is not None and constraint.check(attribute):
                found[attribute] = None
        return self._slot(each, list(found))

    def _slot(self, each: ValueField | AttrField, choices: list[Any]) -> _Slot:
        if not choices:
            raise NoSampleError(
                f"nothing is known that its {each.kind} '{each.ir_name}' may be "
                f"({each.constraint.description})"
            )
        return _Slot(each, choices)

    def _sample(self, slots: Sequence[_Slot], choice: Sequence[Any]) -> str | None:
        """Return the program with this choice if it is valid, and None if not."""
        given: dict[ValueField | AttrField, list[Any]] = {}
        block = ir.Block()
        for slot, chosen in zip(slots, choice, strict=True):
            if slot.field.kind == "operand":
                chosen = block.add_argument(chosen)
            if chosen is not None:
                given.setdefault(slot.field, []).append(chosen)
        try:
            op = self.cls.build(**{each.name: _value(each, v) for each, v in given.items()})
            problems = op.verify_invariants()
        except (TypeError, DiagnosticError) as failure:
            self.problem = str(failure)
            return None
        if problems:
            self.problem = problems[0].message
        if problems or not has_tensor_values(op):
            return None
        return self._program(block, op)

    def _program(self, block: ir.Block, op: d.Operation) -> str | None:
        """Return a function of `block`, which `op` is put into, if it is valid."""
        block.append(op)
        block.append(self._func("return").create(op.results))
        function = self._func("func").build(
            sym_name=op.name.partition(".")[2].replace(".", "_"),
            function_type=ir.FunctionType(tuple(a.type for a in block.arguments), op.result_types),
            body=block,
        )
        problems = ir.verify(function, self.context.op_attribute_problem)
        if problems:
            self.problem = problems[0].message
            return None
        return operation_text(function) + "\n"

    def _func(self, mnemonic: str) -> type[d.Operation]:
        found = self.context.op_class(f"func.{mnemonic}")
        if found is None or not issubclass(found, d.Operation):
            raise NoSampleError("the context has no dialect 'func'")
        return found


def _value(each: ValueField | AttrField, values: list[Any]) -> Any:
    """Return what `build` takes for a field."""
    if isinstance(each, ValueField) and each.arity is Arity.VARIADIC:
        return [values] if getattr(each, "segments", None) else values
    return values[0]


def _likely_first(slots: Sequence[_Slot]) -> Iterator[tuple[Any, ...]]:
    """Yield combinations of choices: first those with few different types, then of first choices."""
    lists = [slot.choices for slot in slots]
    while prod(map(len, lists)) > _BUILT:
        longest = max(range(len(lists)), key=lambda i: len(lists[i]))
        lists[longest] = lists[longest][:-1]

    def rank(numbers: tuple[int, ...]) -> tuple[int, int, int]:
        chosen = {choices[number] for choices, number in zip(lists, numbers, strict=True)}
        return len(chosen - {None}), len(numbers) - numbers.count(0), sum(numbers)

    for numbers in sorted(product(*map(range, map(len, lists))), key=rank):
        yield tuple([choices[number] for choices, number in zip(lists, numbers, strict=True)])


def find_sample(
    op_name: str,
    context: d.DialectContext,
    programs: Iterable[str],
    check_op_model: Callable[[str, str, Any], Sequence[Any]],
) -> str:
    """Return a program with which the model of an op can be tested.

    Its types and attributes are common ones, or from other `programs`. `check_op_model`, which is
    that of bufferize-interpreter, tests the model: the first program with which it finds no problem
    is taken, or else the first that it can run.

    Raises NoSampleError, with the reason, if there is no such program.
    """
    cls = context.op_class(op_name)
    if cls is None or not issubclass(cls, d.Operation):
        raise NoSampleError("it is not declared")
    can_be_run: list[str] = []
    why = ""
    for sample in islice(_Maker(cls, context, Known.of(programs, context)).samples(), _RUN):
        try:
            problems = check_op_model(op_name, sample, context)
        except DiagnosticError as failure:
            why = str(failure)
            continue
        if not problems:
            return sample
        untested = [problem for problem in problems if problem.kind.value == "untested"]
        if untested:
            why = untested[0].seen
        else:
            can_be_run.append(sample)
    if not can_be_run:
        raise NoSampleError(why)
    return can_be_run[0]
