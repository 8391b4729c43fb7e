"""The verifier, which finds all errors in an operation and in its regions in one pass.

The order of the checks is MLIR's. Errors that follow from another one are not reported: if an
operation's declaration is violated, its own rules are not checked, nor are those of the operations
around it on their regions.
"""

from __future__ import annotations

__all__ = ["require_valid", "verify"]

from collections.abc import Callable

from bufferize.diagnostics import Diagnostic, DiagnosticError, VerifyError, error
from bufferize.ir.attributes import is_memory_space
from bufferize.ir.block import Block
from bufferize.ir.dominance import DominanceInfo, has_ssa_dominance
from bufferize.ir.interning import Attribute, Interned, Type
from bufferize.ir.operation import (
    IsolatedFromAbove,
    IsTerminator,
    NoTerminator,
    Operation,
    SymbolTableTrait,
    SymbolTrait,
)
from bufferize.ir.process import deep_recursion
from bufferize.ir.symbols import SymbolTables, symbol_name
from bufferize.ir.types import DYNAMIC, BaseMemRefType, RankedTensorType
from bufferize.ir.value import BlockArgument, OpOperand, OpResult, Value

_ANYWHERE = 1 << 200
"""A position after all operations of a block, for graph regions: all operations are visible."""


AttributeCheck = Callable[[Operation, str, Attribute], "str | None"]
"""A function that returns a message about a wrong discardable attribute, else None."""


def verify(op: Operation, attribute_check: AttributeCheck | None = None) -> list[Diagnostic]:
    """Return the errors of `op` and of everything in it, in the order of the text.

    `attribute_check` is called with each discardable attribute with a dialect's prefix.
    """
    verifier = _Verifier(attribute_check)
    with deep_recursion():
        verifier.operation(op)
        verifier.symbol_uses()
    if verifier.stumbled is not None and not verifier.found:
        raise verifier.stumbled
    return verifier.found


def require_valid(op: Operation, attribute_check: AttributeCheck | None = None) -> None:
    """Raise VerifyError with all errors that `verify` finds, if any."""
    problems = verify(op, attribute_check)
    if problems:
        raise VerifyError(problems)


class _Hooks:
    """The checks of a class of operations; checks that do nothing are left out.

    `interfaces` are the checks of its mix-ins: their methods `verify_interface`.
    """

    __slots__ = ("interfaces", "own", "regions", "symbol", "symbol_table", "symbol_uses")

    def __init__(self, cls: type[Operation]) -> None:
        self.own = cls.verify_op is not Operation.verify_op
        self.regions = cls.verify_regions is not Operation.verify_regions or any(
            "verify_regions" in base.__dict__
            for trait in cls.traits
            for base in type(trait).__mro__[:-2]
        )
        self.interfaces = [
            base.__dict__["verify_interface"]
            for base in cls.__mro__
            if "verify_interface" in base.__dict__
        ]
        self.symbol_uses = cls.verify_symbol_uses is not Operation.verify_symbol_uses
        self.symbol_table = cls.has_trait(SymbolTableTrait)
        self.symbol = cls.has_trait(SymbolTrait)


class _Verifier:
    def __init__(self, attribute_check: AttributeCheck | None) -> None:
        self.found: list[Diagnostic] = []
        # The first exception that a check of an op did not expect. Checks may look at other ops,
        # which need not be verified yet: where one of these is invalid, that explains it.
        self.stumbled: Exception | None = None
        self._attribute_check = attribute_check
        self._hooks: dict[type[Operation], _Hooks] = {}
        self._tables = SymbolTables()
        self._dominance = DominanceInfo()
        self._parameters = ParameterChecker()
        # The blocks around the current one whose values are visible, each with the position up
        # to which its results are.
        self._visible: dict[Block | None, int] = {}
        self._isolated: Operation | None = None
        self._symbol_users: list[Operation] = []

    def symbol_uses(self) -> None:
        """Verify uses of symbols, after all operations that they may name."""
        if not self.found:
            for op in self._symbol_users:
                before = len(self.found)
                self._guarded(op.verify_symbol_uses, self._tables)
                for problem in self.found[before:]:
                    problem.notes += self._tables.suggestions(op)
                self._attribute(before, op)

    def operation(self, op: Operation) -> None:
        """Verify an operation, except that the definitions of its operands dominate it."""
        before = len(self.found)
        cls = op.__class__
        hooks = self._hooks.get(cls)
        if hooks is None:
            hooks = self._hooks[cls] = _Hooks(cls)
        problem = self._parameters.check_operation(op)
        if problem is not None:
            self._report(op, problem)
        else:
            self.found += op.verify_invariants()
        if op.attributes and self._attribute_check is not None:
            self._guarded(self._dialect_attributes, op, self._attribute_check)
        if hooks.own and len(self.found) == before:
            self._guarded(op.verify_op)
        if hooks.symbol:
            self._symbol(op)
        if hooks.symbol_uses:
            self._symbol_users.append(op)
        if op.regions:
            valid = len(self.found) == before
            self._regions(op, valid)
            if hooks.symbol_table and valid:
                self._symbol_table(op)
        checks_regions = op.regions and hooks.regions
        if checks_regions and len(self.found) == before:
            for trait in op.traits:
                self._guarded(trait.verify_regions, op)
        for check in hooks.interfaces:
            if len(self.found) == before:
                self._guarded(check, op)
        if checks_regions and len(self.found) == before:
            self._guarded(op.verify_regions)
        self._attribute(before, op)

    def _attribute(self, start: int, op: Operation) -> None:
        """Attach the errors from `start` on to `op`, unless they are about another operation."""
        for found in self.found[start:]:
            found.about(op)

    def _dialect_attributes(self, op: Operation, check: AttributeCheck) -> None:
        for name, value in op.attributes.items():
            if "." in name:
                problem = check(op, name, value)
                if problem is not None:
                    self._report(op, problem, prefix=False)

    def _guarded(self, check: object, *args: object) -> None:
        assert callable(check)
        try:
            check(*args)
        except DiagnosticError as failure:
            self.found += failure.diagnostics
        except Exception as failure:
            self.stumbled = self.stumbled or failure

    def _report(self, op: Operation, message: str, prefix: bool = True) -> Diagnostic:
        found = error(f"'{op.name}' op {message}" if prefix else message, op)
        self.found.append(found)
        return found

    # Regions and blocks.

    def _regions(self, op: Operation, valid: bool) -> None:
        outer_visible, outer_isolated = self._visible, self._isolated
        if op.has_trait(IsolatedFromAbove):
            self._visible, self._isolated = {}, op
        for i, region in enumerate(op.regions):
            blocks = region.blocks
            if not blocks:
                continue
            ssa = has_ssa_dominance(region)
            if valid and not ssa and op.is_registered and len(blocks) > 1:
                self._report(op, f"expects graph region #{i} to have 0 or 1 blocks")
            if blocks[0].branches:
                self._report(op, "entry block of region may not have predecessors", prefix=False)
            for block in blocks:
                self._block(block, op, ssa, valid)
        self._visible, self._isolated = outer_visible, outer_isolated

    def _block(self, block: Block, parent: Operation, ssa: bool, valid: bool) -> None:
        for argument in block.arguments:
            problem = self._parameters.check(argument.type)
            if problem is not None:
                found = error(problem, argument.location.position() or parent)
                self.found.append(found.about(parent))
        region = block.parent
        assert region is not None
        needs_terminator = len(region.blocks) > 1 or not (
            parent.has_trait(NoTerminator) or not parent.is_registered
        )
        last = block.last_op
        if last is None:
            if needs_terminator and valid:
                self.found.append(error("empty block: expect at least a terminator", parent))
            return
        # Dominance means nothing where control never gets.
        check_operands = not ssa or self._dominance.is_reachable(block)
        visible = self._visible
        before = len(self.found)
        op = block.first_op
        while op is not None:
            if check_operands:
                self._operands(op, block, ssa)
            if op.regions:
                visible[block] = op._order if ssa else _ANYWHERE
            before = len(self.found)
            self.operation(op)
            if op.successors and op is not last and len(self.found) == before:
                self._report(
                    op, "operation with block successors must terminate its parent block", False
                )
            op = op.next_op
        visible.pop(block, None)
        for successor in last.successors:
            if successor.parent is not region:
                self._report(last, "branching to block of a different region")
        lacks_terminator = last.is_registered and not last.has_trait(IsTerminator)
        if needs_terminator and lacks_terminator and len(self.found) == before:
            self._report(last, f"block with no terminator, has '{last.name}'", prefix=False)

    # Operands.

    def _operands(self, op: Operation, block: Block, ssa: bool) -> None:
        for operand in op.op_operands:
            value = operand.value
            if value.__class__ is OpResult:
                definition = value.owner
                defined_in = definition.parent
                if defined_in is block:
                    if not ssa or definition._order < op._order:
                        continue
                else:
                    limit = self._visible.get(defined_in)
                    if limit is not None and definition._order < limit:
                        continue
            else:
                defined_in = value.owner  # type: ignore[attr-defined]  # a BlockArgument, then
                if defined_in is block or defined_in in self._visible:
                    continue
            self._distant_operand(op, operand)

    def _distant_operand(self, op: Operation, operand: OpOperand) -> None:
        """Check an operand that is no earlier definition or argument of an enclosing block."""
        value = operand.value
        region = value.parent_region
        if region is None:
            self._report(op, "operation's operand is unlinked", prefix=False)
            return
        isolated = self._isolated
        if isolated is not None and not isolated.is_ancestor_of(region.parent):
            found = self._report(op, "using value defined outside the region")
            found.note("required by region isolation constraints", isolated)
            return
        if not self._dominance.properly_dominates(value, op):
            message = f"operand #{operand.index} does not dominate this use"
            self._report(op, message, prefix=False).note(*_definition_note(op, value))

    # Symbols.

    def _symbol(self, op: Operation) -> None:
        parent = op.parent_op
        if parent is None or not parent.is_registered or parent.has_trait(SymbolTableTrait):
            return
        if symbol_name(op) is not None:
            self._report(op, "symbol's parent must have the SymbolTable trait")

    def _symbol_table(self, op: Operation) -> None:
        if len(op.regions) != 1:
            self._report(op, "Operations with a 'SymbolTable' must have exactly one region")
            return
        if len(op.regions[0].blocks) != 1:
            self._report(op, "Operations with a 'SymbolTable' must have exactly one block")
            return
        first: dict[str, Operation] = {}
        for symbol in op.regions[0].blocks[0].ops:
            name = symbol_name(symbol)
            if name is None:
                continue
            other = first.setdefault(name, symbol)
            if other is not symbol:
                found = self._report(symbol, f"redefinition of symbol named '{name}'", False)
                found.note("see existing symbol definition here", other)


def _definition_note(op: Operation, value: Value) -> tuple[str, Operation | None]:
    """Return the note on where a value is defined, relative to its user `op`."""
    here, there = op.parent, value.parent_block
    assert here is not None
    assert there is not None
    region, other = here.parent, there.parent
    assert region is not None
    assert other is not None
    if region is other:
        where = "in the same region"
    elif other.is_ancestor_of(region):
        where = "in a parent region"
    elif region.is_ancestor_of(other):
        where = "in a child region"
    else:
        where = "neither in a parent nor in a child region"
    if isinstance(value, BlockArgument):
        number = other.blocks.index(there)
        return f"operand defined as a block argument (block #{number} {where})", there.parent_op
    if here is there:
        where = "in the same block"
    elif where.startswith("neither"):
        where = f"is {where}"
    return f"operand defined here (op {where})", value.defining_op


class ParameterChecker:
    """The verification of types and attributes with all their parts, each once."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Interned, str | None] = {}

    def check_operation(self, op: Operation) -> str | None:
        """Return a message about an operation's wrong result types or attributes, else None."""
        known = self._known
        for result in op.results:
            if result.type not in known or known[result.type] is not None:
                problem = self.check(result.type)
                if problem is not None:
                    return problem
        for attributes in (op.properties, op.attributes):
            for attribute in attributes.values():
                if attribute not in known or known[attribute] is not None:
                    problem = self.check(attribute)
                    if problem is not None:
                        return problem
        return None

    def check(self, symbol: Interned) -> str | None:
        """Return a message about a wrong type or attribute, or a wrong part of it, else None."""
        known = self._known
        if symbol in known:
            return known[symbol]
        known[symbol] = None
        problem = next(filter(None, map(self.check, symbol.parts())), None)
        if problem is None and isinstance(symbol, Attribute | Type):
            problem = symbol.verify() or _builtin_problem(symbol)
        known[symbol] = problem
        return problem


def _builtin_problem(symbol: Attribute | Type) -> str | None:
    if isinstance(symbol, RankedTensorType | BaseMemRefType):
        if any(extent < 0 and extent != DYNAMIC for extent in symbol.extents or ()):
            return f"invalid {'tensor' if isinstance(symbol, RankedTensorType) else 'memref'} size"
    if isinstance(symbol, BaseMemRefType) and not is_memory_space(symbol.memory_space):
        return "unsupported memory space Attribute"
    return None
