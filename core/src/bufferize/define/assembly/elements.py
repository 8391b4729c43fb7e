"""The elements of a declarative assembly format, as read from its text, and what each of them does.

Plain classes: dataclasses would take a millisecond each to make, at every start.

See "Declarative Assembly Format" in https://mlir.llvm.org/docs/DefiningDialects/Operations/
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from bufferize.define.assembly.custom import (
    Reader,
    Writer,
    custom_parsers,
    field_reader,
    field_writer,
    type_reader,
    type_writer,
)
from bufferize.define.fields import AttrField

if TYPE_CHECKING:
    from bufferize.define.assembly.analysis import Analysis
    from bufferize.define.assembly.parsing import ParserCompiler, Parsers
    from bufferize.define.assembly.printing import Condition, Getter, PrinterCompiler, PrintStep


class Element:
    """What stands in a format. A use that makes no sense is an error in the declaration."""

    __slots__ = ("column", "parts")

    def __init__(self, column: int, *parts: Element) -> None:
        self.column = column
        self.parts = parts
        """The elements within this one."""

    def variables(self) -> Iterator[Variable]:
        """All variables within the element."""
        for part in self.parts:
            yield from part.variables()

    def scan(self, analysis: Analysis) -> None:
        """Notes which fields the element binds."""
        for part in self.parts:
            part.scan(analysis)

    def parsers(self, compiler: ParserCompiler) -> Parsers:
        """How the element is parsed where it must be there, and where it may be absent."""
        raise compiler.analysis.error(self.column, "this element cannot stand on its own")

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        """Adds the steps that print the element."""
        compiler.text += compiler.spacing.element()
        compiler.flush(steps)
        steps.append(self.printer(compiler))

    def printer(self, compiler: PrinterCompiler) -> PrintStep:
        """The step that prints an element that stands for a value."""
        raise compiler.analysis.error(self.column, "this element cannot stand on its own")

    def presence(self, compiler: PrinterCompiler) -> Condition:
        """Whether an operation has something for this anchor of an optional group."""
        return compiler.any_presence(self)

    # As arguments of custom directives

    def argument(self, compiler: PrinterCompiler) -> Getter:
        """What a directive is given to print."""
        raise compiler.analysis.error(self.column, "not an argument for a custom directive")

    def reader(self, analysis: Analysis) -> Reader | None:
        """What a directive is given to parse; None for an argument that it returns."""
        return None

    def referred(self, analysis: Analysis) -> Reader:
        """The value of something that the format has bound before."""
        raise analysis.error(self.column, "ref takes an operand, attribute, region or a type")

    def writer(self, analysis: Analysis) -> Writer:
        """Puts a value that a directive returned to the field that it is for."""
        raise analysis.error(self.column, "not an argument for a custom directive")


class Literal(Element):
    """A keyword or punctuation in backticks."""

    __slots__ = ("text",)

    def __init__(self, text: str, column: int) -> None:
        super().__init__(column)
        self.text = text

    def parsers(self, compiler: ParserCompiler) -> Parsers:
        return compiler.literal(self.text)

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        compiler.text += compiler.spacing.literal(self.text)


class Whitespace(Literal):
    """Backticks around nothing (no space here), a space, or `\\n`. Matters to the printer only."""

    __slots__ = ()

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        if self.text == "\n":
            compiler.newline(steps)
        else:
            compiler.text += compiler.spacing.whitespace(self.text)


class Text(Literal):
    """A string given to a custom directive."""

    __slots__ = ()

    def argument(self, compiler: PrinterCompiler) -> Getter:
        return lambda op: self.text

    def reader(self, analysis: Analysis) -> Reader:
        return lambda frame: self.text


class Variable(Element):
    """`$name`: an operand, result, attribute, region or successor of the op."""

    __slots__ = ("name",)

    def __init__(self, name: str, column: int) -> None:
        super().__init__(column)
        self.name = name

    def variables(self) -> Iterator[Variable]:
        yield self

    def scan(self, analysis: Analysis) -> None:
        analysis.bind(self)

    def parsers(self, compiler: ParserCompiler) -> Parsers:
        return compiler.variable(compiler.analysis.field(self))

    def printer(self, compiler: PrinterCompiler) -> PrintStep:
        return compiler.variable(compiler.analysis.field(self))

    def argument(self, compiler: PrinterCompiler) -> Getter:
        return compiler.analysis.field(self).get

    def referred(self, analysis: Analysis) -> Reader:
        reader = field_reader(analysis.field(self))
        return super().referred(analysis) if reader is None else reader

    def writer(self, analysis: Analysis) -> Writer:
        return field_writer(analysis.field(self))


class Directive(Element):
    """A word on its own: attr-dict, prop-dict, operands, results, regions, successors."""

    __slots__ = ("name",)

    def __init__(self, name: str, column: int) -> None:
        super().__init__(column)
        self.name = name

    def scan(self, analysis: Analysis) -> None:
        analysis.use(self)

    def parsers(self, compiler: ParserCompiler) -> Parsers:
        return compiler.directive(self)

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        if not compiler.dictionary(self, steps):
            super().print(compiler, steps)

    def printer(self, compiler: PrinterCompiler) -> PrintStep:
        return compiler.directive(self)

    def presence(self, compiler: PrinterCompiler) -> Condition:
        slot = {"operands": "op_operands", "prop-dict": "properties"}.get(self.name, self.name)
        return lambda op: bool(getattr(op, slot))

    def argument(self, compiler: PrinterCompiler) -> Getter:
        if self.name != "attr-dict":
            return super().argument(compiler)
        return lambda op: {**op.properties, **op.attributes}

    def writer(self, analysis: Analysis) -> Writer:
        if self.name != "attr-dict":
            return super().writer(analysis)
        return lambda frame, value: frame.state.attributes.update(value)


class TypeOf(Element):
    """`type(...)` of a variable, of `operands` or of `results`."""

    __slots__ = ("of",)

    def __init__(self, of: Variable | Directive, column: int) -> None:
        super().__init__(column, of)
        self.of = of

    def scan(self, analysis: Analysis) -> None:
        analysis.bind_types(self.of, self.column)

    def parsers(self, compiler: ParserCompiler, qualified: bool = False) -> Parsers:
        return compiler.type(self.of, qualified)

    def printer(self, compiler: PrinterCompiler, qualified: bool = False) -> PrintStep:
        return compiler.type(self.of, qualified)

    def presence(self, compiler: PrinterCompiler) -> Condition:
        return self.of.presence(compiler)

    def argument(self, compiler: PrinterCompiler) -> Getter:
        return compiler.type_argument(self.of)

    def referred(self, analysis: Analysis) -> Reader:
        if not isinstance(self.of, Variable):
            return super().referred(analysis)
        return type_reader(analysis.typed_field(self.of))

    def writer(self, analysis: Analysis) -> Writer:
        if not isinstance(self.of, Variable):
            return super().writer(analysis)
        return type_writer(analysis.typed_field(self.of))


class FunctionalType(Element):
    """`functional-type(inputs, results)`."""

    __slots__ = ("inputs", "results")

    def __init__(
        self, inputs: Variable | Directive, results: Variable | Directive, column: int
    ) -> None:
        super().__init__(column, inputs, results)
        self.inputs = inputs
        self.results = results

    def scan(self, analysis: Analysis) -> None:
        analysis.bind_types(self.inputs, self.column)
        analysis.bind_types(self.results, self.column)

    def parsers(self, compiler: ParserCompiler) -> Parsers:
        return compiler.functional_type(self)

    def printer(self, compiler: PrinterCompiler) -> PrintStep:
        inputs, results = compiler.types(self.inputs), compiler.types(self.results)
        return lambda printer, op: printer.print_functional_type(inputs(op), results(op))

    def presence(self, compiler: PrinterCompiler) -> Condition:
        return self.inputs.presence(compiler)


class Ref(Element):
    """`ref(...)`: an argument of a custom directive that is bound elsewhere."""

    __slots__ = ("to",)

    def __init__(self, to: Variable | TypeOf | Directive, column: int) -> None:
        super().__init__(column, to)
        self.to = to

    def scan(self, analysis: Analysis) -> None:
        for variable in self.variables():
            analysis.field(variable)

    def argument(self, compiler: PrinterCompiler) -> Getter:
        return self.to.argument(compiler)

    def reader(self, analysis: Analysis) -> Reader:
        return self.to.referred(analysis)


class Qualified(Element):
    """`qualified(...)`: with the full `#dialect.mnemonic` or `!dialect.mnemonic`."""

    __slots__ = ("what",)

    def __init__(self, what: Variable | TypeOf, column: int) -> None:
        super().__init__(column, what)
        self.what = what

    def parsers(self, compiler: ParserCompiler) -> Parsers:
        if isinstance(self.what, TypeOf):
            return self.what.parsers(compiler, qualified=True)
        field = compiler.analysis.field(self.what)
        if isinstance(field, AttrField):
            return compiler.qualified_attribute(field)
        raise compiler.analysis.error(self.column, "qualified takes an attribute or a type")

    def printer(self, compiler: PrinterCompiler) -> PrintStep:
        if isinstance(self.what, TypeOf):
            return self.what.printer(compiler, qualified=True)
        get = compiler.analysis.field(self.what).get
        return lambda printer, op: printer.print_attribute(get(op))


Argument: TypeAlias = Variable | TypeOf | Ref | Text | Directive


class Custom(Element):
    """`custom<Name>(...)`."""

    __slots__ = ("arguments", "name")

    def __init__(self, name: str, arguments: tuple[Argument, ...], column: int) -> None:
        super().__init__(column, *arguments)
        self.name = name
        self.arguments = arguments

    def parsers(self, compiler: ParserCompiler) -> Parsers:
        return custom_parsers(compiler.analysis, self)

    def printer(self, compiler: PrinterCompiler) -> PrintStep:
        return compiler.custom(self)


class Group(Element):
    """`(... $anchor^ ...)?` or `(...):(...)?`; inverted if the anchor is in the second part."""

    __slots__ = ("anchor", "inverted", "otherwise", "then")

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

    def parsers(self, compiler: ParserCompiler) -> Parsers:
        return compiler.group(self)

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        compiler.flush(steps)
        steps.append(compiler.group(self))


class OIList(Element):
    """`oilist(...)`: clauses in any order, each at most once, each starting with a literal."""

    __slots__ = ("clauses",)

    def __init__(
        self, clauses: tuple[tuple[Literal, tuple[Element, ...]], ...], column: int
    ) -> None:
        super().__init__(column, *(part for _, body in clauses for part in body))
        self.clauses = clauses

    def parsers(self, compiler: ParserCompiler) -> Parsers:
        return compiler.oilist(self)

    def print(self, compiler: PrinterCompiler, steps: list[PrintStep]) -> None:
        compiler.flush(steps)
        for lead, body in self.clauses:
            steps.append(compiler.clause(lead, body))
