"""Code for devices: modules, functions in them, and what has been compiled."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    ANY_TYPE,
    DICT_ARRAY,
    FUNCTION_TYPE_ATTR,
    SYMBOL_NAME,
    AffineScope,
    AutomaticAllocationScope,
    GraphRegion,
    HasParent,
    IsolatedFromAbove,
    IsTerminator,
    NoRegionArguments,
    NoTerminator,
    Operation,
    Pure,
    SingleBlock,
    SymbolTableTrait,
    SymbolTrait,
    pred,
)
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.attr_constraints import DENSE_I32_ARRAY
from bufferize.dialects.function_ops import (
    Signature,
    argument_dictionaries,
    print_signature,
    verify_signature,
)
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import (
    I64,
    UNIT,
    ArrayAttr,
    Attribute,
    BlockArgument,
    DenseArrayAttr,
    FunctionType,
    IntegerAttr,
    StringAttr,
    Type,
    TypeAttr,
    UnitAttr,
)
from bufferize_gpu.base import GPU
from bufferize_gpu.compilation import OBJECTS, OFFLOADING_HANDLER, TARGETS
from bufferize_gpu.syntax import parse_attributions, print_attributions, verify_attributions

KERNEL = "gpu.kernel"
"""The attribute of functions that may be launched."""
WORKGROUP_COUNT = "workgroup_attributions"
"""The attribute that says how many buffers each workgroup has; the rest is for each thread."""

SIZES = pred(
    lambda a: len(a.values) == 3,
    f"{DENSE_I32_ARRAY.description} with 3 elements (if present)",
    DENSE_I32_ARRAY,
)


@GPU.op("module")
class GPUModuleOp(Operation):
    """Functions that are compiled together for devices."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    targets: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(TARGETS)
    offloading_handler: d.OptionalAttr[Attribute, Attribute] = d.optional_attr(
        OFFLOADING_HANDLER, name="offloadingHandler"
    )
    body: d.Region = d.region(num_blocks=1, name="bodyRegion")
    traits = (
        IsolatedFromAbove(),
        NoRegionArguments(),
        SymbolTableTrait(),
        SymbolTrait(),
        NoTerminator(),
        SingleBlock(),
        GraphRegion(),
    )
    assembly_format = (
        "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion"
    )


@GPU.op("func")
class GPUFuncOp(Operation, FunctionOpInterface):
    """A function for devices; a kernel is one that may be launched.

    Its name is a discardable attribute.
    """

    __slots__ = ()

    function_type: d.Attr[TypeAttr, Type] = d.attr(FUNCTION_TYPE_ATTR)
    arg_attrs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(DICT_ARRAY)
    res_attrs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(DICT_ARRAY)
    workgroup_attrib_attrs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(DICT_ARRAY)
    private_attrib_attrs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(DICT_ARRAY)
    known_block_size: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(SIZES)
    known_grid_size: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(SIZES)
    known_cluster_size: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(SIZES)
    body: d.Region = d.region()
    traits = (
        HasParent("gpu.module"),
        AutomaticAllocationScope(),
        IsolatedFromAbove(),
        AffineScope(),
        SymbolTrait(),
    )

    @property
    def is_kernel(self) -> bool:
        """Whether the function may be launched."""
        return isinstance(self.attributes.get(KERNEL), UnitAttr)

    @property
    def body_arguments(self) -> tuple[BlockArgument, ...]:
        """The arguments of the function, without the attributed buffers."""
        return super().body_arguments[: len(self.signature.inputs)]

    @property
    def workgroup_buffers(self) -> tuple[BlockArgument, ...]:
        """The buffers that each workgroup has."""
        return self._buffers[: workgroup_count(self)]

    @property
    def private_buffers(self) -> tuple[BlockArgument, ...]:
        """The buffers that each thread has."""
        return self._buffers[workgroup_count(self) :]

    @property
    def _buffers(self) -> tuple[BlockArgument, ...]:
        return super().body_arguments[len(self.signature.inputs) :]

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`@name(arguments) (-> results)? workgroup(…)? private(…)? kernel? (attributes {…})? body`."""
        state.attributes["sym_name"] = StringAttr(parser.parse_symbol_name())
        offset = parser.offset
        signature = Signature.parse(parser)
        arguments = signature.arguments
        state.properties["function_type"] = TypeAttr(
            FunctionType(signature.inputs, signature.results)
        )
        signature.keep_attributes(state)
        if arguments and not arguments[0].name:
            raise parser.error("gpu.func requires named arguments", offset)
        for keyword in ("workgroup", "private"):
            buffers = parse_attributions(parser, keyword, allow_attrs=True)
            dictionaries = argument_dictionaries(buffers)
            if dictionaries is not None:
                state.properties[f"{keyword}_attrib_attrs"] = dictionaries
            if keyword == "workgroup":
                state.attributes[WORKGROUP_COUNT] = IntegerAttr(len(buffers), I64)
            arguments = [*arguments, *buffers]
        if parser.parse_optional_keyword("kernel"):
            state.attributes[KERNEL] = UNIT
        offset = parser.offset
        attributes = parser.parse_optional_attr_dict_with_keyword()
        for name in attributes:
            if name in state.attributes or name in state.properties:
                message = f"attribute '{name}' occurs more than once in the attribute list"
                raise parser.error(message, offset)
        state.attributes.update(attributes)
        state.regions.append(parser.parse_region(arguments))

    def print(self, printer: AsmPrinter) -> None:
        printer.write(" ")
        printer.print_symbol_name(self.symbol_name)
        print_signature(printer, self)
        workgroup, private = self.workgroup_attrib_attrs, self.private_attrib_attrs
        print_attributions(printer, "workgroup", self.workgroup_buffers, workgroup)
        print_attributions(printer, "private", self.private_buffers, private)
        if self.is_kernel:
            printer.write(" kernel")
        printer.print_attr_dict_with_keyword(self, _OWN_SYNTAX)
        printer.write(" ")
        printer.print_region(self.body, print_entry_args=False)

    def verify_op(self) -> None:
        signature = self.signature
        verify_signature(self)
        if self.is_kernel and signature.results:
            raise self.error("expected void return type for kernel function")
        if self.is_external:
            raise self.error("expected body with at least one block")
        types = [argument.type for argument in self.entry_block.arguments]
        least = len(signature.inputs) + workgroup_count(self)
        if len(types) < least:
            raise self.error(f"expected at least {least} arguments to body region")
        for index, type in enumerate(signature.inputs):
            if types[index] is not type:
                raise self.error(
                    f"expected body region argument #{index} to be of type '{type}', "
                    f"got '{types[index]}'"
                )
        verify_attributions(self, self.workgroup_buffers, "workgroup")
        verify_attributions(self, self.private_buffers, "private")


_OWN_SYNTAX = (
    "sym_name",
    KERNEL,
    WORKGROUP_COUNT,
    "function_type",
    "arg_attrs",
    "res_attrs",
    "workgroup_attrib_attrs",
    "private_attrib_attrs",
)


def workgroup_count(op: Operation) -> int:
    """How many of the attributed buffers of a function or launch each workgroup has."""
    count = op.get_attr(WORKGROUP_COUNT)
    return count.value if isinstance(count, IntegerAttr) else 0


@GPU.op("return")
class ReturnOp(Operation):
    """Ends a function for devices with its results."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="operands")
    traits = (HasParent("gpu.func"), Pure(), IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, GPUFuncOp)
        results = function.signature.results
        if len(results) != len(self.values):
            failure = self.error(f"expected {len(results)} result operands")
            failure.diagnostics[0].note("return type declared here", function)
            raise failure
        for index, (type, value) in enumerate(zip(results, self.values, strict=True)):
            if value.type is not type:
                raise self.error(f"unexpected type `'{value.type}'' for operand #{index}")


@GPU.op("binary")
class BinaryOp(Operation):
    """Code that has been compiled, for one target or several."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    offloading_handler: d.OptionalAttr[Attribute, Attribute] = d.optional_attr(
        OFFLOADING_HANDLER, name="offloadingHandler"
    )
    objects: d.Attr[ArrayAttr, d.Items] = d.attr(OBJECTS)
    traits = (SymbolTrait(),)
    assembly_format = "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects"
