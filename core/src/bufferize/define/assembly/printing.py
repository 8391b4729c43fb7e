"""What is known while the printing half of an assembly format is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bufferize.define.asm import AsmPrinter
from bufferize.define.assembly.elements import AttrDict, Element, Group, OIList
from bufferize.define.assembly.places import Condition, PrintStep
from bufferize.define.fields import AttrField
from bufferize.ir import Attribute, UnitAttr

if TYPE_CHECKING:
    from bufferize.define.assembly.format import Analysis

_HUGGED = "<>(){}[],"
_CLOSING = ">)}],"
_OPENING = "<({["


class Spacing:
    """What was written last. Each method gives the text to write, with its space before.

    Where MLIR's printer puts spaces depends on what was written last in the order of the format's
    text, even across optional groups that are left out, so that it can be decided once, when the
    format is compiled.
    """

    __slots__ = ("_after_punctuation", "_wants_space")

    def __init__(self) -> None:
        self._wants_space = True
        self._after_punctuation = False

    def literal(self, text: str) -> str:
        """A keyword or punctuation."""
        space = " " if self._wants_space and self._is_spaced(text) else ""
        self._wants_space = text not in tuple(_OPENING)
        self._after_punctuation = not (text[0].isalpha() or text[0] == "_")
        return space + text

    def _is_spaced(self, text: str) -> bool:
        if len(text) != 1 and text != "->":
            return True
        return text[0] not in (_CLOSING if self._after_punctuation else _HUGGED)

    def whitespace(self, text: str) -> str:
        """An explicit space, or none."""
        self._wants_space = False
        self._after_punctuation = not text
        return text

    def element(self) -> str:
        """What stands before any element other than those."""
        space = " " if self._wants_space or not self._after_punctuation else ""
        self._wants_space = True
        self._after_punctuation = False
        return space

    def attr_dict(self) -> None:
        """The attr-dict writes its own space."""
        self._after_punctuation = False


class PrinterCompiler:
    """Turns the elements into closures that print an op, in order."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.spacing = Spacing()
        self.text = ""
        """Text that is still to be written before the next step."""
        self._guarded: dict[str, tuple[Condition, ...]] = {}
        """For attributes in optional groups: when they are printed there."""

    def compile(self, elements: Sequence[Element]) -> tuple[PrintStep, ...]:
        """The steps for a whole format."""
        self._find_guards(elements, ())
        return self.steps(elements)

    def steps(
        self, elements: Sequence[Element], skip: Element | None = None
    ) -> tuple[PrintStep, ...]:
        """The steps for some elements, but for the one to skip."""
        steps: list[PrintStep] = []
        for element in elements:
            if element is not skip:
                element.print(self, steps)
        self.flush(steps)
        return tuple(steps)

    def flush(self, steps: list[PrintStep]) -> None:
        """Adds a step for the text that is still to be written."""
        if self.text:
            text, self.text = self.text, ""
            steps.append(lambda printer, op: printer.write(text))

    def _find_guards(self, elements: Sequence[Element], guards: tuple[Condition, ...]) -> None:
        """Notes for each attribute in an optional group when that group is printed."""
        for element in elements:
            if isinstance(element, Group):
                present, inverted = element.anchor.presence(self.analysis), element.inverted
                self._find_guards(element.then, (*guards, _when(present, not inverted)))
                self._find_guards(element.otherwise, (*guards, _when(present, inverted)))
            elif guards and not isinstance(element, OIList):
                for variable in element.variables():
                    field = self.analysis.field(variable)
                    if isinstance(field, AttrField):
                        self._guarded[field.ir_name] = guards

    def attr_dict(self, element: AttrDict) -> PrintStep:
        """The dictionary of the attributes that no other element of the format writes."""
        analysis, guarded = self.analysis, self._guarded
        written = analysis.attributes_written()
        attributes = analysis.definition.attributes
        defaults = {f.ir_name: f.default for f in attributes if f.default is not None}

        def properties(op: Any) -> dict[str, Attribute]:
            found: dict[str, Attribute] = {}
            for name, attribute in op.properties.items():
                if name in written:
                    if name not in guarded or all(condition(op) for condition in guarded[name]):
                        continue
                if defaults.get(name) is not attribute:
                    found[name] = attribute
            return found

        if element.name == "prop-dict":
            return lambda printer, op: _print_properties(printer, properties(op))
        has_prop_dict = "prop-dict" in analysis.directives
        with_keyword = element.name != "attr-dict"

        def step(printer: AsmPrinter, op: Any) -> None:
            attributes = op.attributes
            if not has_prop_dict:
                extra = properties(op)
                if extra:
                    attributes = {**extra, **attributes}
            if attributes:
                if with_keyword:
                    printer.print_attr_dict_with_keyword(attributes)
                else:
                    printer.print_attr_dict(attributes)

        return step


def _print_properties(printer: AsmPrinter, properties: dict[str, Attribute]) -> None:
    if properties:
        printer.write(" <{")
        for i, (name, attribute) in enumerate(sorted(properties.items())):
            printer.write(", " if i else "")
            printer.print_keyword_or_string(name)
            if not isinstance(attribute, UnitAttr):
                printer.write(" = ")
                printer.print_attribute(attribute)
        printer.write("}>")


def _when(condition: Condition, wanted: bool) -> Condition:
    return condition if wanted else lambda op: not condition(op)
