"""Transforms that bufferize, and related transforms of tensors and allocations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.builtin import ModuleOp
from bufferize.driver import (
    CreatingRewriter,
    LayoutMapOption,
    OneShotOptions,
    one_shot_bufferize,
)
from bufferize.interfaces import EmptyTensorOpInterface, FunctionOpInterface
from bufferize.passes import PassLookup
from bufferize.syntax import parse_module
from bufferize_linalg.destination_style import rewrite_in_destination_passing_style
from bufferize_transform.dialect import TRANSFORM
from bufferize_transform.interface import (
    ConsumesOperands,
    Payload,
    SilenceableFailure,
    TransformEachOpInterface,
    TransformOpInterface,
    definite,
    silenceable,
)
from bufferize_transform.interpreter import Interpreter
from bufferize_transform.types import OPERATION_HANDLE, handle_to
from bufferize_transforms import eliminate_empty_tensors, replace_empty_tensor

_LAYOUTS = {
    "InferLayoutMap": LayoutMapOption.INFER_LAYOUT_MAP,
    "IdentityLayoutMap": LayoutMapOption.IDENTITY_LAYOUT_MAP,
    "FullyDynamicLayoutMap": LayoutMapOption.FULLY_DYNAMIC_LAYOUT_MAP,
}
LAYOUT_MAP_OPTION = d.int_enum(
    "function_boundary_type_conversion",
    ir.I32,
    {name: number for number, name in enumerate(_LAYOUTS)},
    "option for map layout",
)
_COPY, _LINALG_COPY = "memref.copy", "linalg.copy"


@TRANSFORM.op("bufferization.one_shot_bufferize")
class OneShotBufferizeOp(d.Operation, ConsumesOperands):
    """One-Shot Bufferize of modules or functions."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    function_boundary_type_conversion: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(
        LAYOUT_MAP_OPTION
    )
    allow_return_allocs_from_loops: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE
    )
    allow_unknown_ops: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.FALSE)
    bufferize_function_boundaries: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE
    )
    dump_alias_sets: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.FALSE)
    test_analysis_only: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.FALSE)
    print_conflicts: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.FALSE)
    check_parallel_regions: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.TRUE)
    memcpy_op: d.Attr[ir.StringAttr, str] = d.default_attr(d.STR_ATTR, ir.StringAttr(_COPY))
    transformed: d.Result = d.result(OPERATION_HANDLE)
    assembly_format = (
        "(`layout` `{` $function_boundary_type_conversion^ `}`)? $target attr-dict `:` "
        "functional-type($target, results)"
    )

    def verify_op(self) -> None:
        if self.memcpy_op.value not in (_COPY, _LINALG_COPY):
            raise self.error("unsupported memcpy op")
        for name in ("print_conflicts", "dump_alias_sets"):
            if getattr(self, name) is ir.TRUE and self.test_analysis_only is not ir.TRUE:
                raise self.error(f"'{name}' requires 'test_analysis_only'")

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        context = interpreter.state.context
        options = self._options(interpreter)
        targets = interpreter.state.operations(self.target)
        for target in targets:
            if not isinstance(target, ModuleOp | FunctionOpInterface):
                raise silenceable("expected module or function target", self)
            if options.bufferize_function_boundaries and not isinstance(target, ModuleOp):
                raise silenceable("expected module target", self)
            try:
                one_shot_bufferize(target, options, context, verify=False)
            except DiagnosticError as problem:
                failed = silenceable("bufferization failed", self)
                raise SilenceableFailure([*problem.diagnostics, *failed.diagnostics]) from problem
        return [targets]

    def _options(self, interpreter: Interpreter) -> OneShotOptions:
        options = OneShotOptions(
            allow_return_allocs_from_loops=self.allow_return_allocs_from_loops is ir.TRUE,
            allow_unknown_ops=self.allow_unknown_ops is ir.TRUE,
            bufferize_function_boundaries=self.bufferize_function_boundaries is ir.TRUE,
            dump_alias_sets=self.dump_alias_sets is ir.TRUE,
            test_analysis_only=self.test_analysis_only is ir.TRUE,
            print_conflicts=self.print_conflicts is ir.TRUE,
            check_parallel_regions=self.check_parallel_regions is ir.TRUE,
        )
        layout = self.function_boundary_type_conversion
        if layout is not None:
            keyword = LAYOUT_MAP_OPTION.keyword(layout)
            options.function_boundary_type_conversion = _LAYOUTS[keyword]
        if self.memcpy_op.value == _LINALG_COPY:
            context = interpreter.state.context
            if context.op_class(_LINALG_COPY) is None:
                failure = definite(f"'{_LINALG_COPY}' is not known", self)
                failure.diagnostics[0].note(context.way_to_get_dialect("linalg"))
                raise failure
            options.memcpy_fn = partial(_insert_copy, context)
        return options


def _insert_copy(
    context: d.DialectContext,
    builder: ir.Builder,
    location: ir.Location,
    source: ir.Value,
    target: ir.Value,
) -> None:
    """Insert a `linalg.copy`, which is parsed from text so that it gets its body."""
    module = parse_module(
        f"%s, %t = builtin.unrealized_conversion_cast to {source.type}, {target.type}\n"
        f"linalg.copy ins(%s : {source.type}) outs(%t : {target.type})\n",
        context,
    )
    copy = module.regions[0].blocks[0].last_op
    assert copy is not None
    copy.detach()
    copy.set_operands((source, target))
    copy.location = location
    builder.insert(copy)


@TRANSFORM.op("bufferization.eliminate_empty_tensors")
class EliminateEmptyTensorsOp(d.Operation, TransformOpInterface):
    """The elimination of empty tensors in favor of the slices that they are inserted into."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    assembly_format = "$target attr-dict `:` type($target)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        for target in interpreter.state.operations(self.target):
            try:
                eliminate_empty_tensors(target, interpreter.state.context, verify=False)
            except DiagnosticError as problem:
                failed = silenceable("empty tensor elimination failed", self)
                failed.diagnostics[0].note("target op", target)
                raise SilenceableFailure([*problem.diagnostics, *failed.diagnostics]) from problem
        return ()


@TRANSFORM.op("bufferization.empty_tensor_to_alloc_tensor")
class EmptyTensorToAllocTensorOp(d.Operation, ConsumesOperands, TransformEachOpInterface):
    """The replacement of empty tensors by `bufferization.alloc_tensor`."""

    target: d.Operand = d.operand(handle_to("tensor.empty"))
    transformed: d.Result = d.result(handle_to("bufferization.alloc_tensor"))
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        assert isinstance(target, EmptyTensorOpInterface)
        return [replace_empty_tensor(target, interpreter.state.rewriter)]


@TRANSFORM.op("bufferization.buffer_loop_hoisting")
class BufferLoopHoistingOp(d.Operation, TransformEachOpInterface):
    """The hoisting of allocations out of loops whose iterations can share one buffer."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    assembly_format = "$target attr-dict `:` type($target)"

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        context, name = interpreter.state.context, "buffer-loop-hoisting"
        pass_class = context.pass_class(name) if isinstance(context, PassLookup) else None
        if pass_class is None:
            failure = definite(f"the pass '{name}' does the work, and it is not there", self)
            failure.diagnostics[0].note("install bufferize-buffers")
            raise failure
        pass_class().run(target, context)
        return ()


@TRANSFORM.op("structured.rewrite_in_destination_passing_style")
class RewriteInDestinationPassingStyleOp(d.Operation, ConsumesOperands, TransformEachOpInterface):
    """The rewriting of operations that make new tensors to such that fill an empty tensor."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    transformed: d.Result = d.result(OPERATION_HANDLE)
    assembly_format = "$target attr-dict `:` functional-type($target, results)"

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        rewriter = CreatingRewriter(interpreter.state.context)
        rewriter.listeners = interpreter.state.rewriter.listeners
        made = rewrite_in_destination_passing_style(target, rewriter)
        if made is None:
            failure = silenceable(f"{self.name} failed to apply", self)
            failure.diagnostics[0].note("when applied to this op", target)
            raise failure
        return [made]
