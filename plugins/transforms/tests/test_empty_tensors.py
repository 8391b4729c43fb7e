"""Empty tensors of a dialect that the core does not know."""

from __future__ import annotations

import types

import pytest

import bufferize
from bufferize import Context, hookimpl
from bufferize import define as d
from bufferize.diagnostics import PassError, PluginError
from bufferize.interfaces import (
    BufferRelation,
    CastOpInterface,
    DestinationStyleOpInterface,
    EmptyTensorOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
)
from bufferize.ir import Builder, Operation, OpOperand, Value, all_or_nothing
from bufferize.models import AllocatesResult, DestinationStyle, NeedsNoRewriting, ViewOf
from bufferize.plugins import OpModelRegistry, Registry
from bufferize_transforms import eliminate_empty_tensors, empty_tensor_to_alloc_tensor

ROW = d.Dialect("row")


@ROW.op("new")
class NewOp(d.Operation, EmptyTensorOpInterface):
    extents = d.variadic_operand(d.INDEX)
    out = d.result(d.RANKED_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "`(` $extents `)` attr-dict `:` type($out)"


@ROW.op("write")
class WriteOp(d.Operation, DestinationStyleOpInterface):
    init = d.operand(d.TENSOR_OR_MEMREF)
    out = d.optional_result(d.RANKED_TENSOR)
    traits = (d.WillReturn(),)
    assembly_format = "$init attr-dict `:` type($init) (`->` type($out)^)?"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[0]]


@ROW.op("relax")
class RelaxOp(d.Operation, CastOpInterface):
    source = d.operand(d.RANKED_TENSOR)
    out = d.result(d.RANKED_TENSOR)
    traits = (d.WillReturn(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($out)"


@ROW.op("take")
class TakeOp(d.Operation, SubsetExtractionOpInterface):
    """A row of a tensor."""

    source = d.operand(d.RANKED_TENSOR)
    index = d.operand(d.INDEX)
    out = d.result(d.RANKED_TENSOR)
    traits = (d.WillReturn(),)
    assembly_format = "$source `[` $index `]` attr-dict `:` type($source) `to` type($out)"


@ROW.op("put")
class PutOp(d.Operation, SubsetInsertionOpInterface, DestinationStyleOpInterface):
    """A tensor with another row."""

    source = d.operand(d.RANKED_TENSOR)
    dest = d.operand(d.RANKED_TENSOR)
    index = d.operand(d.INDEX)
    out = d.result(d.RANKED_TENSOR)
    traits = (d.WillReturn(),)
    assembly_format = """
        $source `into` $dest `[` $index `]` attr-dict `:` type($source) `into` type($dest)
        `->` type($out)
    """

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]

    @property
    def values_needed_to_build_subset_extraction(self) -> list[Value]:
        return [self.dest, self.index]

    def build_subset_extraction(self, builder: Builder) -> Value:
        row = TakeOp.build(source=self.dest, index=self.index, result_types=[self.source.type])
        return builder.insert(row).out


class New(NeedsNoRewriting[NewOp], AllocatesResult[NewOp]):
    """Writes nothing: the contents are undefined."""

    def result_bufferizes_to_memory_write(self, op: object, value: object, state: object) -> bool:
        return False


class Write(NeedsNoRewriting[WriteOp], DestinationStyle[WriteOp]):
    reads_inits = False


class Take(NeedsNoRewriting[TakeOp], ViewOf[TakeOp]):
    pass


class Relax(NeedsNoRewriting[RelaxOp], ViewOf[RelaxOp]):
    relation = BufferRelation.EQUIVALENT


class Put(NeedsNoRewriting[PutOp], DestinationStyle[PutOp]):
    pass


@hookimpl
def register_dialects(registry: Registry) -> None:
    registry.add("row", ROW)


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    registry.add(
        "row",
        {
            "row.new": New(),
            "row.put": Put(),
            "row.relax": Relax(),
            "row.take": Take(),
            "row.write": Write(),
        },
    )


PLUGIN = types.SimpleNamespace(
    __name__="row", register_dialects=register_dialects, register_op_models=register_op_models
)


def parsed(body: str) -> tuple[Operation, Context]:
    """A module with a function of this body."""
    functions = pytest.importorskip("bufferize_func.plugin")
    context = Context([functions, PLUGIN])
    context.allow_unregistered_dialects = True
    arguments = "%t: tensor<4x8xf32>, %i: index, %m: memref<index>"
    return bufferize.parse(f"func.func @f({arguments}) {{\n{body}\nreturn }}", context), context


def count(module: Operation, name: str) -> int:
    return sum(op.name == name for op in module.walk())


PUT = """
  %e = row.new() : tensor<8xf32>
  %x = row.write %e : tensor<8xf32> -> tensor<8xf32>
  BETWEEN
  %r = row.put %x into %t[INDEX] : tensor<8xf32> into tensor<4x8xf32> -> tensor<4x8xf32>
  "other.end"(%r) : (tensor<4x8xf32>) -> ()
"""


def test_ops_of_any_dialect_take_part() -> None:
    module, context = parsed(PUT.replace("INDEX", "%i").replace("BETWEEN", ""))
    eliminate_empty_tensors(module, context)
    write = next(op for op in module.walk() if isinstance(op, WriteOp))
    row = write.init.defining_op
    assert isinstance(row, TakeOp)
    assert row.parent is not None
    assert [row.source, row.index] == row.parent.arguments[:2]
    assert row.next_op is next(op for op in module.walk() if isinstance(op, NewOp))


def test_nothing_is_moved_that_may_touch_memory() -> None:
    load = '%o = "other.load"(%m) : (memref<index>) -> index'
    module, context = parsed(PUT.replace("INDEX", "%o").replace("BETWEEN", load))
    eliminate_empty_tensors(module, context)
    assert count(module, "row.take") == 0


def test_what_has_no_cast_must_have_the_type_of_the_part() -> None:
    relax = "%y = row.relax %x : tensor<8xf32> to tensor<?xf32>"
    text = PUT.replace("INDEX", "%i").replace("BETWEEN", relax)
    text = text.replace("put %x", "put %y").replace(": tensor<8xf32> into", ": tensor<?xf32> into")
    module, context = parsed(text)
    eliminate_empty_tensors(module, context)
    write = next(op for op in module.walk() if isinstance(op, WriteOp))
    assert isinstance(write.init.defining_op, NewOp)


def test_what_cannot_be_bufferized_is_refused_and_left_alone() -> None:
    module, context = parsed(
        """
        %e = row.new() : tensor<4x8xf32>
        %x = row.write %e : tensor<4x8xf32> -> tensor<4x8xf32>
        %r = bufferization.materialize_in_destination %x in %t
            : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
        "other.end"(%t, %r) : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
        """
    )
    before = bufferize.print_module(module)
    with pytest.raises(PassError, match="cannot avoid RaW conflict"):
        eliminate_empty_tensors(module, context)
    assert bufferize.print_module(module) == before


def test_alloc_tensor_takes_the_extents() -> None:
    module, _ = parsed(
        """
        %unused = row.new() : tensor<8xf32>
        %e = row.new(%i) : tensor<?x8xf32>
        "other.end"(%e) : (tensor<?x8xf32>) -> ()
        """
    )
    empty_tensor_to_alloc_tensor(module)
    assert "bufferization.alloc_tensor(%arg1) : tensor<?x8xf32>" in bufferize.print_module(module)
    assert count(module, "row.new") == 0
    assert count(module, "bufferization.alloc_tensor") == 1


def test_an_operation_that_builds_no_value_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def loose(op: PutOp, builder: Builder) -> Value:
        return TakeOp.build(source=op.dest, index=op.index, result_types=[op.source.type]).out

    def early(op: PutOp, builder: Builder) -> Operation:
        return builder.insert(loose(op, builder).defining_op)  # type: ignore[type-var, return-value]

    for wrong in (loose, early):
        monkeypatch.setattr(PutOp, "build_subset_extraction", wrong)
        module, context = parsed(PUT.replace("INDEX", "%i").replace("BETWEEN", ""))
        before = bufferize.print_module(module)
        with pytest.raises(PluginError, match=r"'row.put' builds .*row\.take.*no inserted value"):
            eliminate_empty_tensors(module, context)
        assert bufferize.print_module(module) == before


def test_nothing_is_left_of_a_backup() -> None:
    module, _ = parsed('"other.holder"() ({\n  "other.use"(%i) : (index) -> ()\n}) : () -> ()')
    holder = next(op for op in module.walk() if op.name == "other.holder")
    (use,) = holder.regions[0].entry.ops
    with all_or_nothing(holder):
        pass
    assert [each.owner for each in use.operand(0).uses] == [use]
