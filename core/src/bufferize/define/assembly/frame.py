"""What has been read of an operation while its assembly format is being parsed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize.define.asm import AsmParser, OperationState, UnresolvedOperand
from bufferize.define.definition import OpDefinition
from bufferize.define.fields import Arity
from bufferize.define.inference import Plan, TypeFrame
from bufferize.define.verification import attribute_message, type_message
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Block, Region, Type, dense_i32


class Frame(TypeFrame):
    """The parts of one operation, by field."""

    __slots__ = ("all", "regions", "state", "successors")

    def __init__(self, definition: OpDefinition, state: OperationState) -> None:
        super().__init__(definition, state.properties)
        self.state = state
        self.regions: list[Sequence[Region] | None] = [None] * len(definition.regions.fields)
        self.successors: list[Sequence[Block]] = [()] * len(definition.successors.fields)
        self.all: dict[str, Sequence[Any]] = {}
        """What was read of all operands, all their types, all result types, and so on."""


class Finisher:
    """Puts what was read together: types, operands, regions and successors, in order."""

    __slots__ = ("_all_single", "_definition", "_part_sizes", "_plan")

    def __init__(self, definition: OpDefinition, plan: Plan) -> None:
        self._definition = definition
        self._plan = plan
        self._all_single = not definition.operands.open and definition.operands.segments is None
        self._part_sizes = [f.segments for f in definition.operands.fields if f.segments]

    def start(self, state: OperationState) -> Frame:
        """The frame for parsing one operation."""
        return Frame(self._definition, state)

    def finish(self, parser: AsmParser, frame: Frame) -> None:
        """Fills the state. Raises ParseError where numbers of operands and types differ."""
        if frame.state.attributes:
            self._move_inherent_attributes(frame.state)
        try:
            for step in self._plan.steps:
                step(frame)
        except DiagnosticError as failure:
            raise parser.error(failure.diagnostics[0].message, _start(frame)) from failure
        if not self._all_single or not self._resolve_single_operands(parser, frame):
            self._resolve_operands(parser, frame)
        if frame.regions or frame.successors or frame.all:
            self._add_regions_and_successors(frame)
        self._set_results(parser, frame)

    def _move_inherent_attributes(self, state: OperationState) -> None:
        """As in MLIR, what the attr-dict says of an attribute holds, even if it stands elsewhere."""
        inherent = self._definition.inherent
        for name in [name for name in state.attributes if name in inherent]:
            state.properties[name] = state.attributes.pop(name)

    def _resolve_single_operands(self, parser: AsmParser, frame: Frame) -> bool:
        """The frequent case; False if it is another one."""
        if not frame.operands:
            return True
        operands: list[UnresolvedOperand] = []
        types: list[Type] = []
        # The types of results follow those of operands.
        for operand, type in zip(frame.operands, frame.types, strict=False):
            if type is None or len(operand) != 1 or len(type) != 1:
                return False
            operands.append(operand[0])
            types.append(type[0])
        frame.state.operands = parser.resolve_operands(operands, types)
        return True

    def _add_regions_and_successors(self, frame: Frame) -> None:
        definition, state = self._definition, frame.state
        for field, regions in zip(definition.regions.fields, frame.regions, strict=True):
            if regions is not None:
                state.regions += regions
            elif field.arity is Arity.SINGLE and "regions" not in frame.all:
                state.regions.append(Region())
        state.regions += frame.all.get("regions", ())
        for successors in (*frame.successors, frame.all.get("successors", ())):
            state.successors += successors

    def _resolve_operands(self, parser: AsmParser, frame: Frame) -> None:
        groups, state = self._definition.operands, frame.state
        all_operands, all_types = frame.all.get("operands"), frame.all.get("operand_types")
        unresolved: list[UnresolvedOperand] = []
        types: list[Type] = []
        for operands, known in zip(frame.operands, frame.types, strict=False):
            known = known or ()
            if all_operands is None and all_types is None and len(known) != len(operands):
                raise _count_error(parser, operands, known)
            unresolved += operands
            types += known
        if all_operands is None and groups.segments is not None:
            sizes = [len(operands) for operands in frame.operands]
            state.properties[groups.segments] = dense_i32(sizes)
        for name in self._part_sizes:  # of lists of operands that the text leaves out
            state.properties.setdefault(name, dense_i32(()))
        if all_operands is not None:
            unresolved = list(all_operands)
        if all_types is not None:
            types = list(all_types)
        if len(types) != len(unresolved):
            raise _count_error(parser, unresolved, types)
        if unresolved:
            state.operands += parser.resolve_operands(unresolved, types)

    def _set_results(self, parser: AsmParser, frame: Frame) -> None:
        groups, state = self._definition.results, frame.state
        if "result_types" in frame.all:
            state.result_types += frame.all["result_types"]
            return
        if self._plan.infer_results is not None:
            self._definition.complete(state)
            self._check_sources(parser, frame)
            try:
                state.result_types += self._plan.infer_results.function(state)
            except DiagnosticError as failure:
                raise parser.error(failure.diagnostics[0].message, _start(frame)) from failure
            return
        result_types = frame.types[len(frame.operands) :]
        for field, types in zip(groups.fields, result_types, strict=True):
            if types is None and field.arity is Arity.SINGLE:
                raise parser.error(
                    f"the type of result '{field.ir_name}' does not follow from the text"
                )
            state.result_types += types or ()
        if groups.segments is not None:
            sizes = [len(types or ()) for types in result_types]
            state.properties[groups.segments] = dense_i32(sizes)

    def _check_sources(self, parser: AsmParser, frame: Frame) -> None:
        """Inference relies on the constraints of what it infers from."""
        operands, state = self._definition.operands, frame.state
        groups: Sequence[Sequence[Type] | None] = frame.types[: len(operands.fields)]
        if "operand_types" in frame.all and not operands.open:
            groups = [(type,) for type in frame.all["operand_types"]]
            if len(groups) != len(operands.fields):
                message = f"expected {len(operands.fields)} operands, but found {len(groups)}"
                raise parser.error(message, _start(frame))
        index = 0
        for field, types in zip(operands.fields, groups, strict=True):
            for type in types or ():
                if not field.constraint.check(type):
                    message = type_message("operand", index, field, type)
                    raise parser.error(f"'{state.name}' op {message}", _start(frame))
                index += 1
        for attribute in self._definition.attributes:
            value = state.properties.get(attribute.ir_name)
            if attribute.required if value is None else not attribute.constraint.check(value):
                raise parser.error(attribute_message(attribute, value), _start(frame))


def _start(frame: Frame) -> int | None:
    """Where the first operand stands."""
    groups = (frame.all.get("operands", ()), *frame.operands)
    return next((operands[0].offset for operands in groups if operands), None)


def _count_error(
    parser: AsmParser, operands: Sequence[UnresolvedOperand], types: Sequence[Type]
) -> DiagnosticError:
    return parser.error(
        "number of operands and types do not match: "
        f"got {len(operands)} operands and {len(types)} types",
        operands[0].offset if operands else None,
    )
