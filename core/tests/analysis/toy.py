"""A small dialect for the tests of the analysis, with one operation for each kind of buffer use.

All tensors are of one type. Operations are made by functions, and appended to a block.
"""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.analysis import (
    AnalysisState,
    CallsFunction,
)
from bufferize.define import ReturnLike
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    AllocatesResult,
    BranchOpInterface,
    BufferizableOpInterface,
    BufferRelation,
    CallOpInterface,
    CastOpInterface,
    DestinationStyle,
    DestinationStyleOpInterface,
    ElementwiseAccess,
    FunctionOpInterface,
    HyperrectangularSlice,
    ReadOnlyOperands,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    UnstructuredControlFlow,
    ViewOf,
    WholeInsertionOpInterface,
)
from bufferize.ir import (
    F32,
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


class FuncOp(Operation, FunctionOpInterface):
    name = "toy.func"
    traits = (SymbolTrait(), IsolatedFromAbove())


class ReturnOp(Operation):
    name = "toy.return"
    traits = (IsTerminator(), ReturnLike())


class CallOp(Operation, CallOpInterface):
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


class _LastIsInit(Operation, DestinationStyleOpInterface):
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


class CastOp(Operation, CastOpInterface):
    name = "toy.cast"


class ReshapeOp(Operation):
    """The same buffer as another type."""

    name = "toy.reshape"


class SelectOp(Operation):
    name = "toy.select"


class PairOp(Operation, DestinationStyleOpInterface):
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


class _At:
    """The part of a tensor that the attribute `at` names."""

    __slots__ = ()

    def accessed_slice(self) -> HyperrectangularSlice:
        assert isinstance(self, Operation)
        at = self.get_attr("at")
        assert isinstance(at, IntegerAttr)
        return HyperrectangularSlice((at.value,), (1,), (1,))


class ViewOp(_At, Operation, SubsetExtractionOpInterface):
    name = "toy.view"


class PutOp(_At, _LastIsInit, SubsetInsertionOpInterface):
    name = "toy.put"


class ReplaceOp(_LastIsInit, WholeInsertionOpInterface):
    """Overwrites all of a tensor with another one."""

    name = "toy.replace"


class SharedPutOp(_At, Operation, SubsetInsertionOpInterface):
    """Puts its first tensor into a part of the second one, which parallel iterations share."""

    name = "toy.shared_put"

    @property
    def destination_operand(self) -> OpOperand:
        return self.op_operands[1]


class ForceOp(Operation):
    """Writes to its operand, in place whatever happens."""

    name = "toy.force"


class YieldOp(Operation, RegionBranchTerminatorOpInterface):
    name = "toy.yield"
    traits = (IsTerminator(),)


class LoopOp(Operation, RegionBranchOpInterface):
    """Carries one tensor through its region, any number of times."""

    name = "toy.loop"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        return [RegionSuccessor(self.regions[0]), RegionSuccessor(None, self.results)]


class IfOp(Operation, RegionBranchOpInterface):
    """Runs one of its two regions, and gives the tensor that it yields."""

    name = "toy.if"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(region) for region in self.regions]
        return [RegionSuccessor(None, self.results)]


class ParallelOp(Operation, RegionBranchOpInterface):
    """Runs its region many times at once, on one shared tensor."""

    name = "toy.parallel"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        return [RegionSuccessor(self.regions[0]), RegionSuccessor(None, self.results)]


class WhileOp(Operation, RegionBranchOpInterface):
    """Carries one tensor through two regions in turn, and leaves after the first one."""

    name = "toy.while"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        before, after = self.regions
        if point is not before:
            return [RegionSuccessor(before)]
        return [RegionSuccessor(after), RegionSuccessor(None, self.results)]


class ScopeOp(Operation, RegionBranchOpInterface):
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


class BranchOp(Operation, BranchOpInterface):
    """Passes its one tensor to each of its successors."""

    name = "toy.br"
    traits = (IsTerminator(),)

    def successor_operands(self, index: int) -> list[OpOperand]:
        return self.op_operands


# Models. None of them rewrites anything.


class _Model(BufferizableOpInterface):
    pass


class FuncModel(UnstructuredControlFlow):
    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        if not isinstance(value, BlockArgument) or not value.owner.is_entry:
            return True
        return op.attributes.get(f"locked{value.index}") is None

    def has_tensor_semantics(self, op: Operation) -> bool:
        return True


class ForcedIfMarked(BufferizableOpInterface):
    """Mix-in: operands must be used in place if the operation is marked."""

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return FORCED in op.attributes


class CallModel(ForcedIfMarked, CallsFunction):
    pass


class NewModel(AllocatesResult):
    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        return False


class ConstModel(AllocatesResult):
    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return False


class FillModel(DestinationStyle):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False


class ZipModel(ElementwiseAccess, DestinationStyle):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0


class CastModel(ForcedIfMarked, ViewOf):
    relation = BufferRelation.EQUIVALENT


class SplitModel(BufferizableOpInterface):
    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(result, BufferRelation.UNKNOWN) for result in op.results]


class TrustModel(DestinationStyle):
    def is_not_conflicting(
        self, op: Operation, read: OpOperand, write: OpOperand, state: AnalysisState
    ) -> bool:
        return write.owner.name == "toy.fill" or read.owner.name == "toy.read"


class SharedPutModel(BufferizableOpInterface):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 1

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []


class SelectModel(ForcedIfMarked):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.results[0], BufferRelation.EQUIVALENT, False)]


class ForceModel(ReadOnlyOperands):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True


class YieldModel(ReadOnlyOperands):
    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        parent = op.parent_op
        if not isinstance(parent, IfOp | ScopeOp | GraphOp):
            return []
        return [AliasingValue(parent.results[operand.index], BufferRelation.EQUIVALENT, False)]


class LoopModel(BufferizableOpInterface):
    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        yielded = op.regions[0].entry.terminator.operands[0]
        same = state.are_equivalent_buffer_values(op.regions[0].entry.arguments[0], yielded)
        relation = BufferRelation.EQUIVALENT if same else BufferRelation.UNKNOWN
        return [AliasingValue(op.results[0], relation, same)]

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True


class WhileModel(BufferizableOpInterface):
    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        same = all(
            state.are_equivalent_buffer_values(
                region.entry.arguments[0], region.entry.terminator.operands[0]
            )
            for region in op.regions
        )
        relation = BufferRelation.EQUIVALENT if same else BufferRelation.UNKNOWN
        return [AliasingValue(op.results[0], relation, same)]

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if not isinstance(value, BlockArgument):
            return super().get_aliasing_op_operands(op, value, state)
        # Each region gets what the other one yields.
        before, after = op.regions
        source = after if value.owner is before.entry else before
        yielded = source.entry.terminator.op_operands[0]
        return [AliasingOpOperand(yielded, BufferRelation.EQUIVALENT, False)]

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True


class ScopeModel(UnstructuredControlFlow):
    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if isinstance(value, BlockArgument):
            return super().get_aliasing_op_operands(op, value, state)
        assert isinstance(value, OpResult)
        yields = [
            block.terminator
            for block in op.regions[0].blocks
            if block.terminator.name == "toy.yield"
        ]
        return [
            AliasingOpOperand(
                terminator.op_operands[value.index], BufferRelation.EQUIVALENT, len(yields) == 1
            )
            for terminator in yields
        ]

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True


class GraphModel(ScopeModel):
    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        return False


class IfModel(BufferizableOpInterface):
    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        assert isinstance(value, OpResult)
        return [
            AliasingOpOperand(
                region.entry.terminator.op_operands[value.index],
                BufferRelation.EQUIVALENT,
                False,
            )
            for region in op.regions
        ]


class ParallelModel(BufferizableOpInterface):
    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.results[0], BufferRelation.EQUIVALENT)]

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True

    def is_parallel_region(self, op: Operation, index: int) -> bool:
        return True


class BranchModel(BufferizableOpInterface):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [
            AliasingValue(block.arguments[operand.index], BufferRelation.EQUIVALENT, False)
            for block in dict.fromkeys(op.successors)
        ]


MODELS: dict[str, BufferizableOpInterface] = {
    "toy.func": FuncModel(),
    "toy.return": ReadOnlyOperands(),
    "toy.call": CallModel(),
    "toy.new": NewModel(),
    "toy.const": ConstModel(),
    "toy.read": ReadOnlyOperands(),
    "toy.update": DestinationStyle(),
    "toy.fill": FillModel(),
    "toy.zip": ZipModel(),
    "toy.cast": CastModel(),
    "toy.reshape": CastModel(),
    "toy.select": SelectModel(),
    "toy.pair": DestinationStyle(),
    "toy.split": SplitModel(),
    "toy.trust": TrustModel(),
    "toy.view": ViewOf(),
    "toy.put": DestinationStyle(),
    "toy.replace": DestinationStyle(),
    "toy.shared_put": SharedPutModel(),
    "toy.force": ForceModel(),
    "toy.yield": YieldModel(),
    "toy.loop": LoopModel(),
    "toy.if": IfModel(),
    "toy.while": WhileModel(),
    "toy.scope": ScopeModel(),
    "toy.graph": GraphModel(),
    "toy.parallel": ParallelModel(),
    "toy.br": BranchModel(),
}


class ToyContext:
    """Where the analysis finds the models."""

    def model(self, op_name: str, /) -> BufferizableOpInterface | None:
        return MODELS.get(op_name)


# Building


def add(block: Block, op: Operation) -> Operation:
    """Append `op` to `block`."""
    block.append(op)
    return op


def make(
    block: Block, cls: type[Operation], *operands: Value, at: int | None = None, results: int = 1
) -> Operation:
    """Append an operation with tensor results."""
    attributes = {} if at is None else {"at": i64_attr(at)}
    return add(block, cls.create(operands, [TENSOR] * results, attributes=attributes))


def loop(block: Block, init: Value, cls: type[Operation] = LoopOp) -> Operation:
    """Append a loop (or a parallel loop) whose body is still empty."""
    return add(block, cls.create([init], [TENSOR], regions=[Region([Block([TENSOR])])]))


def while_loop(block: Block, init: Value) -> Operation:
    """Append a loop with two regions that are still empty."""
    regions = [Region([Block([TENSOR])]), Region([Block([TENSOR])])]
    return add(block, WhileOp.create([init], [TENSOR], regions=regions))


def scope(block: Block, cls: type[Operation] = ScopeOp) -> Operation:
    """Append an operation that runs its region, which is still empty, once."""
    return add(block, cls.create([], [TENSOR], regions=[Region([Block()])]))


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
