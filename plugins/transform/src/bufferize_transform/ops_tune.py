"""Choices for autotuning, with the chosen options."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import RegionBranchOpInterface, RegionSuccessor
from bufferize_transform.dialect import TRANSFORM
from bufferize_transform.interface import (
    Payload,
    PayloadAccess,
    TransformOpInterface,
    definite,
    silenceable,
)
from bufferize_transform.interpreter import Interpreter
from bufferize_transform.types import ANY_HANDLE_OR_PARAMETER, PARAMETER


@TRANSFORM.op("tune.knob")
class KnobOp(d.Operation, TransformOpInterface):
    """A parameter with one of several options as value."""

    knob: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    options: d.Attr[ir.Attribute, ir.Attribute] = d.attr(d.ANY_ATTR)
    selected: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(d.ANY_ATTR)
    result: d.Result = d.result(PARAMETER)
    payload_access = PayloadAccess.READS
    assembly_format = (
        "`<` $name `>` (`=` $selected^ `from`)? `options` `=` $options attr-dict `->` type(results)"
    )

    def verify_op(self) -> None:
        options = self.options
        if (
            self.selected is not None
            and isinstance(options, ir.ArrayAttr)
            and self.selected not in options.elements
        ):
            raise self.error(
                "provided `selected` attribute is not an element of `options` array of attributes"
            )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        if self.selected is None:
            raise definite(
                f"non-deterministic choice {self.knob} is only resolved through providing a "
                "`selected` attr",
                self,
            )
        return [[self.selected]]


@TRANSFORM.custom_directive("AlternativesOpSelectedRegion")
class AlternativesOpSelectedRegion:
    """The number of the selected region, or a parameter with it."""

    @staticmethod
    def parse(
        parser: d.AsmParser,
    ) -> tuple[ir.IntegerAttr | None, d.UnresolvedOperand | None] | None:
        """Parse the number or the parameter."""
        operand = parser.parse_optional_operand()
        if operand is not None:
            return None, operand
        offset = parser.offset
        number = parser.parse_attribute(ir.INDEX)
        if not isinstance(number, ir.IntegerAttr):
            raise parser.error("expected an integer or a parameter", offset)
        return number, None

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        number: ir.IntegerAttr | None,
        operand: ir.Value | None,
    ) -> None:
        """Print the syntax that `parse` accepts."""
        if operand is not None:
            printer.print_operand(operand)
        elif number is not None:
            printer.print_attribute_without_type(number)


@TRANSFORM.op("tune.alternatives")
class AlternativesOp(d.Operation, TransformOpInterface, RegionBranchOpInterface):
    """Regions from which the selected one is applied."""

    choice: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    selected_region_attr: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.INTEGER_ATTR)
    selected_region_param: d.OptionalOperand = d.optional_operand(PARAMETER)
    outputs: d.VariadicResult = d.variadic_result(ANY_HANDLE_OR_PARAMETER, name="results")
    alternatives: d.VariadicRegion = d.variadic_region(1)
    traits = (d.SingleBlockImplicitTerminator("transform.yield"), d.NoRegionArguments())
    assembly_format = (
        "`<` $name `>` (`selected_region` `=` custom<AlternativesOpSelectedRegion>("
        "$selected_region_attr, $selected_region_param)^)? attr-dict-with-keyword "
        "(`:` type($selected_region_param)^)? (`->` type($results)^)? regions"
    )

    def entry_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return []

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        if point is not None:
            return [RegionSuccessor(None, self.results)]
        return [RegionSuccessor(region) for region in self.regions]

    def verify_op(self) -> None:
        number = self.selected_region_attr
        if number is not None and self.selected_region_param is not None:
            raise self.error("can only specify one 'selected_region' attribute/param")
        if number is not None and not 0 <= number.value < len(self.regions):
            raise self.error(
                f"'selected_region' attribute specifies region at index {number.value} while op "
                f"has only {len(self.regions)} regions"
            )

    def verify_regions(self) -> None:
        for region in self.regions:
            last = region.entry.last_op
            assert last is not None
            if len(last.operands) != len(self.results):
                raise last.error(
                    "expected terminator to have as many operands as the parent op has results"
                )
            for index, (given, wanted) in enumerate(
                zip(last.operand_types, self.result_types, strict=True)
            ):
                if given is not wanted:
                    raise last.error(
                        f"the type of the terminator operand #{index} must match the type of the "
                        f"corresponding parent op result ({given} vs {wanted})"
                    )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        number: ir.Attribute | None = self.selected_region_attr
        if self.selected_region_param is not None:
            chosen = interpreter.state.parameters(self.selected_region_param)
            if len(chosen) != 1 or not isinstance(chosen[0], ir.IntegerAttr):
                raise definite(
                    "param should hold exactly one integer attribute, got: "
                    f"{', '.join(map(str, chosen))}",
                    self,
                )
            number = chosen[0]
        if not isinstance(number, ir.IntegerAttr):
            raise silenceable(
                f"non-deterministic choice {self.choice} is only resolved through providing a "
                "`selected_region` attr/param",
                self,
            )
        if not 0 <= number.value < len(self.regions):
            raise definite(
                f"'selected_region' attribute/param specifies region at index {number.value} "
                f"while op has only {len(self.regions)} regions",
                self,
            )
        return interpreter.run_region(self.regions[number.value], ())
