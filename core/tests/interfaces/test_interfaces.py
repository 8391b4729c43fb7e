"""Operation interfaces, models with nothing overridden, presets, and the check of models."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bufferize.analysis import AnalysisOptions, AnalysisState
from bufferize.diagnostics import VerifyError
from bufferize.driver import BufferizableOpInterface, Model
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BranchOpInterface,
    BufferRelation,
    CallOpInterface,
    DestinationStyleOpInterface,
    FunctionOpInterface,
    LinearExpr,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RegionSuccessor,
    ValueBoundsOpInterface,
    are_equal_integers,
    has_tensor_values,
    inside_mutually_exclusive_regions,
    linear_form,
    mix,
    unknown_aliasing_op_operands,
    unknown_aliasing_values,
)
from bufferize.ir import (
    DYNAMIC,
    F32,
    INDEX,
    UNIT,
    ArrayAttr,
    Block,
    BlockArgument,
    DictionaryAttr,
    FunctionType,
    MemRefType,
    OpOperand,
    OpResult,
    RankedTensorType,
    Region,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    Type,
    TypeAttr,
    UnrankedTensorType,
    UnregisteredOp,
)
from bufferize.models import (
    AllocatesResult,
    DestinationStyle,
    NoMemoryAccess,
    ReadOnlyOperands,
    RegionTerminator,
    UnstructuredControlFlow,
    ViewOf,
)
from bufferize.plugins.registries import model_problems

TENSOR = RankedTensorType((8,), F32)
BUFFER = MemRefType((8,), F32)


class Models:
    """One model for every operation."""

    def __init__(self, model: Model | None) -> None:
        self._model = model

    def model(self, op_name: str, /) -> Model | None:
        return self._model


def state(model: Model | None = None) -> AnalysisState:
    return AnalysisState(AnalysisOptions(), Models(model))


class IntoOp(DestinationStyleOpInterface):
    """All operands but the first are inits."""

    name = "t.into"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands[1:]


def into(*types: Any) -> IntoOp:
    values = Block(types).arguments
    return IntoOp.create(values, [type for type in types[1:] if type is TENSOR])


def test_destination_style() -> None:
    op = into(TENSOR, BUFFER, TENSOR)
    source, buffer, tensor = op.op_operands
    assert op.dps_inputs == [source]
    assert op.is_dps_init(buffer)
    assert op.is_dps_input(source)
    assert op.tied_result(tensor) is op.results[0]
    assert op.tied_result(buffer) is None
    assert op.tied_result(source) is None
    assert op.tied_operand(op.results[0]) is tensor
    assert not op.has_pure_tensor_semantics
    assert into(TENSOR, TENSOR).has_pure_tensor_semantics
    assert into(BUFFER, BUFFER).has_pure_buffer_semantics


class FlowOp(RegionBranchOpInterface):
    """Region 0 may go to region 1, which may go back; region 2 stands alone."""

    name = "t.flow"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(self.regions[0]), RegionSuccessor(self.regions[2])]
        table: dict[int, list[int | None]] = {0: [1, None], 1: [0], 2: [None]}
        following = table[point.index]
        return [RegionSuccessor(None if i is None else self.regions[i]) for i in following]


def test_regions() -> None:
    op = FlowOp.create(regions=[Region([Block()]) for _ in range(3)])
    inner = [UnregisteredOp.named("t.op") for _ in range(3)]
    for region, nested in zip(op.regions, inner, strict=True):
        region.entry.append(nested)
    assert [op.is_repetitive_region(i) for i in range(3)] == [True, True, False]
    assert op.has_loop()
    assert not inside_mutually_exclusive_regions(inner[0], inner[1])
    assert inside_mutually_exclusive_regions(inner[0], inner[2])
    assert not inside_mutually_exclusive_regions(inner[0], inner[0])
    assert not inside_mutually_exclusive_regions(op, inner[0])
    assert RegionSuccessor(None).is_parent


class WrapOp(RegionBranchOpInterface):
    """Passes its operand to its region, as one of another element type."""

    name = "t.wrap"

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return self.op_operands

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        return [RegionSuccessor(self.regions[0], tuple(self.regions[0].entry.arguments))]


class CarelessWrapOp(WrapOp):
    name = "t.careless_wrap"

    def are_types_compatible(self, passed: Type, received: Type) -> bool:
        return isinstance(passed, TensorType) and isinstance(received, TensorType)


UNRANKED = UnrankedTensorType(F32)


@pytest.mark.parametrize(
    ("cls", "received", "is_wrong"),
    [
        (WrapOp, TENSOR, False),
        (WrapOp, UNRANKED, True),
        (CarelessWrapOp, UNRANKED, False),
        (CarelessWrapOp, BUFFER, True),
    ],
)
def test_types_along_edges(cls: type[WrapOp], received: Type, is_wrong: bool) -> None:
    (value,) = Block([TENSOR]).arguments
    op = cls.create([value], regions=[Region([Block([received])])])
    if not is_wrong:
        op.verify_edges()
        return
    with pytest.raises(VerifyError, match="should match successor input type #0"):
        op.verify_edges()


class BrOp(BranchOpInterface):
    name = "t.br"

    def successor_operands(self, index: int) -> list[OpOperand]:
        return self.op_operands[index : index + 1]


def test_branches() -> None:
    first, second = Block([TENSOR]), Block([TENSOR])
    start = Block([TENSOR, TENSOR])
    Region([start, first, second])
    op = BrOp.create(start.arguments, successors=[first, second])
    start.append(op)
    assert op.successor_block_argument(op.op_operands[1]) is second.arguments[0]
    assert op.operands_for_argument(first.arguments[0]) == [op.op_operands[0]]
    model = UnstructuredControlFlow[Any]()
    assert model.get_aliasing_op_operands(op, second.arguments[0], state()) == [
        AliasingOpOperand(op.op_operands[1], BufferRelation.EQUIVALENT, False)
    ]


class LoopOp(LoopLikeOpInterface):
    name = "t.loop"

    @property
    def init_operands(self) -> list[OpOperand]:
        return self.op_operands

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return self.regions[0].entry.arguments

    @property
    def yielded_operands(self) -> list[OpOperand]:
        return self.regions[0].entry.terminator.op_operands

    @property
    def loop_results(self) -> list[OpResult]:
        return list(self.results)


def test_loop_values_run_in_parallel() -> None:
    outside = Block([TENSOR, TENSOR]).arguments
    body = Block([TENSOR, TENSOR])
    op = LoopOp.create(outside, [TENSOR, TENSOR], regions=[Region([body])])
    body.append(UnregisteredOp.named("t.yield", body.arguments))
    init = op.op_operands[1]
    assert op.tied_region_iter_arg(init) is body.arguments[1]
    assert op.tied_loop_result(init) is op.results[1]
    assert op.tied_init(op.results[1]) is init
    assert op.tied_init(body.arguments[1]) is init
    assert op.tied_yielded_operand(body.arguments[0]) is op.yielded_operands[0]
    assert op.is_defined_outside_of_loop(outside[0])
    assert not op.is_defined_outside_of_loop(body.arguments[0])


class SharedOp(LoopOp):
    """It carries values that no terminator yields."""

    name = "t.shared"
    yielded_operands: list[OpOperand] = []


def test_values_of_a_loop_that_yields_nothing() -> None:
    body = Block([TENSOR])
    op = SharedOp.create(Block([TENSOR]).arguments, [TENSOR], regions=[Region([body])])
    assert op.tied_init(body.arguments[0]) is op.op_operands[0]
    assert op.tied_yielded_operand(body.arguments[0]) is None


class FuncOp(FunctionOpInterface):
    name = "t.func"


def test_functions() -> None:
    signature = FunctionType((TENSOR, F32), (TENSOR,))
    properties = {"sym_name": StringAttr("f"), "function_type": TypeAttr(signature)}
    op = FuncOp.create(properties=properties, regions=[Region()])
    assert op.is_external
    assert op.body_arguments == ()
    assert op.symbol_name == "f"
    op.set_arg_attr(1, "d.a", StringAttr("x"))
    assert op.get_arg_attr(1, "d.a") == StringAttr("x")
    assert op.get_arg_attr(0, "d.a") is None
    op.set_arg_attr(1, "d.a", None)
    assert "arg_attrs" not in op.properties
    op.set_signature(FunctionType((), ()))
    assert op.signature.inputs == ()


def test_arguments_and_results_of_functions_change() -> None:
    signature = FunctionType((TENSOR,), (F32, TENSOR, F32))
    properties = {"sym_name": StringAttr("f"), "function_type": TypeAttr(signature)}
    body = Block([TENSOR])
    op = FuncOp.create(properties=properties, regions=[Region([body])])
    assert op.is_public
    op.properties["sym_visibility"] = StringAttr("private")
    assert not op.is_public
    op.set_arg_attr(0, "d.a", StringAttr("a"))
    entries = [{"d.r": StringAttr("dropped")}, {}, {"d.r": StringAttr("kept")}]
    op.properties["res_attrs"] = ArrayAttr(tuple(map(DictionaryAttr.of, entries)))
    (added,) = op.append_arguments([F32], [{"d.a": StringAttr("b")}])
    assert body.arguments[1] is added
    op.erase_results({0, 1})
    assert op.signature == FunctionType((TENSOR, F32), (F32,))
    assert op.get_arg_attr(0, "d.a") == StringAttr("a")
    assert op.get_arg_attr(1, "d.a") == StringAttr("b")
    assert op.get_result_attrs(0) == {"d.r": StringAttr("kept")}
    external = FuncOp.create(properties=properties, regions=[Region()])
    assert external.append_arguments([F32], [{}]) == []
    assert external.signature.inputs == (TENSOR, F32)


class CallOp(CallOpInterface):
    name = "t.call"
    callee = SymbolRefAttr("f")


def test_calls_are_rebuilt() -> None:
    tensor, number = Block([TENSOR, F32]).arguments
    marks = [DictionaryAttr.of({f"d.{i}": UNIT}) for i in range(2)]
    op = CallOp.create(
        [tensor],
        [TENSOR, F32],
        properties={"arg_attrs": ArrayAttr((marks[0],)), "res_attrs": ArrayAttr(tuple(marks))},
        attributes={"x": UNIT},
    )
    assert op.can_be_rebuilt
    new = op.rebuild([tensor, number], [1])
    assert isinstance(new, CallOp)
    assert new.operands == (tensor, number)
    assert new.result_types == (F32,)
    assert new.properties["arg_attrs"] == ArrayAttr((marks[0], DictionaryAttr(())))
    assert new.properties["res_attrs"] == ArrayAttr((marks[1],))
    assert new.attributes == {"x": UNIT}
    op.properties["operandSegmentSizes"] = UNIT
    assert not op.can_be_rebuilt


class SumOp(ValueBoundsOpInterface):
    name = "t.sum"

    def linear_value(self, result: OpResult) -> LinearExpr:
        a, b = self.operands
        return LinearExpr.of(a) + LinearExpr.of(b).scaled(2) + LinearExpr(1)


def test_equal_integers() -> None:
    x, y = Block([INDEX, INDEX]).arguments
    a = SumOp.create([x, y], [INDEX]).result
    b = SumOp.create([x, y], [INDEX]).result
    assert are_equal_integers(a, b)
    assert are_equal_integers(3, 3)
    assert not are_equal_integers(a, x)
    assert not are_equal_integers(3, 4)
    assert linear_form(a).terms == {x: 1, y: 2}
    assert LinearExpr.of(x).scaled(0) == LinearExpr()
    assert mix([1, DYNAMIC, 2], [x]) == [1, x, 2]


def test_unknown_operation_aliases_everything() -> None:
    body = Block([TENSOR, F32])
    operands = Block([TENSOR, F32]).arguments
    op = UnregisteredOp.named("t.op", operands, [TENSOR, F32], regions=[Region([body])])
    assert unknown_aliasing_values(op.op_operands[0]) == [
        AliasingValue(op.results[0], BufferRelation.UNKNOWN, False),
        AliasingValue(body.arguments[0], BufferRelation.UNKNOWN, False),
    ]
    expected = [AliasingOpOperand(op.op_operands[0], BufferRelation.UNKNOWN, False)]
    assert unknown_aliasing_op_operands(op.results[0]) == expected
    assert unknown_aliasing_op_operands(body.arguments[0]) == expected
    later = op.regions[0].append(Block([TENSOR]))
    assert unknown_aliasing_op_operands(later.arguments[0]) == []
    assert has_tensor_values(op)
    assert not has_tensor_values(UnregisteredOp.named("t.op", [], [F32]))


def test_defaults_are_the_worst_case() -> None:
    model: Model = BufferizableOpInterface()
    query = state(model)
    body = Block([TENSOR])
    unranked = Block([UnrankedTensorType(F32)]).arguments[0]
    op = UnregisteredOp.named(
        "t.op", [Block([TENSOR]).arguments[0], unranked], [TENSOR], regions=[Region([body])]
    )
    operand = op.op_operands[0]
    result = op.results[0]
    assert model.bufferizes_to_memory_read(op, operand, query)
    assert model.bufferizes_to_memory_write(op, operand, query)
    assert model.result_bufferizes_to_memory_write(op, result, query)
    assert not model.bufferizes_to_allocation(op, result)
    assert not model.bufferizes_to_element_wise_access(op, query, [operand])
    assert not model.must_bufferize_in_place(op, operand, query)
    assert model.must_bufferize_in_place(op, op.op_operands[1], query)
    assert {alias.operand for alias in model.get_aliasing_op_operands(op, result, query)} == set(
        op.op_operands
    )
    assert model.is_writable(op, result, query)
    assert not model.is_writable(op, body.arguments[0], query)
    assert not model.is_not_conflicting(op, operand, operand, query)
    assert not model.is_repetitive_region(op, 0)
    assert not model.is_parallel_region(op, 0)
    assert model.has_tensor_semantics(op)
    model.verify_analysis(op, query)


class Elementwise(DestinationStyle[IntoOp]):
    is_elementwise = True


def test_presets() -> None:
    op = into(TENSOR, TENSOR)
    source, init = op.op_operands
    query = state()
    style = DestinationStyle[IntoOp]()
    assert style.bufferizes_to_memory_read(op, init, query)
    assert not style.bufferizes_to_memory_write(op, source, query)
    assert style.bufferizes_to_memory_write(op, init, query)
    assert style.get_aliasing_values(op, source, query) == []
    assert style.get_aliasing_values(op, init, query) == [
        AliasingValue(op.results[0], BufferRelation.EQUIVALENT)
    ]
    view = ViewOf[IntoOp]()
    assert not view.bufferizes_to_memory_read(op, source, query)
    assert view.bufferizes_to_memory_read(op, init, query)
    assert not view.bufferizes_to_memory_write(op, source, query)
    assert view.get_aliasing_values(op, source, query) == [AliasingValue(op.results[0])]
    assert view.get_aliasing_values(op, init, query) == []
    reader = ReadOnlyOperands[IntoOp]()
    assert reader.bufferizes_to_memory_read(op, source, query)
    assert not reader.bufferizes_to_memory_write(op, source, query)
    assert reader.get_aliasing_values(op, source, query) == []
    assert not reader.must_bufferize_in_place(op, source, query)
    terminator = RegionTerminator[IntoOp]()
    assert terminator.bufferizes_to_memory_read(op, source, query)
    assert not terminator.bufferizes_to_memory_write(op, source, query)
    assert terminator.must_bufferize_in_place(op, source, query)
    other = NoMemoryAccess[IntoOp]()
    assert not other.bufferizes_to_memory_read(op, source, query)
    assert not other.bufferizes_to_memory_write(op, source, query)
    assert other.get_aliasing_values(op, source, query) == []
    assert AllocatesResult[IntoOp]().bufferizes_to_allocation(op, op.results[0])
    assert not style.bufferizes_to_element_wise_access(op, query, [source, init])
    assert Elementwise().bufferizes_to_element_wise_access(op, query, [source, init])
    assert UnstructuredControlFlow.supports_unstructured_control_flow


class Overwrites(DestinationStyle[IntoOp]):
    reads_inits = False


def test_inits_that_are_not_read() -> None:
    op = into(TENSOR, TENSOR)
    source, init = op.op_operands
    assert Overwrites().bufferizes_to_memory_read(op, source, state())
    assert not Overwrites().bufferizes_to_memory_read(op, init, state())
    assert Overwrites().bufferizes_to_memory_write(op, init, state())


class Good(ReadOnlyOperands[Any]):
    def bufferize(self, op: Any, rewriter: Any) -> None:
        raise NotImplementedError


class Misspelt(Good):
    def is_writeable(self, op: Any, value: Any, state: Any) -> bool:
        return False


class WrongParameters(Good):
    def is_writable(self, value: Any, state: Any) -> bool:  # type: ignore[override]
        return False


class Into(DestinationStyle[Any]):
    def bufferize(self, op: Any, rewriter: Any) -> None:
        raise NotImplementedError


class WithoutInverse(DestinationStyle[Any]):
    def get_aliasing_values(self, op: Any, operand: OpOperand, state: Any) -> list[AliasingValue]:
        return []


def test_good_models_pass() -> None:
    assert not model_problems(Good(), "t.op")
    assert not model_problems(Into(), "t.into", IntoOp)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (Good, "is the class Good; register an instance"),
        (object(), "is not a BufferizableOpInterface"),
        (BufferizableOpInterface(), r"does not override bufferize\(\)"),
        (AllocatesResult(), r"does not override fill\(\), nor bufferize\(\)"),
        (Misspelt(), r"is_writeable\(\) is not in the interface; is is_writable\(\) meant"),
        (WrongParameters(), r"is_writable\(\) must take the parameters \(self, op, value, state\)"),
        (
            WithoutInverse(),
            r"overrides get_aliasing_values\(\), but not its inverse: write one",
        ),
        (Into(), "FlowOp does not have DestinationStyleOpInterface"),
    ],
)
def test_bad_models_are_refused(model: object, message: str) -> None:
    text = "\n".join(map(str, model_problems(model, "t.op", FlowOp)))
    assert re.search(message, text)
    assert "model of 't.op'" in text
