"""A small dialect for the tests of the analysis, with one operation for each kind of buffer use.

All tensors are of one type. Operations are made by functions, and appended to a block.
"""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.define import ReturnLike
from bufferize.interfaces import (
    BranchOpInterface,
    CallOpInterface,
    CastOpInterface,
    DeferredExecutionInterface,
    DestinationStyleOpInterface,
    FunctionOpInterface,
    HyperrectangularSlice,
    LinearExpr,
    LoopBounds,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    ValueBoundsOpInterface,
    WholeInsertionOpInterface,
)
from bufferize.ir import (
    F32,
    INDEX,
    Block,
    BlockArgument,
    FunctionType,
    GraphRegion,
    IntegerAttr,
    IsolatedFromAbove,
    IsTerminator,
    NoTerminator,
    Operation,
    OpOperand,
    OpResult,
    RankedTensorType,
    Region,
    StringAttr,
    SymbolRefAttr,
    SymbolTableTrait,
    SymbolTrait,
    Type,
    TypeAttr,
    Value,
    i64_attr,
)

TENSOR = RankedTensorType((8,), F32)
FLAT = RankedTensorType((4, 2), F32)

FORCED = "forced"
"""Marks an operation whose operands must be used in place."""


class ModuleOp(Operation):
    name = "toy.module"
    traits = (SymbolTableTrait(), GraphRegion(), NoTerminator())


class FuncOp(FunctionOpInterface):
    name = "toy.func"
    traits = (SymbolTrait(), IsolatedFromAbove())


class ReturnOp(Operation):
    name = "toy.return"
    traits = (IsTerminator(), ReturnLike())


class CallOp(CallOpInterface):
    name = "toy.call"

    @property
    def callee(self) -> SymbolRefAttr:
        attr = self.get_attr("callee")
        assert isinstance(attr, SymbolRefAttr)
        return attr


class NewOp(Operation):
    name = "toy.new"


class ConstOp(Operation):
    name = "toy.const"


class ReadOp(Operation):
    name = "toy.read"


class _LastIsInit(DestinationStyleOpInterface):
    name = "toy.abstract"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands[-1:]


class UpdateOp(_LastIsInit):
    name = "toy.update"


class FillOp(_LastIsInit):
    name = "toy.fill"


class ZipOp(_LastIsInit):
    name = "toy.zip"


class CastOp(CastOpInterface):
    name = "toy.cast"


class ReshapeOp(Operation):
    """The same buffer as another type."""

    name = "toy.reshape"


class SelectOp(Operation):
    name = "toy.select"


class PairOp(DestinationStyleOpInterface):
    """Updates two tensors."""

    name = "toy.pair"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands


class SplitOp(Operation):
    """Writes to its operand, and gives two views of it."""

    name = "toy.split"


class TrustOp(_LastIsInit):
    """Reads one tensor and updates another one, and knows what that does not disturb."""

    name = "toy.trust"


PARTS = ((0, 2, 1), (2, 2, 1), (1, 2, 1), (0, 2, 2), (1, 2, 2), (0, 1, 1), (3, 1, 1), (3, 2, -3))
"""The parts of a tensor that have numbers: first quarter, count and step. The first are its halves."""


class _At:
    """The part of a tensor that the attribute `at` names."""

    __slots__ = ()

    def accessed_slice(self) -> HyperrectangularSlice:
        assert isinstance(self, Operation)
        at = self.get_attr("at")
        assert isinstance(at, IntegerAttr)
        offset, size, stride = PARTS[at.value]
        return HyperrectangularSlice((offset,), (size,), (stride,))


WINDOWS = ((1, 1), (2, 1), (2, 2))
"""Count and step of the quarters of a tensor that a window shows."""


class _Window:
    """The part of a tensor from the quarter whose number is the last operand.

    The attribute `at` says which of `WINDOWS` it is.
    """

    __slots__ = ()

    def accessed_slice(self) -> HyperrectangularSlice:
        assert isinstance(self, Operation)
        at = self.get_attr("at")
        assert isinstance(at, IntegerAttr)
        size, stride = WINDOWS[at.value]
        return HyperrectangularSlice((self.operands[-1],), (size,), (stride,))


class ViewOp(_At, SubsetExtractionOpInterface):
    name = "toy.view"


class PutOp(_At, _LastIsInit, SubsetInsertionOpInterface):
    name = "toy.put"


class WindowOp(_Window, SubsetExtractionOpInterface):
    name = "toy.window"


class PutWindowOp(_Window, DestinationStyleOpInterface, SubsetInsertionOpInterface):
    name = "toy.put_window"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands[1:2]


class IndexOp(Operation):
    """Any number."""

    name = "toy.index"


class PlusOp(ValueBoundsOpInterface):
    """Its operand plus the number `by`."""

    name = "toy.plus"

    @property
    def by(self) -> int:
        by = self.get_attr("by")
        assert isinstance(by, IntegerAttr)
        return by.value

    def linear_value(self, result: OpResult) -> LinearExpr:
        return LinearExpr.of(self.operands[0]) + LinearExpr(self.by)


class ReplaceOp(_LastIsInit, WholeInsertionOpInterface):
    """Overwrites all of a tensor with another one."""

    name = "toy.replace"


class SharedPutOp(_At, SubsetInsertionOpInterface):
    """Puts its first tensor into a part of the second one, which parallel iterations share."""

    name = "toy.shared_put"

    @property
    def destination_operand(self) -> OpOperand:
        return self.op_operands[1]


class ForceOp(Operation):
    """Writes to its operand, in place whatever happens."""

    name = "toy.force"


class YieldOp(RegionBranchTerminatorOpInterface):
    name = "toy.yield"
    traits = (IsTerminator(),)


class LoopOp(RegionBranchOpInterface):
    """Carries one tensor through its region, any number of times."""

    name = "toy.loop"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        return [RegionSuccessor(self.regions[0]), RegionSuccessor(None, self.results)]


class CountOp(LoopOp, LoopLikeOpInterface):
    """A loop that counts, from one number to below another one."""

    name = "toy.count"

    @property
    def loop_induction_variables(self) -> list[BlockArgument]:
        return self.regions[0].entry.arguments[:1]

    @property
    def counted(self) -> range:
        """The numbers that it counts."""
        first, end = (self.get_attr(name) for name in ("first", "end"))
        assert isinstance(first, IntegerAttr)
        assert isinstance(end, IntegerAttr)
        return range(first.value, end.value)

    @property
    def loop_bounds(self) -> list[LoopBounds]:
        return [(self.counted.start, self.counted.stop, 1)]


class CarriesAllOperands(LoopLikeOpInterface):
    """Base of the loops whose first region gets all operands."""

    @property
    def init_operands(self) -> list[OpOperand]:
        return list(self.op_operands)

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return list(self.regions[0].entry.arguments)


class CarryOp(LoopOp, CarriesAllOperands):
    """Carries several tensors through its region, any number of times."""

    name = "toy.carry"

    @property
    def yielded_operands(self) -> list[OpOperand]:
        return list(self.regions[0].entry.terminator.op_operands)

    @property
    def loop_results(self) -> list[OpResult]:
        return list(self.results)


class IfOp(RegionBranchOpInterface):
    """Runs one of its two regions, and gives the tensor that it yields."""

    name = "toy.if"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(region) for region in self.regions]
        return [RegionSuccessor(None, self.results)]


class ParallelOp(RegionBranchOpInterface):
    """Runs its region many times at once, on one shared tensor."""

    name = "toy.parallel"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        return [RegionSuccessor(self.regions[0]), RegionSuccessor(None, self.results)]


class TaskOp(DeferredExecutionInterface):
    """Runs its region once, at any time until a `toy.wait` or the end of a `toy.group` around it."""

    name = "toy.task"

    def completed_by(self) -> Operation | None:
        op: Operation = self
        while True:
            following = op.next_op
            while following is not None:
                if isinstance(following, WaitOp):
                    return following
                following = following.next_op
            parent = op.parent_op
            if parent is None or isinstance(parent, FuncOp | TaskOp):
                return None
            if isinstance(parent, GroupOp):
                return parent
            op = parent


class WaitOp(Operation):
    """Waits for all tasks that there are."""

    name = "toy.wait"


class GroupOp(RegionBranchOpInterface):
    """Runs its region once, and waits for all tasks that there are."""

    name = "toy.group"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        return [RegionSuccessor(self.regions[0] if point is None else None)]


class WhileOp(RegionBranchOpInterface):
    """Carries one tensor through two regions in turn, and leaves after the first one."""

    name = "toy.while"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        before, after = self.regions
        if point is not before:
            return [RegionSuccessor(before)]
        return [RegionSuccessor(after), RegionSuccessor(None, self.results)]


class TurnsOp(RegionBranchOpInterface, CarriesAllOperands):
    """Carries several tensors through two regions in turn, and leaves after the first one."""

    name = "toy.turns"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        before, after = self.regions
        if point is not before:
            return [RegionSuccessor(before)]
        return [RegionSuccessor(after), RegionSuccessor(None, self.results)]

    @property
    def forwarded_operands(self) -> list[tuple[OpOperand, OpOperand, Sequence[Value]]]:
        before, after = (region.entry for region in self.regions)
        carried: list[tuple[OpOperand, OpOperand, Sequence[Value]]] = []
        for i, init in enumerate(self.op_operands):
            received = after.arguments[i], self.results[i]
            carried.append((init, before.terminator.op_operands[i], received))
            carried.append((init, after.terminator.op_operands[i], (before.arguments[i],)))
        return carried


class ScopeOp(RegionBranchOpInterface):
    """Runs its region once, which may have several blocks."""

    name = "toy.scope"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(self.regions[0])]
        return [RegionSuccessor(None, self.results)]


class GraphOp(Operation):
    """Runs the operations of its region in any order."""

    name = "toy.graph"
    traits = (GraphRegion(),)


class BranchOp(BranchOpInterface):
    """Passes its one tensor to each of its successors."""

    name = "toy.br"
    traits = (IsTerminator(),)

    def successor_operands(self, index: int) -> list[OpOperand]:
        return self.op_operands


# Building


def add(block: Block, op: Operation) -> Operation:
    """Append `op` to `block`."""
    block.append(op)
    return op


def make(
    block: Block, cls: type[Operation], *operands: Value, at: int | None = None, results: int = 1
) -> Operation:
    """Append an operation with tensor results, of the types of its inits if it has some."""
    attributes = {} if at is None else {"at": i64_attr(at)}
    types: list[Type] = [TENSOR] * results
    if issubclass(cls, _LastIsInit | PutWindowOp):
        types = [operands[1 if cls is PutWindowOp else -1].type]
    elif cls is PairOp:
        types = [operand.type for operand in operands]
    return add(block, cls.create(operands, types, attributes=attributes))


def loop(block: Block, init: Value, cls: type[Operation] = LoopOp) -> Operation:
    """Append a loop (or a parallel loop) whose body is still empty."""
    return add(block, cls.create([init], [TENSOR], regions=[Region([Block([TENSOR])])]))


def counted_loop(block: Block, init: Value, first: int, end: int) -> Operation:
    """Append a loop that counts, whose body is still empty."""
    attributes = {"first": i64_attr(first), "end": i64_attr(end)}
    body = Region([Block([INDEX, TENSOR])])
    return add(block, CountOp.create([init], [TENSOR], attributes=attributes, regions=[body]))


def carrying_loop(block: Block, *inits: Value) -> Operation:
    """Append a loop that carries several tensors, whose body is still empty."""
    types = [TENSOR] * len(inits)
    return add(block, CarryOp.create(inits, types, regions=[Region([Block(types)])]))


def while_loop(block: Block, init: Value) -> Operation:
    """Append a loop with two regions that are still empty."""
    regions = [Region([Block([TENSOR])]), Region([Block([TENSOR])])]
    return add(block, WhileOp.create([init], [TENSOR], regions=regions))


def turns(block: Block, *inits: Value) -> Operation:
    """Append a loop that carries several tensors through two regions, which are still empty."""
    types = [TENSOR] * len(inits)
    regions = [Region([Block(types)]), Region([Block(types)])]
    return add(block, TurnsOp.create(inits, types, regions=regions))


def scope(block: Block, cls: type[Operation] = ScopeOp) -> Operation:
    """Append an operation that runs its region, which is still empty, once."""
    return add(block, cls.create([], [TENSOR], regions=[Region([Block()])]))


def task(block: Block, cls: type[Operation] = TaskOp) -> Operation:
    """Append a task, or a group of tasks, whose region is still empty."""
    return add(block, cls.create(regions=[Region([Block()])]))


def branch_on(block: Block) -> Operation:
    """Append an `if` with two regions that are still empty."""
    regions = [Region([Block()]), Region([Block()])]
    return add(block, IfOp.create([], [TENSOR], regions=regions))


def finish(block: Block, *operands: Value, cls: type[Operation] = YieldOp) -> Operation:
    """End `block` with a terminator."""
    return add(block, cls.create(operands))


def function(
    module: Operation, name: str, arguments: int, results: int = 1, external: bool = False
) -> FuncOp:
    """Add a function; unless it is external, its entry block is still empty."""
    body = Region() if external else Region([Block([TENSOR] * arguments)])
    signature = FunctionType((TENSOR,) * arguments, (TENSOR,) * results)
    properties = {"sym_name": StringAttr(name), "function_type": TypeAttr(signature)}
    op = FuncOp.create(properties=properties, regions=[body])
    module.regions[0].entry.append(op)
    return op


def call(block: Block, name: str, operands: Sequence[Value], results: int = 1) -> Operation:
    """Append a call of the function `name`."""
    properties = {"callee": SymbolRefAttr(name)}
    return add(block, CallOp.create(operands, [TENSOR] * results, properties=properties))


def module() -> ModuleOp:
    """An empty module."""
    return ModuleOp.create(regions=[Region([Block()])])
