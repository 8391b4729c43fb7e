"""Calls of functions, intrinsics and inline assembly."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    CallOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
)
from bufferize_llvm.attributes import MemoryEffectsAttr
from bufferize_llvm.bundles import (
    OpBundles,
    keep_bundles,
    parse_call_type,
    print_bundles,
    print_call_type,
    verify_bundles,
)
from bufferize_llvm.constraints import ACCESS_GROUPS, ALIAS_SCOPES, ANY_LLVM, FUNCTION, TBAA_TAGS
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import (
    ASM_DIALECT,
    CCC,
    NO_FASTMATH,
    NO_TAIL_CALL,
    CConvAttr,
    FastmathFlagsAttr,
    TailCallKindAttr,
)
from bufferize_llvm.ops_function import LLVMFuncOp
from bufferize_llvm.ops_globals import AliasOp, IFuncOp
from bufferize_llvm.types import LLVMFunctionType, PointerType, VoidType

_FUNCTION_TYPE = d.type_attr_of(FUNCTION)
HIDDEN = (  # properties that the syntax of calls has elsewhere
    "CConv",
    "TailCallKind",
    "arg_attrs",
    "callee",
    "op_bundle_sizes",
    "op_bundle_tags",
    "operandSegmentSizes",
    "res_attrs",
    "var_callee_type",
)


class Callee:
    """`@name` or `%pointer`, and the arguments after it."""

    def __init__(self, parser: d.AsmParser, state: d.OperationState) -> None:
        self.pointer = parser.parse_optional_operand()
        if self.pointer is None:
            state.properties["callee"] = ir.SymbolRefAttr(parser.parse_symbol_name())
        self.arguments: list[d.UnresolvedOperand] = parser.parse_operand_list("(")

    def resolve(self, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read the types `pointer type, (types) -> type`, and add operands and results."""
        offset = parser.offset
        if self.pointer is not None:
            state.operands.append(parser.resolve_operand(self.pointer, parser.parse_type()))
            parser.parse_punctuation(",")
        inputs, results = parse_call_type(parser, state)
        if len(inputs) != len(self.arguments):
            raise parser.error("expected as many input types as operands", offset)
        state.operands += parser.resolve_operands(self.arguments, inputs)
        state.result_types += results


def parse_vararg(parser: d.AsmParser, state: d.OperationState) -> None:
    """Read `vararg(type)`, if present."""
    if parser.parse_optional_keyword("vararg"):
        parser.parse_punctuation("(")
        offset = parser.offset
        type = parser.parse_type()
        if not isinstance(type, LLVMFunctionType):
            raise parser.error(
                f"invalid kind of type specified: expected llvm.func, but found '{type}'", offset
            )
        state.properties["var_callee_type"] = ir.TypeAttr(type)
        parser.parse_punctuation(")")


class CallBase(d.Operation, CallOpInterface):
    """Base of the calls of functions, by name or by address."""

    var_callee_type: d.OptionalAttr[ir.TypeAttr, ir.Type] = d.optional_attr(_FUNCTION_TYPE)
    callee: d.OptionalAttr[ir.SymbolRefAttr, str] = d.optional_attr(d.FLAT_SYMBOL_REF)
    callee_operands: d.VariadicOperand = d.variadic_operand(ANY_LLVM)
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    calling_convention: d.Attr[CConvAttr, str] = d.default_attr(CConvAttr, CCC, name="CConv")

    @property
    def callable_for_callee(self) -> ir.SymbolRefAttr | ir.Value:
        return self.callee if self.callee is not None else self.callee_operands[0]

    @property
    def arg_operands(self) -> list[ir.OpOperand]:
        """The arguments of the call, without the pointer to the callee and without bundles."""
        return self.op_operands[int(self.callee is None) : len(self.callee_operands)]

    @property
    def can_be_rebuilt(self) -> bool:
        """Whether `rebuild` works: never, for calls in LLVM."""
        return False

    def print_callee(self, printer: d.AsmPrinter) -> None:
        """Write the callee and the arguments in parentheses."""
        if self.callee is not None:
            printer.print_symbol_name(self.callee.root)
        else:
            printer.print_operand(self.callee_operands[0])
        printer.write("(")
        printer.print_operands([operand.value for operand in self.arg_operands])
        printer.write(")")

    def print_vararg(self, printer: d.AsmPrinter) -> None:
        """Write the type of a variadic callee, if there is one."""
        if self.var_callee_type is not None:
            printer.write(" vararg(")
            printer.print_type(self.var_callee_type.type)
            printer.write(")")

    def print_types(self, printer: d.AsmPrinter) -> None:
        """Write ` : ` and the types of the pointer, if there is one, and of the call."""
        printer.write(" : ")
        if self.callee is None:
            printer.print_type(self.callee_operands[0].type)
            printer.write(", ")
        print_call_type(printer, self, [operand.value for operand in self.arg_operands])

    def verify_callee(self) -> None:
        """Check the operand that is called, if it is a pointer."""
        if self.callee is not None:
            return
        if not self.callee_operands:
            raise self.error("must have either a `callee` attribute or at least an operand")
        type = self.callee_operands[0].type
        if not isinstance(type, PointerType):
            raise self.error(f"indirect call expects a pointer as callee: '{type}'")

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the callee is a function of LLVM of this type."""
        if self.callee is None:
            return
        name, found = self.callee.root, tables.lookup(self, self.callee)
        if found is None:
            raise self.error(f"'{name}' does not reference a symbol in the current scope")
        if isinstance(found, AliasOp):
            return
        if isinstance(found, IFuncOp):
            type = found.i_func_type.type
        elif isinstance(found, LLVMFuncOp):
            type = found.llvm_type
        else:
            raise self.error(f"'{name}' does not reference a valid LLVM function or IFunc")
        if isinstance(type, LLVMFunctionType):
            self._verify_type(type)

    def _verify_type(self, type: LLVMFunctionType) -> None:
        if type.is_variadic and self.var_callee_type is None:
            raise self.error("missing var_callee_type attribute for vararg call")
        given, wanted = [o.value.type for o in self.arg_operands], type.inputs
        if len(given) != len(wanted) and not type.is_variadic:
            raise self.error(
                f"incorrect number of operands ({len(given)}) for callee (expecting: {len(wanted)})"
            )
        if len(given) < len(wanted):
            raise self.error(
                f"incorrect number of operands ({len(given)}) for varargs callee "
                f"(expecting at least: {len(wanted)})"
            )
        for index, (one, other) in enumerate(zip(given, wanted, strict=False)):
            if one is not other:
                raise self.error(f"operand type mismatch for operand {index}: '{one}' != '{other}'")
        if not self.results:
            if not isinstance(type.result, VoidType):
                raise self.error("expected function call to produce a value")
        elif isinstance(type.result, VoidType):
            raise self.error("calling function with void result must not produce values")
        elif self.results[0].type is not type.result:
            raise self.error(f"result type mismatch: '{self.results[0].type}' != '{type.result}'")


@LLVM.op("call")
class CallOp(CallBase):
    """A call of a function."""

    op_bundle_operands: d.VariadicOfVariadicOperand = d.variadic_of_variadic_operand(
        ANY_LLVM, segments="op_bundle_sizes"
    )
    fastmath_flags: d.Attr[FastmathFlagsAttr, str] = d.default_attr(
        FastmathFlagsAttr, NO_FASTMATH, name="fastmathFlags"
    )
    tail_call_kind: d.Attr[TailCallKindAttr, str] = d.default_attr(
        TailCallKindAttr, NO_TAIL_CALL, name="TailCallKind"
    )
    memory_effects: d.OptionalAttr[MemoryEffectsAttr, MemoryEffectsAttr] = d.optional_attr(
        MemoryEffectsAttr
    )
    convergent: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    no_unwind: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    will_return: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    op_bundle_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I32_ARRAY)
    op_bundle_tags: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.ARRAY_ATTR)
    no_inline: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    always_inline: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    inline_hint: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    access_groups: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(ACCESS_GROUPS)
    alias_scopes: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    noalias_scopes: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    tbaa: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(TBAA_TAGS)
    output: d.OptionalResult = d.optional_result(ANY_LLVM, name="result")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `convention? tail? callee(arguments) vararg? bundles? {attributes} : types`."""
        word = parser.parse_optional_any_keyword(CConvAttr.cases)
        state.properties["CConv"] = CConvAttr.of(word or "ccc")
        word = parser.parse_optional_any_keyword(TailCallKindAttr.cases)
        state.properties["TailCallKind"] = TailCallKindAttr.of(word or "none")
        callee = Callee(parser, state)
        parse_vararg(parser, state)
        bundles = OpBundles.parse(parser)
        offset = parser.offset
        state.attributes.update(parser.parse_optional_attr_dict())
        repeated = sorted(state.attributes.keys() & {*state.properties, *HIDDEN[4:7]})
        if repeated:
            raise parser.error(
                f"attribute '{repeated[0]}' occurs more than once in the attribute list", offset
            )
        parser.parse_punctuation(":")
        callee.resolve(parser, state)
        count = len(state.operands)
        in_bundles = keep_bundles(parser, state, bundles)
        state.properties["operandSegmentSizes"] = ir.dense_i32((count, in_bundles))

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write(" ")
        if self.calling_convention is not CCC:
            printer.write(f"{self.calling_convention.keyword} ")
        if self.tail_call_kind is not NO_TAIL_CALL:
            printer.write(f"{self.tail_call_kind.keyword} ")
        self.print_callee(printer)
        self.print_vararg(printer)
        print_bundles(printer, self)
        elided: tuple[str, ...] = HIDDEN
        if self.fastmath_flags is NO_FASTMATH:
            elided = (*HIDDEN, "fastmathFlags")
        printer.print_attr_dict(self, elided)
        self.print_types(printer)

    def verify_op(self) -> None:
        self.verify_callee()
        verify_bundles(self)


@LLVM.op("call_intrinsic")
class CallIntrinsicOp(d.Operation):
    """A call of an intrinsic by its name."""

    intrin: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    args: d.VariadicOperand = d.variadic_operand(ANY_LLVM)
    op_bundle_operands: d.VariadicOfVariadicOperand = d.variadic_of_variadic_operand(
        ANY_LLVM, segments="op_bundle_sizes"
    )
    fastmath_flags: d.Attr[FastmathFlagsAttr, str] = d.default_attr(
        FastmathFlagsAttr, NO_FASTMATH, name="fastmathFlags"
    )
    op_bundle_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I32_ARRAY)
    op_bundle_tags: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.ARRAY_ATTR)
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    output: d.OptionalResult = d.optional_result(ANY_LLVM, name="results")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `"name"(arguments) bundles? {attributes} : types`."""
        state.properties["intrin"] = ir.StringAttr(parser.parse_string())
        arguments = parser.parse_operand_list("(")
        bundles = OpBundles.parse(parser)
        state.attributes.update(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        inputs, results = parse_call_type(parser, state)
        state.operands += parser.resolve_operands(arguments, inputs)
        state.result_types += results
        count = len(state.operands)
        in_bundles = keep_bundles(parser, state, bundles)
        state.properties["operandSegmentSizes"] = ir.dense_i32((count, in_bundles))

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write(" ")
        printer.print_attribute(self.intrin)
        printer.write("(")
        printer.print_operands(self.args)
        printer.write(")")
        print_bundles(printer, self)
        elided = ["intrin", *HIDDEN]
        if self.fastmath_flags is NO_FASTMATH:
            elided.append("fastmathFlags")
        printer.print_attr_dict(self, elided)
        printer.write(" : ")
        print_call_type(printer, self, self.args)

    def verify_op(self) -> None:
        if not self.intrin.value.startswith("llvm."):
            raise self.error("intrinsic name must start with 'llvm.'")
        verify_bundles(self)


@LLVM.op("inline_asm")
class InlineAsmOp(d.Operation, MemoryEffectsOpInterface):
    """Inline assembly."""

    arguments: d.VariadicOperand = d.variadic_operand(ANY_LLVM, name="operands")
    asm_string: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    constraints: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    has_side_effects: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    is_align_stack: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    tail_call_kind: d.Attr[TailCallKindAttr, str] = d.default_attr(TailCallKindAttr, NO_TAIL_CALL)
    asm_dialect: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(ASM_DIALECT)
    operand_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.ARRAY_ATTR)
    res: d.OptionalResult = d.optional_result(ANY_LLVM)
    assembly_format = """
        (`has_side_effects` $has_side_effects^)?
        (`is_align_stack` $is_align_stack^)?
        (`tail_call_kind` `=` $tail_call_kind^)?
        (`asm_dialect` `=` $asm_dialect^)?
        (`operand_attrs` `=` $operand_attrs^)?
        attr-dict
        $asm_string `,` $constraints
        operands `:` functional-type(operands, results)
    """

    def effects(self) -> list[MemoryEffect]:
        if self.has_side_effects is None:
            return []
        return [MemoryEffect(EffectKind.WRITE), MemoryEffect(EffectKind.READ)]

    def verify_op(self) -> None:
        if self.tail_call_kind.keyword == "musttail":
            raise self.error("tail call kind 'musttail' is not supported by this operation")
