"""The elements of a declarative assembly format, as read from its text, and their methods.

Plain classes: dataclasses would take a millisecond each to make, at every start.

See "Declarative Assembly Format" in https://mlir.llvm.org/docs/DefiningDialects/Operations/
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.assembly.slots import (
    AnySlot,
    Attempt,
    Condition,
    DirectiveArgument,
    Frame,
    Parsers,
    ParseStep,
    PrintStep,
    TypeSlot,
    slot_of,
    slot_of_all,
)
from bufferize.define.directives import CustomDirective, find_directive
from bufferize.define.fields import AttrField, ResultField
from bufferize.ir import UNIT, UnitAttr

if TYPE_CHECKING:
    from bufferize.define.assembly.format import Analysis, PrinterCompiler


class Element:
    """An element of a format, such as `$lhs` or `type($lhs)`, or a group of elements.

    Methods raise `DefinitionError` for an element that is not allowed at its place.
    """

    def __init__(self, column: int, *parts: Element) -> None:
        self.column = column
        self.parts = parts
        """The elements within this one."""

    def variables(self) -> Iterator[Variable]:
        """Return all variables within the element."""
        for part in self.parts:
            yield from part.variables()

    def scan(self, analysis: Analysis) -> None:
        """Record the fields that the element binds."""
        for part in self.parts:
            part.scan(analysis)

    def parsers(self, analysis: Analysis) -> Parsers:
        """Return two closures that parse the element: if required, and if optional."""
        raise analysis.error(self.column, "this element cannot stand on its own")

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        """Add the steps that print the element."""
        compiler.text += compiler.spacing.element()
        compiler.flush(steps)
        steps.append(self.printer(compiler.analysis))

    def printer(self, analysis: Analysis) -> PrintStep:
        """Return the step that prints the element, which stands for a value."""
        raise analysis.error(self.column, "this element cannot stand on its own")

    def presence(self, analysis: Analysis) -> Condition:
        """Return the condition under which the optional group with this anchor is printed."""
        conditions = [variable.presence(analysis) for variable in self.variables()]
        if not conditions:
            raise analysis.error(self.column, "an anchor must be a variable or a directive of some")
        if len(conditions) == 1:
            return conditions[0]
        return lambda op: any(condition(op) for condition in conditions)

    def argument(self, analysis: Analysis) -> DirectiveArgument:
        """Return the element as an argument of a custom directive."""
        raise analysis.error(self.column, "not an argument for a custom directive")


class Literal(Element):
    """A keyword or punctuation in backticks."""

    def __init__(self, text: str, column: int) -> None:
        super().__init__(column)
        self.text = text

    def parsers(self, analysis: Analysis) -> Parsers:
        text = self.text
        if text[0].isalpha() or text[0] == "_":
            return (
                lambda parser, frame: parser.parse_keyword(text),
                lambda parser, frame: parser.parse_optional_keyword(text),
            )
        return (
            lambda parser, frame: parser.parse_punctuation(text),
            lambda parser, frame: parser.parse_optional_punctuation(text),
        )

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        compiler.text += compiler.spacing.literal(self.text)


class Whitespace(Literal):
    """Backticks around nothing (no space here), a space, or `\\n`; only for the printer."""

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        if self.text == "\n":
            compiler.flush(steps)
            steps.append(lambda printer, op: printer.newline())
        else:
            compiler.text += compiler.spacing.whitespace(self.text)


class Text(Literal):
    """A string given to a custom directive."""

    def argument(self, analysis: Analysis) -> DirectiveArgument:
        return DirectiveArgument(lambda op: self.text, read=lambda frame: self.text)


class FieldElement(Element):
    """Base of the elements that stand for the values or the types of fields."""

    is_argument = False  # of a custom directive

    def slot(self, analysis: Analysis, qualified: bool = False) -> AnySlot:
        """Return the slot of the field that the element stands for."""
        raise NotImplementedError

    def parsers(self, analysis: Analysis) -> Parsers:
        return self.slot(analysis).parsers()

    def printer(self, analysis: Analysis) -> PrintStep:
        return self.slot(analysis).printer()

    def presence(self, analysis: Analysis) -> Condition:
        return self.slot(analysis).presence()

    def argument(self, analysis: Analysis) -> DirectiveArgument:
        if not self.is_argument:
            return super().argument(analysis)
        slot = self.slot(analysis)
        return DirectiveArgument(slot.argument(), write=slot.write)


class Variable(FieldElement):
    """`$name`: an operand, result, attribute, region or successor of the op."""

    is_argument = True

    def __init__(self, name: str, column: int) -> None:
        super().__init__(column)
        self.name = name

    def variables(self) -> Iterator[Variable]:
        yield self

    def scan(self, analysis: Analysis) -> None:
        analysis.bind(self)

    def slot(self, analysis: Analysis, qualified: bool = False) -> AnySlot:
        return slot_of(analysis.field(self), analysis.definition, qualified)

    def type_slot(self, analysis: Analysis, qualified: bool = False) -> TypeSlot:
        """Return the slot of the types of the field."""
        return TypeSlot(analysis.typed_field(self), analysis.definition, qualified)


class Directive(FieldElement):
    """One of the lists `operands`, `results`, `regions` or `successors`."""

    def __init__(self, name: str, column: int) -> None:
        super().__init__(column)
        self.name = name

    def scan(self, analysis: Analysis) -> None:
        analysis.use(self)

    def slot(self, analysis: Analysis, qualified: bool = False) -> AnySlot:
        if self.name == "results":
            raise analysis.error(
                self.column, f"'{self.name}' can stand in type(...) or functional-type(...) only"
            )
        return slot_of_all(self.name, analysis.definition)

    def type_slot(self, analysis: Analysis, qualified: bool = False) -> TypeSlot:
        """Return the slot of the types of all operands or results."""
        return TypeSlot(self.name, analysis.definition)


class AttrDict(Directive):
    """`attr-dict`, `attr-dict-with-keyword` or `prop-dict`."""

    def parsers(self, analysis: Analysis) -> Parsers:
        parse = methodcaller("parse_optional_" + self.name.replace("-", "_"))
        into = attrgetter("properties" if self.name == "prop-dict" else "attributes")
        clauses = self._clauses(analysis)

        def step(parser: AsmParser, frame: Frame) -> None:
            while clauses and (clause := clauses.get(parser.peek())) is not None:
                clause(parser, frame)
            into(frame.state).update(parse(parser))

        return _always(step)

    def _clauses(self, analysis: Analysis) -> dict[str, ParseStep]:
        """Return the steps that parse properties before the attr-dict, as MLIR has them since 2026.

        A property that the format leaves to the attr-dict may come as `alignment = 64`, `alignment(64)`
        or, if it is a flag, `inverse`; or all as `<{alignment = 64}>`.
        """
        fields = analysis.definition.attributes if self.name == "attr-dict" else ()
        free = [field.ir_name for field in fields if field not in analysis.bound]
        clauses = {name: _clause(Variable(name, self.column), analysis) for name in free}
        if clauses and "prop-dict" not in analysis.directives:
            clauses["<"] = AttrDict("prop-dict", self.column).parsers(analysis)[0]
        return clauses

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        compiler.flush(steps)
        compiler.spacing.attr_dict()
        steps.append(compiler.attr_dict(self))

    def presence(self, analysis: Analysis) -> Condition:
        if self.name == "prop-dict":
            return lambda op: bool(op.properties)
        return Element.presence(self, analysis)

    def argument(self, analysis: Analysis) -> DirectiveArgument:
        if self.name != "attr-dict":
            return super().argument(analysis)
        return DirectiveArgument(
            lambda op: {**op.properties, **op.attributes},
            write=lambda frame, value: frame.state.attributes.update(value),
        )


def _clause(variable: Variable, analysis: Analysis) -> ParseStep:
    name, parse, flag = variable.name, variable.parsers(analysis)[0], is_flag(analysis, variable)

    def step(parser: AsmParser, frame: Frame) -> None:
        if name in frame.state.properties:
            raise parser.error(f"'{name}' occurs twice")
        parser.parse_keyword(name)
        if parser.parse_optional_punctuation("("):
            parse(parser, frame)
            parser.parse_punctuation(")")
        elif flag:
            frame.state.properties[name] = UNIT
        else:
            parser.parse_punctuation("=")
            parse(parser, frame)

    return step


class TypeOf(FieldElement):
    """`type(...)` of a variable, of `operands` or of `results`."""

    is_argument = True

    def __init__(self, of: Variable | Directive, column: int) -> None:
        super().__init__(column, of)
        self.of = of

    def scan(self, analysis: Analysis) -> None:
        analysis.bind_types(self.of, self.column)

    def slot(self, analysis: Analysis, qualified: bool = False) -> AnySlot:
        return self.of.type_slot(analysis, qualified)


class FunctionalType(Element):
    """`functional-type(inputs, results)`."""

    def __init__(
        self, inputs: Variable | Directive, results: Variable | Directive, column: int
    ) -> None:
        super().__init__(column, inputs, results)
        self.inputs = inputs
        self.results = results

    def scan(self, analysis: Analysis) -> None:
        analysis.bind_types(self.inputs, self.column)
        analysis.bind_types(self.results, self.column)

    def parsers(self, analysis: Analysis) -> Parsers:
        inputs, results = self.inputs.type_slot(analysis), self.results.type_slot(analysis)

        def step(parser: AsmParser, frame: Frame) -> None:
            type = parser.parse_function_type()
            inputs.keep(frame, type.inputs)
            results.keep(frame, type.results)

        return _always(step)

    def printer(self, analysis: Analysis) -> PrintStep:
        inputs = self.inputs.type_slot(analysis).types
        results = self.results.type_slot(analysis).types
        return lambda printer, op: printer.print_functional_type(inputs(op), results(op))

    def presence(self, analysis: Analysis) -> Condition:
        return self.inputs.type_slot(analysis).presence()


class Ref(Element):
    """`ref(...)`: an argument of a custom directive that is bound elsewhere."""

    def __init__(self, to: Variable | TypeOf | Directive, column: int) -> None:
        super().__init__(column, to)
        self.to = to

    def scan(self, analysis: Analysis) -> None:
        for variable in self.variables():
            analysis.field(variable)

    def argument(self, analysis: Analysis) -> DirectiveArgument:
        to = self.to
        named = to.of if isinstance(to, TypeOf) else to
        is_result = isinstance(to, Variable) and isinstance(analysis.field(to), ResultField)
        if isinstance(named, Directive) or is_result:
            raise analysis.error(to.column, "ref takes an operand, attribute, region or a type")
        slot = to.slot(analysis)
        return DirectiveArgument(slot.argument(), read=slot.read)


class Qualified(FieldElement):
    """`qualified(...)`: with the full `#dialect.mnemonic` or `!dialect.mnemonic`."""

    def __init__(self, what: Variable | TypeOf, column: int) -> None:
        super().__init__(column, what)
        self.what = what

    def slot(self, analysis: Analysis, qualified: bool = True) -> AnySlot:
        what = self.what
        if isinstance(what, Variable) and not isinstance(analysis.field(what), AttrField):
            raise analysis.error(self.column, "qualified takes an attribute or a type")
        return what.slot(analysis, qualified=True)


class Custom(Element):
    """`custom<Name>(...)`."""

    def __init__(self, name: str, arguments: tuple[Element, ...], column: int) -> None:
        super().__init__(column, *arguments)
        self.name = name

    def _directive(self, analysis: Analysis) -> CustomDirective:
        directive = find_directive(analysis.definition.dialect, self.name)
        if directive is None:
            raise analysis.error(self.column, f"no custom directive is called '{self.name}'")
        return directive

    def parsers(self, analysis: Analysis) -> Parsers:
        parse = self._directive(analysis).parse
        arguments = [argument.argument(analysis) for argument in self.parts]
        readers = [argument.read for argument in arguments if argument.read is not None]
        writers = [argument.write for argument in arguments if argument.write is not None]

        def attempt(parser: AsmParser, frame: Frame) -> bool:
            values = parse(parser, *[read(frame) for read in readers])
            if len(writers) == 1 and not isinstance(values, tuple):
                writers[0](frame, values)
                return values is not None
            if values is None:
                return False
            if len(values) < len(writers):
                raise analysis.error(
                    self.column, f"custom directive '{self.name}' gives {len(values)} values"
                )
            # A directive may give optional values that this format has no use for.
            for write, value in zip(writers, values, strict=False):
                write(frame, value)
            return True

        return attempt, attempt

    def printer(self, analysis: Analysis) -> PrintStep:
        print_directive = self._directive(analysis).print
        getters = tuple(argument.argument(analysis).get for argument in self.parts)

        def step(printer: AsmPrinter, op: Any) -> None:
            print_directive(printer, op, *[get(op) for get in getters])

        return step


class OptionalGroup(Element):
    """`(... $anchor^ ...)?` or `(...):(...)?`; inverted if the anchor is in the second group."""

    def __init__(
        self,
        then: tuple[Element, ...],
        otherwise: tuple[Element, ...],
        anchor: Element,
        inverted: bool,
        column: int,
    ) -> None:
        super().__init__(column, *then, *otherwise)
        self.then = then
        self.otherwise = otherwise
        self.anchor = anchor
        self.inverted = inverted

    def elided_flag(self, analysis: Analysis) -> Variable | None:
        """Return the anchor if it is a unit attribute, which the presence of the group implies."""
        anchor = self.anchor
        first = (self.otherwise if self.inverted else self.then)[0]
        is_elided = anchor is not first and is_flag(analysis, anchor)
        return anchor if is_elided and isinstance(anchor, Variable) else None

    def parsers(self, analysis: Analysis) -> Parsers:
        elided = self.elided_flag(analysis)
        flag = None if elided is None else analysis.field(elided).ir_name
        then = [e for e in self.then if not isinstance(e, Whitespace)]
        if not then:
            raise analysis.error(self.column, "an optional group must not be empty")
        attempt = then[0].parsers(analysis)[1]
        rest = parse_steps(analysis, then[1:], elided)
        otherwise = parse_steps(analysis, self.otherwise, elided)

        def step(parser: AsmParser, frame: Frame) -> None:
            taken = attempt(parser, frame)
            if flag is not None and taken is not self.inverted:
                frame.state.properties[flag] = UNIT
            for part in rest if taken else otherwise:
                part(parser, frame)

        return _always(step)

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        compiler.flush(steps)
        present, inverted = self.anchor.presence(compiler.analysis), self.inverted
        elided = self.elided_flag(compiler.analysis)
        then = compiler.steps(self.then, elided)
        otherwise = compiler.steps(self.otherwise, elided)

        def step(printer: AsmPrinter, op: Any) -> None:
            for part in then if present(op) is not inverted else otherwise:
                part(printer, op)

        steps.append(step)


class OIList(Element):
    """`oilist(...)`: clauses in any order, each at most once and starting with a literal."""

    def __init__(
        self, clauses: tuple[tuple[Literal, tuple[Element, ...]], ...], column: int
    ) -> None:
        super().__init__(column, *(part for _, body in clauses for part in body))
        self.clauses = clauses

    def parsers(self, analysis: Analysis) -> Parsers:
        clauses: list[tuple[str, Attempt, tuple[ParseStep, ...], str | None]] = []
        for lead, body in self.clauses:
            flag = None
            steps: tuple[ParseStep, ...] = ()
            if is_flag(analysis, *body):
                flag = analysis.field(next(body[0].variables())).ir_name
            else:
                steps = parse_steps(analysis, body)
            clauses.append((lead.text, lead.parsers(analysis)[1], steps, flag))

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

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        compiler.flush(steps)
        steps += [self._clause_printer(compiler, lead, body) for lead, body in self.clauses]

    def _clause_printer(
        self, compiler: PrinterCompiler, lead: Literal, body: Sequence[Element]
    ) -> PrintStep:
        conditions = [v.presence(compiler.analysis) for part in body for v in part.variables()]
        lead.print(compiler, [])
        steps = compiler.steps(() if is_flag(compiler.analysis, *body) else body)

        def step(printer: AsmPrinter, op: Any) -> None:
            if any(condition(op) for condition in conditions):
                for part in steps:
                    part(printer, op)

        return step


def is_flag(analysis: Analysis, *elements: Element) -> bool:
    """Return whether the elements are a single unit attribute."""
    if len(elements) != 1 or not isinstance(elements[0], Variable):
        return False
    field = analysis.field(elements[0])
    return isinstance(field, AttrField) and field.constraint.cls is UnitAttr


def parse_steps(
    analysis: Analysis, elements: Sequence[Element], skip: Element | None = None
) -> tuple[ParseStep, ...]:
    """Return the steps that parse `elements`, without `skip`."""
    return tuple(
        element.parsers(analysis)[0]
        for element in elements
        if element is not skip and not isinstance(element, Whitespace)
    )


def _always(step: ParseStep) -> Parsers:
    """Return the parsers of an element that may be empty, and so always matches."""

    def attempt(parser: AsmParser, frame: Frame) -> bool:
        step(parser, frame)
        return True

    return step, attempt
