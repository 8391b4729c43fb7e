"""Terminators that the text leaves out."""

from __future__ import annotations

from bufferize.define.context import Context
from bufferize.define.errors import DefinitionError
from bufferize.define.traits import SingleBlockImplicitTerminator
from bufferize.ir import UNKNOWN_LOC, Block, IsTerminator, Location, Operation, Region


def ensure_terminator(
    op_class: type[Operation],
    region: Region,
    context: Context,
    location: Location = UNKNOWN_LOC,
) -> None:
    """Gives a region of an op with `SingleBlockImplicitTerminator` its block and terminator.

    Nothing is changed where the last op is a terminator already; an unregistered op is none.
    """
    trait = op_class.get_trait(SingleBlockImplicitTerminator)
    assert trait is not None, op_class.name
    if not region.blocks:
        region.append(Block())
    block = region.blocks[-1]
    if block.last_op is not None and block.last_op.has_trait(IsTerminator):
        return
    terminator = context.op_class(trait.terminator)
    if terminator is None:
        raise DefinitionError(
            f"op '{op_class.name}' ends its regions with '{trait.terminator}', which no dialect "
            "declares"
        )
    block.append(terminator.create(location=location))


def is_implied(op: Operation, region: Region) -> bool:
    """Whether the text may leave out the region's terminator: it says nothing by itself."""
    if not op.has_trait(SingleBlockImplicitTerminator) or not region.blocks:
        return False
    last = region.blocks[0].last_op
    return (
        last is not None
        and not last.op_operands
        and not last.results
        and not last.attributes
        and not last.properties
    )
