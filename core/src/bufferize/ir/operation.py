"""Operations, and the traits that the IR itself needs."""

from __future__ import annotations

__all__ = [
    "GraphRegion", "IsTerminator", "IsolatedFromAbove", "NoTerminator", "Operation",
    "SingleBlock", "SymbolTableTrait", "SymbolTrait", "Trait", "UnregisteredOp",
]  # fmt: skip

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from bufferize.diagnostics import Diagnostic, VerifyError, error
from bufferize.ir.attributes import StringAttr
from bufferize.ir.interning import Attribute, Type
from bufferize.ir.location import UNKNOWN_LOC, Location
from bufferize.ir.value import Node, OpOperand, OpResult, Value

if TYPE_CHECKING:
    from typing_extensions import Self

    from bufferize.ir.block import Block, Region
    from bufferize.ir.builder import Rewriter
    from bufferize.ir.symbols import SymbolTables


class Trait:
    """A property of all operations of a class; instances may carry parameters.

    `Operation.traits` lists them; `Operation.get_trait` finds one by its class or a base of it.
    """

    __slots__ = ()

    def verify(self, op: Operation) -> None:
        """Raise VerifyError (`raise op.error(…)`) when `op` breaks the trait's rule."""

    def verify_regions(self, op: Operation) -> None:
        """Check the trait's rules about `op`'s regions, whose operations are verified by then."""


class IsTerminator(Trait):
    """Trait: the operation ends its block."""

    def verify(self, op: Operation) -> None:
        if op.parent is None or op.parent.last_op is not op:
            raise op.error("must be the last operation in the parent block")


class NoTerminator(Trait):
    """Trait: the operation's blocks need no terminator."""


class IsolatedFromAbove(Trait):
    """Trait: the operation's regions use no values from outside."""


class GraphRegion(Trait):
    """Trait: values may be used before their definition within the operation's regions."""


class SymbolTableTrait(Trait):
    """Trait: the operation's region holds symbols."""


class SymbolTrait(Trait):
    """Trait: the operation is a symbol, named by its property `sym_name` in the table around it."""


class SingleBlock(Trait):
    """Trait: each region has one block, which may be empty only without a terminator."""

    def verify(self, op: Operation) -> None:
        for i, region in enumerate(op.regions):
            if not region.blocks:
                continue
            if len(region.blocks) > 1:
                raise op.error(f"expects region #{i} to have 0 or 1 blocks")
            if region.blocks[0].last_op is None and not op.has_trait(NoTerminator):
                raise op.error("expects a non-empty block")


TraitT = TypeVar("TraitT", bound=Trait)


class _OperationClass(type):
    """The class of op classes, which gives each of them `__slots__ = ()`.

    An op then has no `__dict__`: it takes less memory, and setting a misspelled field fails.
    """

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any
    ) -> _OperationClass:
        namespace.setdefault("__slots__", ())
        return super().__new__(cls, name, bases, namespace, **kwargs)


class Operation(Node, metaclass=_OperationClass):
    """An operation: operands, results, attributes, regions and successors.

    Each registered op is a subclass, declared with `bufferize.define`; an op of an unknown dialect
    is an `UnregisteredOp`. Both have the same parts, so that a pass need not know an op to move or
    copy it. `properties` holds the inherent attributes, which the op class declares; `attributes` holds
    the discardable ones, which any pass may add or drop. They are two dictionaries, as in MLIR's
    generic form, since an op class may not know a name that somebody else added.
    """

    __slots__ = (
        "_order", "attributes", "location", "next_op", "op_operands", "parent", "prev_op",
        "properties", "regions", "results", "successors",
    )  # fmt: skip

    name: ClassVar[str]
    traits: ClassVar[tuple[Trait, ...]] = ()
    default_dialect: ClassVar[str | None] = None
    """The dialect whose ops are written without prefix in this op's regions."""

    _trait_table: ClassVar[dict[type[Trait], Trait]] = {}

    op_operands: list[OpOperand]
    results: tuple[OpResult, ...]
    attributes: dict[str, Attribute]
    properties: dict[str, Attribute]
    regions: list[Region]
    successors: list[Block]
    location: Location
    parent: Block | None
    prev_op: Operation | None
    next_op: Operation | None
    _order: int

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        table: dict[type[Trait], Trait] = {}
        if not isinstance(cls.traits, tuple):
            raise TypeError(f"{cls.__name__}.traits must be a tuple: ({cls.traits!r},)")
        for trait in cls.traits:
            if not isinstance(trait, Trait):
                is_class = isinstance(trait, type) and issubclass(trait, Trait)
                problem = f"{trait!r}, which is no trait"
                if is_class:
                    problem = f"the class {trait.__name__}: write {trait.__name__}()"
                raise TypeError(f"{cls.__name__}.traits has {problem}")
            for base in type(trait).__mro__:
                if issubclass(base, Trait) and base is not Trait:
                    table.setdefault(base, trait)
        cls._trait_table = table

    @classmethod
    def create(
        cls,
        operands: Iterable[Value] = (),
        result_types: Iterable[Type] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        successors: Iterable[Block] = (),
        regions: Iterable[Region] = (),
        location: Location = UNKNOWN_LOC,
    ) -> Self:
        """Return a detached operation of this class, which owns the regions."""
        op = cls.__new__(cls)
        op._initialize(
            operands, result_types, properties, attributes, successors, regions, location
        )
        return op

    def _initialize(
        self,
        operands: Iterable[Value],
        result_types: Iterable[Type],
        properties: Mapping[str, Attribute] | None,
        attributes: Mapping[str, Attribute] | None,
        successors: Iterable[Block],
        regions: Iterable[Region],
        location: Location,
    ) -> None:
        self.op_operands = [OpOperand(self, i, value) for i, value in enumerate(operands)]
        self.results = tuple([OpResult(self, i, t) for i, t in enumerate(result_types)])
        self.properties = dict(properties) if properties else {}
        self.attributes = dict(attributes) if attributes else {}
        self.successors = list(successors)
        self.regions = list(regions)
        if self.successors:
            for block in self.successors:
                block._add_use(self)
        if self.regions:
            for region in self.regions:
                if region.parent is not None:
                    raise ValueError("the region belongs to an operation already")
                region.parent = self
        self.location = location
        self.parent = self.prev_op = self.next_op = None
        self._order = 0

    # Operands and results

    @property
    def operands(self) -> tuple[Value, ...]:
        """The values of the operands."""
        return tuple([operand.value for operand in self.op_operands])

    def operand(self, index: int) -> Value:
        """Return the value of operand `index`."""
        return self.op_operands[index].value

    def set_operand(self, index: int, value: Value) -> None:
        """Set operand `index` to `value`."""
        self.op_operands[index].set(value)

    def set_operands(self, values: Iterable[Value]) -> None:
        """Replace all operands. The caller must update segment sizes."""
        for operand in self.op_operands:
            operand.drop()
        self.op_operands = [OpOperand(self, i, value) for i, value in enumerate(values)]

    def insert_operands(self, index: int, values: Sequence[Value]) -> None:
        """Insert operands before operand `index`. The caller must update segment sizes."""
        self.op_operands[index:index] = [OpOperand(self, 0, value) for value in values]
        self._renumber_operands(index)

    def erase_operand(self, index: int) -> None:
        """Remove operand `index`. The caller must update segment sizes."""
        self.op_operands.pop(index).drop()
        self._renumber_operands(index)

    def _renumber_operands(self, start: int) -> None:
        for i in range(start, len(self.op_operands)):
            self.op_operands[i].index = i

    @property
    def result(self) -> OpResult:
        """The only result. Raises ValueError unless there is exactly one."""
        if len(self.results) != 1:
            raise ValueError(f"{self!r} has {len(self.results)} results, not one")
        return self.results[0]

    @property
    def result_types(self) -> tuple[Type, ...]:
        """The types of the results."""
        return tuple([result.type for result in self.results])

    @property
    def operand_types(self) -> tuple[Type, ...]:
        """The types of the operands."""
        return tuple([operand.value.type for operand in self.op_operands])

    def has_uses(self) -> bool:
        """Return whether any result has a use."""
        for result in self.results:  # noqa: SIM110  # a generator takes three times as long
            if result.first_use is not None:
                return True
        return False

    def replace_all_uses_with(self, values: Sequence[Value]) -> None:
        """Replace all uses of result i by `values[i]`."""
        for result, value in zip(self.results, values, strict=True):
            result.replace_all_uses_with(value)

    def get_attr(self, name: str) -> Attribute | None:
        """Return the inherent or discardable attribute called `name`."""
        found = self.properties.get(name)
        return found if found is not None else self.attributes.get(name)

    # Successors

    def set_successor(self, index: int, block: Block) -> None:
        """Set successor `index` to another block."""
        self.successors[index]._drop_use(self)
        self.successors[index] = block
        block._add_use(self)

    # Traits

    @classmethod
    def get_trait(cls, trait: type[TraitT]) -> TraitT | None:
        """Return the class's trait of this kind."""
        return cls._trait_table.get(trait)  # type: ignore[return-value]  # keyed by its own class

    @classmethod
    def has_trait(cls, trait: type[Trait]) -> bool:
        """Return whether the class has a trait of this kind."""
        return trait in cls._trait_table

    @property
    def is_registered(self) -> bool:
        """Whether the op's dialect declares it."""
        return True

    @property
    def dialect_name(self) -> str:
        """The part of the name before the first dot."""
        return self.name.partition(".")[0]

    # Place

    @property
    def parent_region(self) -> Region | None:
        """The region that holds the operation."""
        return self.parent.parent if self.parent is not None else None

    @property
    def parent_op(self) -> Operation | None:
        """The operation whose region holds this one."""
        block = self.parent
        if block is None or block.parent is None:
            return None
        return block.parent.parent

    @property
    def outermost(self) -> Operation:
        """The operation around this one that is in no other, or itself: most often the module."""
        op = self
        while op.parent_op is not None:
            op = op.parent_op
        return op

    def is_before_in_block(self, other: Operation) -> bool:
        """Return whether this operation comes before `other`, which is in the same block."""
        assert self.parent is other.parent
        return self._order < other._order

    def is_ancestor_of(self, other: Operation | None) -> bool:
        """Return whether `other` is this operation or is nested in it."""
        while other is not None:
            if other is self:
                return True
            other = other.parent_op
        return False

    def is_proper_ancestor_of(self, other: Operation) -> bool:
        """Return whether `other` is nested in this operation."""
        return self.is_ancestor_of(other.parent_op)

    @property
    def path(self) -> str:
        """The path to the operation from the outermost one, e.g. `@f/scf.for#2/tensor.insert#0`.

        An operation without a symbol name has its number in its block, counted from 0.
        """
        steps: list[str] = []
        op: Operation | None = self
        while op is not None:
            block, region, symbol = op.parent, op.parent_region, op.get_attr("sym_name")
            if steps and block is None and symbol is None and op.has_trait(SymbolTableTrait):
                break
            if isinstance(symbol, StringAttr):
                steps.append(f"@{symbol.value}")
            else:
                steps.append(op.name if block is None else f"{op.name}#{[*block.ops].index(op)}")
            if block is not None and region is not None and len(region.blocks) > 1:
                steps.append(f"^bb{region.blocks.index(block)}")
            op = op.parent_op
            if region is not None and op is not None and len(op.regions) > 1:
                steps.append(f"region{region.index}")
        return "/".join(reversed(steps))

    def detach(self) -> None:
        """Take the operation out of its block."""
        if self.parent is not None:
            self.parent._unlink(self)

    def move_before(self, anchor: Operation) -> None:
        """Move the operation before `anchor`."""
        assert anchor.parent is not None
        if anchor is not self:
            self.detach()
            anchor.parent.insert_before(self, anchor)

    def move_after(self, anchor: Operation) -> None:
        """Move the operation after `anchor`."""
        assert anchor.parent is not None
        if anchor is not self:
            self.detach()
            anchor.parent.insert_after(self, anchor)

    def erase(self) -> None:
        """Detach the operation and drop all its references. Raises ValueError while it has uses."""
        if self.has_uses():
            raise ValueError(f"{self!r} still has uses")
        self.detach()
        self.drop_all_references()

    def drop_all_references(self) -> None:
        """Drop all operands and successors of the operation and of those in it."""
        for op in self.walk() if self.regions else (self,):
            for operand in op.op_operands:
                operand.drop()
            op.op_operands = []
            for block in op.successors:
                block._drop_use(op)
            op.successors = []

    # Traversal

    def walk(self) -> Iterator[Operation]:
        """Yield this operation, then all in it, each before the operations in its regions.

        An operation may be erased or changed once the iteration has moved on from it.
        """
        stack: list[Operation] = [self]
        while stack:
            op = stack.pop()
            yield op
            if op.regions:
                for region in reversed(op.regions):
                    for block in reversed(region.blocks):
                        stack.extend(block.ops_reversed)

    def walk_post(self) -> Iterator[Operation]:
        """Yield all operations in this one, then this one; inner operations come first."""
        # None stands for the last of the entered operations, once all below it is done.
        entered: list[Operation] = []
        stack: list[Operation | None] = [self]
        while stack:
            op = stack.pop()
            if op is None:
                yield entered.pop()
            elif not op.regions:
                yield op
            else:
                entered.append(op)
                stack.append(None)
                for region in reversed(op.regions):
                    for block in reversed(region.blocks):
                        stack.extend(block.ops_reversed)

    # What a registered op may override

    def verify_invariants(self) -> list[Diagnostic]:
        """Return the errors of the op against its declaration: counts, constraints, traits."""
        return []

    def verify_op(self) -> None:
        """Check the op's own rules; `raise self.error(…)` for one that is broken."""

    def verify_regions(self) -> None:
        """Check the op's own rules about its regions, whose operations are verified by then."""

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Check the symbols that the op refers to. `tables` is shared by a whole verification."""

    def fold(self) -> Sequence[Value | Attribute] | None:
        """Return a replacement for each result, a value or a constant; None if the op does not fold."""
        return None

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """Bring the op closer to its canonical form. Return whether anything changed."""
        return False

    def result_names(self) -> list[str] | None:
        """Return the names of the results for the printer, e.g. `["c0"]`."""
        return None

    def block_argument_names(self, region: Region) -> list[str] | None:
        """Return the names of the entry block arguments of a region, for the printer."""
        return None

    def error(self, message: str) -> VerifyError:
        """Return an error about this op to raise: `'name' op message`, at its location."""
        return self.plain_error(f"'{self.name}' op {message}")

    def plain_error(self, message: str) -> VerifyError:
        """Return an error about this op to raise, without the op's name before the message."""
        return VerifyError(error(message, self))

    def __str__(self) -> str:
        """Return the operation as MLIR's text, in generic form if its custom form fails."""
        # Printing is a matter of a layer above this one, and is loaded when it is asked for.
        text: str = import_module("bufferize.syntax.printer").text_of(self)
        return text

    def __repr__(self) -> str:
        symbol, position = self.properties.get("sym_name"), self.location.position()
        name = f" @{symbol.value}" if isinstance(symbol, StringAttr) else ""
        return f"<{self.name}{name}{f' at {position}' if position else ''}>"


class UnregisteredOp(Operation):
    """An operation that no loaded dialect declares; it exists in generic form only."""

    __slots__ = ("name",)

    name: str  # type: ignore[misc]  # per instance here, per class everywhere else

    @classmethod
    def named(
        cls,
        name: str,
        operands: Iterable[Value] = (),
        result_types: Iterable[Type] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        successors: Iterable[Block] = (),
        regions: Iterable[Region] = (),
        location: Location = UNKNOWN_LOC,
    ) -> UnregisteredOp:
        """Return a detached operation called `name`."""
        op = cls.create(
            operands, result_types, properties, attributes, successors, regions, location
        )
        op.name = name
        return op

    @property
    def is_registered(self) -> bool:
        return False
