"""Functions."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.function_ops import Signature, print_signature, verify_dictionaries
from bufferize.interfaces import FunctionOpInterface
from bufferize_llvm.argument_attributes import verify_arguments
from bufferize_llvm.attributes import (
    MemoryEffectsAttr,
    TargetFeaturesAttr,
    VecTypeHintAttr,
    VScaleRangeAttr,
)
from bufferize_llvm.constraints import FUNCTION
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import (
    CCC,
    DEFAULT_VISIBILITY,
    EXTERNAL,
    NOT_UNNAMED,
    UNNAMED_ADDR,
    VISIBILITY,
    CConvAttr,
    FramePointerKindAttr,
    LinkageAttr,
    UWTableKindAttr,
)
from bufferize_llvm.types import LLVMFunctionType, VoidType, is_compatible

_OWN_SYNTAX = (
    "CConv",
    "arg_attrs",
    "comdat",
    "function_type",
    "linkage",
    "res_attrs",
    "sym_name",
    "unnamed_addr",
    "visibility_",
    "vscale_range",
)


def parse_linkage(parser: d.AsmParser, state: d.OperationState) -> None:
    """Read `internal`, or nothing for `external`."""
    word = parser.parse_optional_any_keyword(LinkageAttr.cases)
    state.properties["linkage"] = LinkageAttr.of(word or "external")


def parse_visibility(parser: d.AsmParser, state: d.OperationState) -> None:
    """Read `hidden`, or nothing for the default."""
    word = parser.parse_optional_any_keyword(VISIBILITY.cases)
    state.properties["visibility_"] = VISIBILITY.attr(word or "")


def parse_unnamed(parser: d.AsmParser, state: d.OperationState) -> None:
    """Read `unnamed_addr` or `local_unnamed_addr`, or nothing."""
    word = parser.parse_optional_any_keyword(UNNAMED_ADDR.cases)
    state.properties["unnamed_addr"] = UNNAMED_ADDR.attr(word or "")


def parse_comdat(parser: d.AsmParser, state: d.OperationState) -> None:
    """Read `comdat(@group::@selector)`, or nothing."""
    if parser.parse_optional_keyword("comdat"):
        parser.parse_punctuation("(")
        offset = parser.offset
        comdat = parser.parse_attribute()
        if not isinstance(comdat, ir.SymbolRefAttr):
            raise parser.error("invalid kind of attribute specified", offset)
        state.properties["comdat"] = comdat
        parser.parse_punctuation(")")


def print_comdat(printer: d.AsmPrinter, comdat: ir.SymbolRefAttr | None) -> None:
    """Print the syntax that `parse_comdat` accepts."""
    if comdat is not None:
        printer.write(" comdat(")
        printer.print_attribute(comdat)
        printer.write(")")


@LLVM.op("func")
class LLVMFuncOp(d.Operation, FunctionOpInterface):
    """A function, possibly only declared, without a body."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    sym_visibility: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    function_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.type_attr_of(FUNCTION))
    linkage: d.Attr[LinkageAttr, str] = d.default_attr(LinkageAttr, EXTERNAL)
    dso_local: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    calling_convention: d.Attr[CConvAttr, str] = d.default_attr(CConvAttr, CCC, name="CConv")
    comdat: d.OptionalAttr[ir.SymbolRefAttr, str] = d.optional_attr(d.SYMBOL_REF)
    convergent: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    personality: d.OptionalAttr[ir.SymbolRefAttr, str] = d.optional_attr(d.FLAT_SYMBOL_REF)
    garbage_collector: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(
        d.STR_ATTR, name="garbageCollector"
    )
    passthrough: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.ARRAY_ATTR)
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    function_entry_count: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I64_ATTR)
    memory_effects: d.OptionalAttr[MemoryEffectsAttr, MemoryEffectsAttr] = d.optional_attr(
        MemoryEffectsAttr
    )
    visibility: d.Attr[ir.IntegerAttr, str] = d.default_attr(
        VISIBILITY, DEFAULT_VISIBILITY, name="visibility_"
    )
    arm_streaming: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    arm_locally_streaming: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    arm_streaming_compatible: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    arm_new_za: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    arm_in_za: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    arm_out_za: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    arm_inout_za: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    arm_preserves_za: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    section: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    unnamed_addr: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(UNNAMED_ADDR)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I64_ATTR)
    vscale_range: d.OptionalAttr[VScaleRangeAttr, VScaleRangeAttr] = d.optional_attr(
        VScaleRangeAttr
    )
    frame_pointer: d.OptionalAttr[FramePointerKindAttr, str] = d.optional_attr(FramePointerKindAttr)
    target_cpu: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    tune_cpu: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    reciprocal_estimates: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    prefer_vector_width: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    target_features: d.OptionalAttr[TargetFeaturesAttr, TargetFeaturesAttr] = d.optional_attr(
        TargetFeaturesAttr
    )
    no_infs_fp_math: d.OptionalAttr[ir.IntegerAttr, bool] = d.optional_attr(d.BOOL_ATTR)
    no_nans_fp_math: d.OptionalAttr[ir.IntegerAttr, bool] = d.optional_attr(d.BOOL_ATTR)
    no_signed_zeros_fp_math: d.OptionalAttr[ir.IntegerAttr, bool] = d.optional_attr(d.BOOL_ATTR)
    denormal_fp_math: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    denormal_fp_math_f32: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    fp_contract: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    instrument_function_entry: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    instrument_function_exit: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    no_inline: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    always_inline: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    inline_hint: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    no_unwind: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    will_return: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    optimize_none: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    vec_type_hint: d.OptionalAttr[VecTypeHintAttr, VecTypeHintAttr] = d.optional_attr(
        VecTypeHintAttr
    )
    work_group_size_hint: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(
        d.DENSE_I32_ARRAY
    )
    reqd_work_group_size: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(
        d.DENSE_I32_ARRAY
    )
    intel_reqd_sub_group_size: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I32_ATTR)
    uwtable_kind: d.OptionalAttr[UWTableKindAttr, str] = d.optional_attr(UWTableKindAttr)
    body: d.Region = d.region()
    traits = (d.AffineScope(), d.AutomaticAllocationScope(), d.IsolatedFromAbove(), d.SymbolTrait())

    @property
    def llvm_type(self) -> LLVMFunctionType:
        """The type of the function."""
        type = self.function_type.type
        assert isinstance(type, LLVMFunctionType)
        return type

    @property
    def signature(self) -> ir.FunctionType:
        return self.llvm_type.signature

    def set_signature(self, signature: ir.FunctionType) -> None:
        result = signature.results[0] if signature.results else VoidType()
        type = LLVMFunctionType(result, signature.inputs, self.llvm_type.is_variadic)
        self.properties["function_type"] = ir.TypeAttr(type)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `linkage? visibility? unnamed? convention? @name(arguments) -> result …`."""
        parse_linkage(parser, state)
        parse_visibility(parser, state)
        parse_unnamed(parser, state)
        convention = parser.parse_optional_any_keyword(CConvAttr.cases)
        state.properties["CConv"] = CConvAttr.of(convention or "ccc")
        start = parser.offset
        state.properties["sym_name"] = ir.StringAttr(parser.parse_symbol_name())
        signature = Signature.parse(parser, allow_variadic=True)
        problem = _signature_problem(signature.inputs, signature.results)
        if problem is not None:
            raise parser.error(f"failed to construct function type: {problem}", start)
        result = signature.results[0] if signature.results else VoidType()
        state.properties["function_type"] = ir.TypeAttr(
            LLVMFunctionType(result, signature.inputs, signature.is_variadic)
        )
        if parser.parse_optional_keyword("vscale_range"):
            parser.parse_punctuation("(")
            least = ir.IntegerAttr(parser.parse_integer(), ir.I32)
            parser.parse_punctuation(",")
            most = ir.IntegerAttr(parser.parse_integer(), ir.I32)
            parser.parse_punctuation(")")
            state.properties["vscale_range"] = VScaleRangeAttr(least, most)
        parse_comdat(parser, state)
        state.attributes.update(parser.parse_optional_attr_dict_with_keyword())
        signature.keep_attributes(state)
        state.regions.append(signature.parse_body(parser))

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        words = [
            self.linkage.keyword if self.linkage is not EXTERNAL else "",
            VISIBILITY.keyword(self.visibility),
            UNNAMED_ADDR.keyword(self.unnamed_addr or NOT_UNNAMED),
            self.calling_convention.keyword if self.calling_convention is not CCC else "",
        ]
        printer.write("".join(f" {word}" for word in words if word) + " ")
        printer.print_symbol_name(self.symbol_name)
        print_signature(printer, self, self.llvm_type.is_variadic)
        scale = self.vscale_range
        if scale is not None:
            printer.write(f" vscale_range({scale.min_range.value}, {scale.max_range.value})")
        print_comdat(printer, self.comdat)
        printer.print_attr_dict_with_keyword(self, _OWN_SYNTAX)
        if not self.is_external:
            printer.write(" ")
            printer.print_region(self.body, print_entry_args=False, print_empty_block=True)

    def verify_op(self) -> None:
        verify_dictionaries(self)
        verify_arguments(self)
        linkage = self.linkage.keyword
        if linkage == "common":
            raise self.error("functions cannot have 'common' linkage")
        if self.is_external:
            if linkage not in ("external", "extern_weak"):
                raise self.error("external functions must have 'external' or 'extern_weak' linkage")
            return
        inputs = self.llvm_type.inputs
        arguments = self.body_arguments
        if len(arguments) != len(inputs):
            raise self.error(
                f"entry block must have {len(inputs)} arguments to match function signature"
            )
        for index, (argument, type) in enumerate(zip(arguments, inputs, strict=True)):
            if argument.type is not type:
                raise self.error(
                    f"type of entry block argument #{index}('{argument.type}') must match the "
                    f"type of the corresponding argument in function signature('{type}')"
                )


def _signature_problem(inputs: Sequence[ir.Type], results: Sequence[ir.Type]) -> str | None:
    """Return the problem with the types of a function."""
    if len(results) > 1:
        return "expected zero or one function result"
    if not all(map(is_compatible, inputs)):
        return "expected LLVM type for function arguments"
    for type in results:
        if not is_compatible(type):
            return f"expected LLVM type for function results'{type}'"
    return None
