"""All operations of the ub dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_ub.dialect import POISON, PoisonAttr
from bufferize_ub.dialect import UB as UB


@UB.op("poison")
class PoisonOp(d.Operation):
    """A poison value of any type."""

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

    traits = (d.IsTerminator(),)
    assembly_format = "attr-dict"
