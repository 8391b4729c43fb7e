"""The ub dialect: values and places of undefined behaviour."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir

DIALECT = UB = d.Dialect("ub")


@UB.attribute("poison")
@ir.parameters
class PoisonAttr(ir.Attribute):
    """`#ub.poison`: the whole value is poison."""

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> PoisonAttr:
        """Nothing follows the mnemonic."""
        return cls()

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Nothing follows the mnemonic."""


POISON = PoisonAttr()


@UB.op("poison")
class PoisonOp(d.Operation):
    """A poison value of any type."""

    __slots__ = ()

    value: d.Attr[PoisonAttr, PoisonAttr] = d.default_attr(
        d.instance_of(PoisonAttr, "PoisonAttrInterface instance"), POISON
    )
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.ConstantLike(), d.Pure())
    assembly_format = "attr-dict (`<` $value^ `>`)? `:` type($result)"

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]


@UB.op("unreachable")
class UnreachableOp(d.Operation):
    """The end of a block that is never reached."""

    __slots__ = ()

    traits = (d.IsTerminator(),)
    assembly_format = "attr-dict"
