"""The ub dialect: values and places of undefined behavior."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir

UB = d.Dialect("ub")


@UB.attribute("poison")
@ir.parameters
class PoisonAttr(ir.Attribute):
    """`#ub.poison`: the whole value is poison."""

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> PoisonAttr:
        """Parse nothing: the mnemonic is all."""
        return cls()

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print nothing: the mnemonic is all."""


POISON = PoisonAttr()
