"""The traits that operations are declared with.

Those that the IR itself must know of are in `bufferize.ir.operation`, those that relate an operation's
types to each other in `type_traits`. `bufferize.define` has them all.
"""

from __future__ import annotations

from bufferize.ir import IsTerminator, Operation, SingleBlock, StringAttr, Trait
from bufferize.ir import SymbolTrait as IrSymbolTrait

# Marks.


class NoMemoryEffect(Trait):
    """The operation neither reads nor writes, allocates nor frees memory."""


class Pure(NoMemoryEffect):
    """No memory effect, and may be executed although the program would not have done so."""


class MayEndProgram(Trait):
    """The operation may end the program, and what follows it is not executed then."""


class RecursiveMemoryEffects(Trait):
    """The operation's effects include those of the operations in its regions."""


class RecursivelySpeculatable(Trait):
    """The operation may be speculated if the operations in its regions may."""


class NotInlinable(Trait):
    """The operation must stay in its function: it is not put where that is called."""


class ConstantLike(Trait):
    """The result is a constant: the operation's `value` attribute."""


class AffineScope(Trait):
    """Values of index type defined at the top of the regions are affine symbols."""


class AutomaticAllocationScope(Trait):
    """Stack allocations in the regions are freed when control leaves the operation."""


class ParallelRegion(Trait):
    """The regions may be executed by several threads at once."""


class Commutative(Trait):
    """The operands may be swapped."""


class Idempotent(Trait):
    """f(f(x)) = f(x), or f(x, x) = x."""


class Involution(Trait):
    """f(f(x)) = x."""


class MemRefsNormalizable(Trait):
    """The operation stays valid if the layouts of its memrefs are made the identity."""


class AttrSizedOperandSegments(Trait):
    """The attribute `operandSegmentSizes` tells how many operands each field has.

    Implied by several optional or variadic operand fields.
    """


class AttrSizedResultSegments(Trait):
    """The attribute `resultSegmentSizes` tells how many results each field has."""


class SameVariadicOperandSize(Trait):
    """All variadic operand fields have equally many operands."""


class SameVariadicResultSize(Trait):
    """All variadic result fields have equally many results."""


# Rules on the place and the regions of an operation.


class ReturnLike(Trait):
    """The terminator passes its operands to where control goes from the region."""


class HasParent(Trait):
    """The operation stands directly in an operation of one of these names."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def verify(self, op: Operation) -> None:
        parent = op.parent_op
        if parent is not None and parent.name in self.names:
            return
        if len(self.names) == 1:
            raise op.error(f"expects parent op '{self.names[0]}'")
        raise op.error(f"expects parent op to be one of '{', '.join(self.names)}'")


class SingleBlockImplicitTerminator(SingleBlock):
    """A single block whose terminator, without operands, the text may leave out."""

    def __init__(self, terminator: str) -> None:
        self.terminator = terminator
        """Its full name, e.g. "scf.yield"."""

    def verify(self, op: Operation) -> None:
        super().verify(op)
        for region in op.regions:
            last = region.blocks[0].last_op if region.blocks else None
            if last is None or (last.is_registered and not last.has_trait(IsTerminator)):
                continue  # the verifier says that the block has no terminator
            if last.name != self.terminator:
                failure = op.error(
                    f"expects regions to end with '{self.terminator}', found '{last.name}'"
                )
                failure.diagnostics[0].note(
                    "in custom textual format, the absence of terminator implies "
                    f"'{self.terminator}'",
                    op,
                )
                raise failure


class NoRegionArguments(Trait):
    """The regions' entry blocks have no arguments."""

    def verify(self, op: Operation) -> None:
        for region in op.regions:
            if region.blocks and region.blocks[0].arguments:
                if len(op.regions) > 1:
                    raise op.error(f"region #{region.index} should have no arguments")
                raise op.error("region should have no arguments")


_VISIBILITIES = ("public", "private", "nested")


class SymbolTrait(IrSymbolTrait):
    """The operation is a symbol: its attribute `sym_name` names it in the table around it."""

    def verify(self, op: Operation) -> None:
        name = op.get_attr("sym_name")
        if not isinstance(name, StringAttr):
            raise op.error("requires string attribute 'sym_name'")
        visibility = op.get_attr("sym_visibility")
        if visibility is None:
            return
        if not isinstance(visibility, StringAttr):
            raise op.error(
                "requires visibility attribute 'sym_visibility' to be a string attribute, "
                f"but got {visibility}"
            )
        if visibility.value not in _VISIBILITIES:
            raise op.error(
                'visibility expected to be one of ["public", "private", "nested"], '
                f"but got {visibility}"
            )
