"""Models that are classes on xDSL's ops, right and wrong ones."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from xdsl.dialects import func, memref
from xdsl.dialects.bufferization import ToTensorOp
from xdsl.dialects.builtin import IntegerAttr, MemRefType, StringAttr, TensorType, f32
from xdsl.ir import Attribute, Block, Region, SSAValue, Use
from xdsl.irdl import IRDLOperation, irdl_op_definition, successor_def, traits_def
from xdsl.parser import Parser
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint
from xdsl.traits import IsTerminator

import bufferize
from bufferize.diagnostics import DiagnosticError, PluginError, error
from bufferize.interfaces import BufferRelation
from bufferize.ir import Operation, is_equivalent
from bufferize.passes import pipeline_from_text
from bufferize_xdsl import pass_class, run_in_place
from bufferize_xdsl.models import (
    AliasingValue,
    DestinationStyle,
    OpModel,
    ReadOnlyOperands,
    XdslModel,
    model,
)
from plugins.xdsl.tests.downstream import ACCEL, ScaleOp, StreamOp
from plugins.xdsl.tests.modules import context, xdsl_context, xdsl_text
from plugins.xdsl.tests.test_models import PROGRAM
from plugins.xdsl.tests.test_presets import (
    ANALYSIS,
    BUFFERIZATION,
    WAVE,
    ClampOp,
    RampOp,
    RepeatOp,
    ReverseOp,
    SumOp,
    WriteRampOp,
    YieldOp,
    all_models,
    five_models,
)
from plugins.xdsl.tests.test_presets import (
    PROGRAM as WAVES,
)

BOTH = PROGRAM.replace("> tensor<4xf32>, sym_name", "> (tensor<4xf32>, tensor<4xf32>), sym_name")
BOTH = BOTH.replace(
    '"func.return"(%1) : (tensor<4xf32>)',
    '"func.return"(%1, %b) : (tensor<4xf32>, tensor<4xf32>)',
)
"""A program that also returns the overwritten tensor."""


class StreamModel(XdslModel[StreamOp]):
    """A model that reads inputs and overwrites outputs, which are its results."""

    def bufferizes_to_memory_read(self, op: StreamOp, operand: Use) -> bool:
        return operand.index < len(op.inputs)

    def bufferizes_to_memory_write(self, op: StreamOp, operand: Use) -> bool:
        return operand.index >= len(op.inputs)

    def get_aliasing_values(self, op: StreamOp, operand: Use) -> list[AliasingValue]:
        number = operand.index - len(op.inputs)
        if number < 0:
            return []
        return [AliasingValue(op.results_[number], BufferRelation.EQUIVALENT)]

    def bufferize(self, op: StreamOp, rewriter: PatternRewriter) -> None:
        body = rewriter.move_region_contents_to_new_regions(op.body)
        new = StreamOp.create(operands=op.operands, properties=op.properties, regions=[body])
        rewriter.replace(op, new, op.outputs)


class ReverseModel(XdslModel[ReverseOp]):
    """A model whose result is the source's buffer in reverse order."""

    def bufferizes_to_memory_read(self, op: ReverseOp, operand: Use) -> bool:
        return False

    def bufferizes_to_memory_write(self, op: ReverseOp, operand: Use) -> bool:
        return False

    def get_aliasing_values(self, op: ReverseOp, operand: Use) -> list[AliasingValue]:
        assert operand.operation.operands[operand.index] is op.source
        return [AliasingValue(op.result, BufferRelation.EQUIVALENT)]

    def get_buffer_type(
        self, op: ReverseOp, value: SSAValue, buffer_type: Callable[[SSAValue], Attribute]
    ) -> Attribute:
        assert value is op.result
        return buffer_type(op.source)

    def bufferize(self, op: ReverseOp, rewriter: PatternRewriter) -> None:
        rewriter.replace(op, ReverseOp.create(operands=op.operands, result_types=[op.source.type]))


class RampModel(XdslModel[RampOp]):
    """A model that initializes a new buffer."""

    def bufferizes_to_allocation(self, op: RampOp, value: SSAValue) -> bool:
        return True

    def bufferize(self, op: RampOp, rewriter: PatternRewriter) -> None:
        type = op.result.type
        assert isinstance(type, TensorType)
        alloc = memref.AllocOp.get(type.element_type, 64, type.get_shape())
        fill = WriteRampOp.create(operands=[alloc.memref, op.operand], properties={"seed": op.seed})
        rewriter.replace(op, [alloc, fill], alloc.results)


class ClampModel(XdslModel[ClampOp]):
    """A model in destination style with its own rewriting."""

    preset = DestinationStyle(inits="tensor")

    def bufferize(self, op: ClampOp, rewriter: PatternRewriter) -> None:
        rewriter.insert(ClampOp.create(operands=op.operands))
        rewriter.replace(op, [], [op.tensor])


def by_classes() -> list[OpModel]:
    """Return the models of the presets' test, written as classes."""
    mine = [
        model(StreamOp, StreamModel()),
        model(ReverseOp, ReverseModel()),
        model(RampOp, RampModel()),
        model(ClampOp, ClampModel()),
    ]
    written = {each.op for each in mine}
    return [*mine, *(each for each in all_models() if each.op not in written)]


def result(models: list[OpModel], text: str = WAVES, pipeline: str = BUFFERIZATION) -> str:
    """Return a program after passes as xDSL prints it; check that it is unchanged if they fail."""
    theirs = xdsl_context().clone()
    theirs.load_dialect(ACCEL)
    theirs.load_dialect(WAVE)
    module = Parser(theirs, text).parse_module()
    before = xdsl_text(module)
    ours = bufferize.Context()
    passes = pipeline_from_text(pipeline, ours)
    try:
        run_in_place(passes, module, ours, theirs, models)
    except DiagnosticError:
        assert xdsl_text(module) == before
        raise
    module.verify()
    return xdsl_text(module)


@pytest.mark.parametrize("pipeline", [ANALYSIS, BUFFERIZATION])
def test_a_class_is_as_its_preset(pipeline: str) -> None:
    one, other = (parsed(result(m, pipeline=pipeline)) for m in (by_classes(), all_models()))
    assert is_equivalent(one, other)


def parsed(text: str) -> Operation:
    return bufferize.parse(text, context())


def test_a_copy_where_what_is_overwritten_is_read_later() -> None:
    models = [model(StreamOp, StreamModel())]
    assert '"memref.alloc"' not in result(models, PROGRAM)
    assert '"memref.alloc"' in result(models, BOTH)


def test_the_op_in_place_of_which_nothing_is_put_stays() -> None:
    class SumModel(XdslModel[SumOp]):
        preset = ReadOnlyOperands()

        def bufferize(self, op: SumOp, rewriter: PatternRewriter) -> None:
            assert isinstance(op.tensor.type, MemRefType)
            op.attributes["seen"] = StringAttr("yes")

    text = result([model(SumOp, SumModel())], SUM)
    assert '"wave.sum"(%a) {seen = "yes"} : (memref<4xf32, strided<[?], offset: ?>>)' in text


def test_ops_on_tensors_are_bufferized_in_turn() -> None:
    class ReverseTwiceModel(ReverseModel):
        """A model that rewrites to an op on a tensor, which another model bufferizes."""

        def bufferize(self, op: ReverseOp, rewriter: PatternRewriter) -> None:
            whole = ToTensorOp(op.source)
            clamp = ClampOp.create(operands=[op.scale, whole.tensor], result_types=[op.result.type])
            rewriter.replace(op, [whole, clamp])

    text = result([model(ReverseOp, ReverseTwiceModel()), *five_models()[2:3]], REVERSE)
    assert '"wave.clamp"(%v, %0) : (f32, memref<4xf32>) -> ()' in text
    assert "tensor<" not in text


class ScopeModel(XdslModel[RepeatOp]):
    """A model of an op that runs its region once, with the operand as argument, and rewrites the
    region."""

    def get_aliasing_values(self, op: RepeatOp, operand: Use) -> list[AliasingValue]:
        return [AliasingValue(op.body.block.args[0], BufferRelation.EQUIVALENT)]

    def bufferizes_to_memory_read(self, op: RepeatOp, operand: Use) -> bool:
        return False

    def bufferizes_to_memory_write(self, op: RepeatOp, operand: Use) -> bool:
        return False

    def is_writable(self, op: RepeatOp, value: SSAValue) -> bool:
        return True

    def bufferize(self, op: RepeatOp, rewriter: PatternRewriter) -> None:
        (argument,) = op.body.block.args
        rewriter.insertion_point = InsertPoint.at_start(op.body.block)
        buffer = rewriter.insert_block_argument(op.body.block, 0, op.carried[0].type)
        rewriter.replace_all_uses_with(argument, rewriter.insert(ToTensorOp(buffer)).tensor)
        rewriter.erase_block_argument(argument)


@pytest.mark.parametrize("options", ["", " create-deallocs"])
def test_a_region_that_is_rewritten(options: str) -> None:
    text = """
    "func.func"() <{function_type = (tensor<4xf32>, f32) -> (), sym_name = "f"}> ({
    ^bb0(%a: tensor<4xf32>, %v: f32):
      "wave.repeat"(%v, %a) ({
      ^bb1(%c: tensor<4xf32>):
        %1 = "wave.clamp"(%v, %c) : (f32, tensor<4xf32>) -> tensor<4xf32>
        %2 = "wave.ramp"(%v) <{seed = 3 : i32}> : (f32) -> tensor<4xf32>
        %3 = "wave.sum"(%2) : (tensor<4xf32>) -> f32
        "wave.yield"(%3) : (f32) -> ()
      }) : (f32, tensor<4xf32>) -> ()
      "func.return"() : () -> ()
    }) : () -> ()
    """
    others = [each for each in by_classes() if each.op is not RepeatOp]
    pipeline = f"one-shot-bufferize{{bufferize-function-boundaries{options}}}"
    found = result([model(RepeatOp, ScopeModel()), *others], text, pipeline)
    assert re.search(r'"memref.copy"\(%\S+, %\S+\) : \(memref<4xf32, strided', found)
    assert found.count('"memref.alloc"') == 2
    assert found.count('"memref.dealloc"') == 2 * bool(options)
    assert "tensor" not in found


class OnceModel(XdslModel[RepeatOp]):
    """A model of an op that runs its region without arguments; repeatedly in a derived class."""

    def bufferize(self, op: RepeatOp, rewriter: PatternRewriter) -> None:
        assert not op.carried


class AgainModel(OnceModel):
    def is_repetitive_region(self, op: RepeatOp, index: int) -> bool:
        return op.body is op.regions[index]


class AtOnceModel(AgainModel):
    def is_parallel_region(self, op: RepeatOp, index: int) -> bool:
        return True


@pytest.mark.parametrize(("cls", "copies"), [(OnceModel, 0), (AgainModel, 1), (AtOnceModel, 1)])
def test_a_region_that_runs_repeatedly(cls: type[OnceModel], copies: int) -> None:
    """What it writes into a tensor from outside must not be seen when it runs again."""
    text = """
    "func.func"() <{function_type = (tensor<4xf32>, f32) -> (), sym_name = "f"}> ({
    ^bb0(%a: tensor<4xf32>, %v: f32):
      "wave.repeat"(%v) ({
        %1 = "wave.clamp"(%v, %a) : (f32, tensor<4xf32>) -> tensor<4xf32>
        %2 = "wave.sum"(%1) : (tensor<4xf32>) -> f32
        "wave.yield"(%2) : (f32) -> ()
      }) : (f32) -> ()
      "func.return"() : () -> ()
    }) : () -> ()
    """
    others = [each for each in all_models() if each.op is not RepeatOp]
    found = result([model(RepeatOp, cls()), *others], text)
    assert found.count('"memref.copy"') == copies
    assert "tensor" not in found


def test_a_call_of_a_function_of_the_program() -> None:
    class CallModel(ReverseModel):
        def bufferize(self, op: ReverseOp, rewriter: PatternRewriter) -> None:
            rewriter.insert(func.CallOp("kernel", [op.source], []))
            rewriter.replace(op, [], [op.source])

    kernel = """
    "func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "kernel", sym_visibility = "private"}> ({
    }) : () -> ()
    """
    models = [model(ReverseOp, CallModel())]
    found = result(models, REVERSE + kernel)
    call = r'"func.call"\(%\S+\) <\{callee = @kernel\}> : \(memref<4xf32>\) -> \(\)'
    assert len(re.findall(call, found)) == 2
    with pytest.raises(DiagnosticError, match="'kernel' does not reference a valid function"):
        result(models, REVERSE)


def test_the_op_may_go_into_a_region() -> None:
    class WrappedModel(XdslModel[ClampOp]):
        preset = DestinationStyle(inits="tensor")

        def bufferize(self, op: ClampOp, rewriter: PatternRewriter) -> None:
            inner = ClampOp.create(operands=op.operands)
            end = YieldOp.create()
            body = Region(Block([inner, end]))
            rewriter.insert(RepeatOp.create(operands=[op.limit], regions=[body]))
            rewriter.replace(op, [], [op.tensor])

    models = [each for each in by_classes() if each.op is not ClampOp]
    assert result([model(ClampOp, WrappedModel()), *models]).count('"wave.repeat"') == 4


# Written wrongly

SUM = """
"func.func"() <{function_type = (tensor<4xf32>) -> f32, sym_name = "f"}> ({
^bb0(%a: tensor<4xf32>):
  %s = "wave.sum"(%a) : (tensor<4xf32>) -> f32
  "func.return"(%s) : (f32) -> ()
}) : () -> ()
"""
REVERSE = """
"func.func"() <{function_type = (tensor<4xf32>, f32) -> (), sym_name = "f"}> ({
^bb0(%b: tensor<4xf32>, %v: f32):
  %a = "bufferization.alloc_tensor"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> tensor<4xf32>
  %s = "wave.reverse"(%v, %a) : (f32, tensor<4xf32>) -> tensor<4xf32>
  %t = "wave.reverse"(%v, %s) : (f32, tensor<4xf32>) -> tensor<4xf32>
  "func.return"() : () -> ()
}) : () -> ()
"""


LOOP = """
"func.func"() <{function_type = (tensor<4xf32>, f32) -> (tensor<4xf32>), sym_name = "f"}> ({
^bb0(%a: tensor<4xf32>, %v: f32):
  %s = "wave.repeat"(%v, %a) ({
  ^bb0(%b: tensor<4xf32>):
    %c = "wave.clamp"(%v, %b) : (f32, tensor<4xf32>) -> tensor<4xf32>
    %t = "wave.reverse"(%v, %c) : (f32, tensor<4xf32>) -> tensor<4xf32>
    "wave.yield"(%t) : (tensor<4xf32>) -> ()
  }) : (f32, tensor<4xf32>) -> tensor<4xf32>
  "func.return"(%s) : (tensor<4xf32>) -> ()
}) : () -> ()
"""
"""A program in which the buffer of the argument depends on that of `wave.reverse`."""


def other_op(*operands: SSAValue) -> ReverseOp:
    made: ReverseOp = ReverseOp.create(operands=operands, result_types=[operands[-1].type])
    return made


def again(op: ReverseOp, rewriter: PatternRewriter) -> None:
    """Return a program on tensors again, with an op around it that looks like a buffer."""
    whole = ToTensorOp(op.source)
    new = ReverseOp.create(operands=[op.scale, whole.tensor], result_types=[op.result.type])
    rewriter.replace(op, [whole, new])


def late(op: ReverseOp, rewriter: PatternRewriter) -> None:
    first = other_op(op.scale, op.source)
    second = other_op(op.scale, first.result)
    rewriter.replace(op, [second, first], [first.result])


def is_wrong(op: ReverseOp, rewriter: PatternRewriter) -> None:
    new = ScaleOp.create(
        operands=[op.source],
        result_types=[op.source.type],
        attributes={"factor": IntegerAttr(-1, 32)},
    )
    rewriter.replace(op, new)


def around(op: ReverseOp, rewriter: PatternRewriter) -> None:
    user = next(iter(op.result.uses)).operation
    rewriter.erase(user)
    rewriter.erase(op)


def arguments(op: ReverseOp, rewriter: PatternRewriter) -> None:
    block = op.parent
    assert block is not None
    rewriter.replace(op, [], [rewriter.insert_block_argument(block, 0, op.source.type)])


def exits(op: ReverseOp, rewriter: PatternRewriter) -> None:
    sys.exit(3)


def of_another(op: ReverseOp, rewriter: PatternRewriter) -> None:
    stranger = memref.AllocOp.get(f32, 64, [4])
    rewriter.replace(op, [], [stranger.memref])


def uses_another(op: ReverseOp, rewriter: PatternRewriter) -> None:
    stranger = memref.AllocOp.get(f32, 64, [4])
    rewriter.replace(op, other_op(op.scale, stranger.memref))


def endless(op: ReverseOp, rewriter: PatternRewriter) -> None:
    endless(op, rewriter)


def returns(op: ReverseOp, rewriter: PatternRewriter) -> None:
    rewriter.insert(func.ReturnOp())
    rewriter.replace(op, [], [op.source])


def in_five(op: ReverseOp, rewriter: PatternRewriter) -> None:
    rewriter.replace(op, memref.AllocOp.get(f32, 64, [5]))


ONE = r"the model of 'wave.reverse', \w+ of plugin '.*': "
"""The beginning of each error."""


@pytest.mark.parametrize(
    ("method", "message"),
    [
        (lambda op, rewriter: None, "it has left the operation as it was: `rewriter.replace` it"),
        (lambda op, rewriter: 3, "gave 3, but nothing is expected"),
        (lambda op, rewriter: op.sourse, "failed: AttributeError: 'ReverseOp' object has no attr"),
        (lambda op, rewriter: rewriter.erase(op, safe_erase=False), "given nothing for result #0"),
        (lambda op, rewriter: rewriter.erase(op), "failed: "),
        (lambda op, rewriter: rewriter.erase(op.parent_op()), "failed: "),
        (lambda op, rewriter: rewriter.replace(op, [], [op.scale]), "a f32 for result #0, a tensor<4xf32>"),
        (lambda op, rewriter: rewriter.replace(op, [], []), "failed: ValueError: Expected 1"),
        pytest.param(again, "makes new operations on tensors without end", marks=pytest.mark.slow),
        (late, "'wave.reverse', whose operand #1 is not defined before it"),
        (is_wrong, "a factor is positive"),
        (around, "has erased what uses the results of the operation"),
        (arguments, "it has changed what is around the operation"),
        (exits, "failed: SystemExit: 3"),
        (of_another, "for result #0, a tensor<4xf32> a value of an op that is not inserted"),
        (lambda op, rewriter: op.detach(), "a value of an op that is not inserted"),
        (uses_another, "operand #1 is defined outside of what is converted"),
        (endless, "failed: RecursionError: maximum recursion depth exceeded"),
        (returns, "'func.return', which ends a block, in the middle of one"),
        (in_five, "it has given a memref<5xf32> for result #0, a tensor<4xf32>"),
    ],
)  # fmt: skip
def test_a_wrong_bufferize(method: Any, message: str) -> None:
    class WrongModel(ReverseModel):
        def bufferize(self, op: ReverseOp, rewriter: PatternRewriter) -> None:
            return method(op, rewriter)  # type: ignore[no-any-return]

    with pytest.raises(DiagnosticError) as caught:
        result([model(ReverseOp, WrongModel())], REVERSE)
    text = str(caught.value)
    assert re.search(ONE.replace(r"\w+", "WrongModel"), text)
    assert "bufferize() " in text
    assert message in text
    assert caught.value.diagnostics[0].op is not None


@pytest.mark.parametrize(
    ("name", "answer", "message"),
    [
        ("bufferizes_to_memory_read", None, "gave None in place of True or False"),
        ("get_aliasing_values", None, "gave None in place of a list of AliasingValue"),
        ("get_aliasing_values", [3], "gave 3 in place of an AliasingValue"),
        ("get_aliasing_values", [AliasingValue(3)], "failed: ValueError: 3 is neither defined nor"),  # type: ignore[arg-type]
        ("is_writable", "no", "gave 'no' in place of True or False"),
        ("get_buffer_type", None, "gave None, which is no buffer type"),
        ("get_aliasing_values", [AliasingValue(3, "same")], "'same' is no BufferRelation"),  # type: ignore[arg-type]
        ("get_buffer_type", MemRefType(f32, [5]), "memref<5xf32> is not the type of a buffer of a"),
        ("get_buffer_type", f32, "which is no buffer type, for a value of type tensor<4xf32>"),
    ],
)
def test_a_wrong_answer(name: str, answer: object, message: str) -> None:
    wrong = type("WrongModel", (ReverseModel,), {name: lambda *_: answer})
    others = [each for each in all_models() if each.op is not ReverseOp]
    with pytest.raises(DiagnosticError, match=ONE + rf"{name}\(\) ") as caught:
        result([model(ReverseOp, wrong()), *others], LOOP)
    assert message in str(caught.value)
    assert "wave.reverse#" in str(caught.value)


def test_what_is_told_to_the_user() -> None:
    class PickyModel(ReverseModel):
        def bufferize(self, op: ReverseOp, rewriter: PatternRewriter) -> None:
            raise DiagnosticError(error("only tensors of rank 2"))

    with pytest.raises(DiagnosticError, match=r"wave.reverse#1: error: only tensors of rank 2"):
        result([model(ReverseOp, PickyModel())], REVERSE)


def test_what_is_asked_about_cannot_be_broken() -> None:
    class VandalModel(ReverseModel):
        def bufferizes_to_memory_read(self, op: ReverseOp, operand: Use) -> bool:
            block = op.parent
            assert block is not None
            block.erase_op(op)
            return False

    with pytest.raises(DiagnosticError, match=ONE):
        result([model(ReverseOp, VandalModel())], REVERSE)


@irdl_op_definition
class GotoOp(IRDLOperation):
    name = "wave.goto"
    target = successor_def()
    traits = traits_def(IsTerminator())


class TakesAny(XdslModel[Any]):
    def bufferize(self, op: Any, rewriter: PatternRewriter) -> None:
        pass


class Misspelt(ReverseModel):
    def bufferizes_to_memory_reads(self, op: ReverseOp, operand: Use) -> bool:
        return False


class TakesState(ReverseModel):
    def is_writable(self, op: ReverseOp, value: SSAValue, state: object) -> bool:  # type: ignore[override]
        return False


class OnlyAnalyzed(XdslModel[ReverseOp]):
    def is_writable(self, op: ReverseOp, value: SSAValue) -> bool:
        return False


class WithAClass(ReverseModel):
    preset = DestinationStyle  # type: ignore[assignment]


class WithAPreset(ReverseModel):
    preset = DestinationStyle(inits="inits")


@pytest.mark.parametrize(
    ("op", "cls", "message"),
    [
        (ReverseOp, Misspelt, r"bufferizes_to_memory_reads\(\) is not in the interface; is bufferizes_to_memory_read\(\) meant"),
        (ReverseOp, TakesState, r"is_writable\(\) must take the parameters \(self, op, value\)"),
        (ReverseOp, OnlyAnalyzed, r"does not override bufferize\(\), and has no preset"),
        (ReverseOp, WithAClass, "an object is needed, not its class"),
        (ReverseOp, WithAPreset, "on buffers the op has no result 'result'"),
        (ClampOp, ReverseModel, "is made for ReverseOp, but the op is ClampOp"),
        (GotoOp, TakesAny, "is for an op with successors"),
    ],
)  # fmt: skip
def test_a_class_that_does_not_fit(op: Any, cls: Any, message: str) -> None:
    with pytest.raises(PluginError, match=message):
        model(op, cls())


def test_a_class_in_place_of_an_object() -> None:
    with pytest.raises(PluginError, match="neither a preset nor a model"):
        model(ReverseOp, ReverseModel)  # type: ignore[arg-type]


def test_a_region_that_is_not_changed_keeps_its_operations() -> None:
    theirs = xdsl_context().clone()
    theirs.load_dialect(ACCEL)
    module = Parser(theirs, PROGRAM).parse_module()
    (end,) = (op for op in module.walk() if op.name == "accel.yield")
    one_shot: Any = pass_class("one-shot-bufferize", models=[model(StreamOp, StreamModel())])
    one_shot(bufferize_function_boundaries=True).apply(theirs, module)
    around = end.parent_op()
    assert isinstance(around, StreamOp)
    assert not around.results
