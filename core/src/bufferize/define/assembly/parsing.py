"""The parsing half of a compiled assembly format."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bufferize.define.asm import AsmParser, OperationState
from bufferize.define.assembly.analysis import Analysis, is_elided_anchor, is_flag_clause
from bufferize.define.assembly.elements import (
    Directive,
    Element,
    FunctionalType,
    Group,
    OIList,
    Variable,
    Whitespace,
)
from bufferize.define.assembly.frame import Finisher, Frame
from bufferize.define.assembly.variables import (
    attribute_parsers,
    operand_parsers,
    parse_regions,
    parse_successors,
    region_completer,
    region_parsers,
    successor_parsers,
    type_list_parsers,
    type_parsers,
)
from bufferize.define.fields import (
    AttrField,
    Field,
    OperandField,
    RegionField,
    SuccessorField,
)
from bufferize.ir import UNIT, Type

Step = Callable[[AsmParser, Frame], object]
Attempt = Callable[[AsmParser, Frame], bool]
Parsers = tuple[Step, Attempt]


class ParserCompiler:
    """Turns the elements into closures that parse an op, in order."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.definition = analysis.definition
        definition = self.definition
        self.sizes = (
            len(definition.operands.fields),
            len(definition.results.fields),
            len(definition.regions),
            len(definition.successors),
        )
        self.finish = Finisher(definition, analysis.plan).finish

    def new_frame(self, state: OperationState) -> Frame:
        """The frame for parsing one operation."""
        return Frame(state, *self.sizes)

    def steps(self, elements: Sequence[Element], skip: Element | None = None) -> tuple[Step, ...]:
        """The steps for some elements, but for the one to skip."""
        return tuple(
            element.parsers(self)[0]
            for element in elements
            if element is not skip and not isinstance(element, Whitespace)
        )

    def literal(self, text: str) -> Parsers:
        """A keyword or punctuation."""
        if text[0].isalpha() or text[0] == "_":

            def parse_keyword(parser: AsmParser, frame: Frame) -> None:
                parser.parse_keyword(text)

            def try_keyword(parser: AsmParser, frame: Frame) -> bool:
                return parser.parse_optional_keyword(text)

            return parse_keyword, try_keyword

        def parse_punctuation(parser: AsmParser, frame: Frame) -> None:
            parser.parse_punctuation(text)

        def try_punctuation(parser: AsmParser, frame: Frame) -> bool:
            return parser.parse_optional_punctuation(text)

        return parse_punctuation, try_punctuation

    def variable(self, field: Field) -> Parsers:
        """An operand, attribute, region or successor field."""
        if isinstance(field, OperandField):
            return operand_parsers(field)
        if isinstance(field, AttrField):
            return attribute_parsers(field)
        if isinstance(field, RegionField):
            return region_parsers(self.definition, field)
        assert isinstance(field, SuccessorField)
        return successor_parsers(field)

    def qualified_attribute(self, field: AttrField) -> Parsers:
        """An attribute with its whole name."""
        return attribute_parsers(field, qualified=True)

    # Types of several fields

    def type(self, argument: Variable | Directive, qualified: bool) -> Parsers:
        """The types of a field, or of all operands or results."""
        if isinstance(argument, Variable):
            return type_parsers(self.analysis.typed_field(argument), qualified)
        return type_list_parsers(self._keep_types(argument))

    def functional_type(self, element: FunctionalType) -> Parsers:
        """A function type."""
        keep_inputs = self._keep_types(element.inputs)
        keep_results = self._keep_types(element.results)

        def step(parser: AsmParser, frame: Frame) -> None:
            type = parser.parse_function_type()
            keep_inputs(frame, type.inputs)
            keep_results(frame, type.results)

        return _always(step)

    def _keep_types(
        self, argument: Variable | Directive
    ) -> Callable[[Frame, Sequence[Type]], None]:
        if isinstance(argument, Directive):
            slot = f"all_{argument.name[:-1]}_types"
            return lambda frame, types: setattr(frame, slot, types)
        field = self.analysis.typed_field(argument)
        place = field.place

        def keep(frame: Frame, types: Sequence[Type]) -> None:
            frame.types[place] = types

        return keep

    # Directives

    def directive(self, element: Directive) -> Parsers:
        """A word on its own."""
        parsers = {
            "attr-dict": _always(_attr_dict),
            "attr-dict-with-keyword": _always(_attr_dict_with_keyword),
            "prop-dict": _always(_prop_dict),
            "operands": (_all_operands, _all_operands),
            "regions": self._all_regions(),
            "successors": (_all_successors, _all_successors),
        }.get(element.name)
        if parsers is None:
            raise self.analysis.error(
                element.column,
                f"'{element.name}' can stand in type(...) or functional-type(...) only",
            )
        return parsers

    def _all_regions(self) -> Parsers:
        complete = region_completer(self.definition)

        def attempt(parser: AsmParser, frame: Frame) -> bool:
            regions = parse_regions(parser, frame, complete)
            frame.state.regions += regions
            frame.regions = [()] * len(frame.regions)
            return bool(regions)

        return attempt, attempt

    # Optional parts

    def group(self, group: Group) -> Parsers:
        """An optional group."""
        anchored = group.otherwise if group.inverted else group.then
        skip: Element | None = None
        flag: str | None = None
        if is_elided_anchor(self.analysis, group, anchored):
            assert isinstance(group.anchor, Variable)
            skip = group.anchor
            flag = self.analysis.field(group.anchor).ir_name
        then = [e for e in group.then if not isinstance(e, Whitespace)]
        if not then:
            raise self.analysis.error(group.column, "an optional group must not be empty")
        attempt = then[0].parsers(self)[1]
        rest = self.steps(then[1:], skip)
        otherwise = self.steps(group.otherwise, skip)
        flag_if = not group.inverted

        def step(parser: AsmParser, frame: Frame) -> None:
            taken = attempt(parser, frame)
            if flag is not None and taken is flag_if:
                frame.state.properties[flag] = UNIT
            for part in rest if taken else otherwise:
                part(parser, frame)

        return _always(step)

    def oilist(self, element: OIList) -> Parsers:
        """Clauses in any order."""
        clauses: list[tuple[str, Attempt, tuple[Step, ...], str | None]] = []
        for lead, body in element.clauses:
            flag = None
            steps: tuple[Step, ...] = ()
            if is_flag_clause(self.analysis, body):
                assert isinstance(body[0], Variable)
                flag = self.analysis.field(body[0]).ir_name
            else:
                steps = self.steps(body)
            clauses.append((lead.text, self.literal(lead.text)[1], steps, flag))

        def step(parser: AsmParser, frame: Frame) -> None:
            seen: set[str] = set()
            progress = True
            while progress:
                progress = False
                for keyword, attempt, steps, flag in clauses:
                    offset = parser.offset
                    if not attempt(parser, frame):
                        continue
                    if keyword in seen:
                        raise parser.error(
                            f"`{keyword}` clause can appear at most once in the expansion of the "
                            "oilist directive",
                            offset,
                        )
                    seen.add(keyword)
                    if flag is not None:
                        frame.state.properties[flag] = UNIT
                    for part in steps:
                        part(parser, frame)
                    progress = True
                    break

        return _always(step)


def _always(step: Step) -> Parsers:
    """For elements that may be empty: as the start of an optional group they are always there."""

    def attempt(parser: AsmParser, frame: Frame) -> bool:
        step(parser, frame)
        return True

    return step, attempt


def _attr_dict(parser: AsmParser, frame: Frame) -> None:
    frame.state.attributes.update(parser.parse_optional_attr_dict())


def _attr_dict_with_keyword(parser: AsmParser, frame: Frame) -> None:
    frame.state.attributes.update(parser.parse_optional_attr_dict_with_keyword())


def _prop_dict(parser: AsmParser, frame: Frame) -> None:
    frame.state.properties.update(parser.parse_optional_prop_dict())


def _all_operands(parser: AsmParser, frame: Frame) -> bool:
    frame.all_operands = operands = parser.parse_operand_list()
    return bool(operands)


def _all_successors(parser: AsmParser, frame: Frame) -> bool:
    successors = parse_successors(parser)
    frame.state.successors += successors
    return bool(successors)
