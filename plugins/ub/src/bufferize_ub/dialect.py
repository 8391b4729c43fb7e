"""The ub dialect: values and places of undefined behaviour."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import ConstantLike, Dialect, IsTerminator, Operation, Pure
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.constraint import instance_of
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.ir import Attribute, Value, parameters

DIALECT = UB = Dialect("ub")


@UB.attribute("poison")
@parameters
class PoisonAttr(Attribute):
    """`#ub.poison`: the whole value is poison."""

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> PoisonAttr:
        """Nothing follows the mnemonic."""
        return cls()

    def print_parameters(self, printer: AsmPrinter) -> None:
        """Nothing follows the mnemonic."""


POISON = PoisonAttr()


@UB.op("poison")
class PoisonOp(Operation):
    """A poison value of any type."""

    __slots__ = ()

    value: d.Attr[PoisonAttr, PoisonAttr] = d.default_attr(
        instance_of(PoisonAttr, "PoisonAttrInterface instance"), POISON
    )
    result: d.Result = d.result(ANY_TYPE)
    traits = (ConstantLike(), Pure())
    assembly_format = "attr-dict (`<` $value^ `>`)? `:` type($result)"

    def fold(self) -> list[Value | Attribute]:
        return [self.value]


@UB.op("unreachable")
class UnreachableOp(Operation):
    """The end of a block that is never reached."""

    __slots__ = ()

    traits = (IsTerminator(),)
    assembly_format = "attr-dict"
