"""Code for devices: modules, functions, and compiled binaries."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.function_ops import (
    Signature,
    argument_dictionaries,
    print_signature,
    verify_signature,
)
from bufferize.interfaces import FunctionOpInterface
from bufferize_gpu.compilation import OBJECTS, OFFLOADING_HANDLER, TARGETS
from bufferize_gpu.dialect import GPU
from bufferize_gpu.syntax import parse_attributions, print_attributions, verify_attributions

KERNEL = "gpu.kernel"
"""The attribute of functions that may be launched."""
WORKGROUP_COUNT = "workgroup_attributions"
"""The attribute for the number of workgroup buffers; the other buffers are per thread."""

SIZES = d.pred(
    lambda a: len(a.values) == 3,
    f"{d.DENSE_I32_ARRAY.description} with 3 elements (if present)",
    d.DENSE_I32_ARRAY,
)


@GPU.op("module")
class GPUModuleOp(d.Operation):
    """Functions that are compiled together for devices."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    targets: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(TARGETS)
    offloading_handler: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(
        OFFLOADING_HANDLER, name="offloadingHandler"
    )
    body: d.Region = d.region(num_blocks=1, name="bodyRegion")
    traits = (
        d.IsolatedFromAbove(),
        d.NoRegionArguments(),
        d.SymbolTableTrait(),
        d.SymbolTrait(),
        d.NoTerminator(),
        d.SingleBlock(),
        d.GraphRegion(),
    )
    assembly_format = (
        "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion"
    )


@GPU.op("func")
class GPUFuncOp(d.Operation, FunctionOpInterface):
    """A function for devices, possibly a kernel, which may be launched.

    Its name is stored as a discardable attribute.
    """

    function_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.FUNCTION_TYPE_ATTR)
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    workgroup_attrib_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    private_attrib_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    known_block_size: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(SIZES)
    known_grid_size: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(SIZES)
    known_cluster_size: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(SIZES)
    body: d.Region = d.region()
    traits = (
        d.HasParent("gpu.module"),
        d.AutomaticAllocationScope(),
        d.IsolatedFromAbove(),
        d.AffineScope(),
        d.SymbolTrait(),
    )

    @property
    def is_kernel(self) -> bool:
        """Whether the function may be launched."""
        return isinstance(self.attributes.get(KERNEL), ir.UnitAttr)

    @property
    def body_arguments(self) -> tuple[ir.BlockArgument, ...]:
        """The arguments of the function, without memory attributions."""
        return super().body_arguments[: len(self.signature.inputs)]

    @property
    def workgroup_buffers(self) -> tuple[ir.BlockArgument, ...]:
        """The buffers of each workgroup."""
        return self._buffers[: workgroup_count(self)]

    @property
    def private_buffers(self) -> tuple[ir.BlockArgument, ...]:
        """The buffers of each thread."""
        return self._buffers[workgroup_count(self) :]

    @property
    def _buffers(self) -> tuple[ir.BlockArgument, ...]:
        return super().body_arguments[len(self.signature.inputs) :]

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `@name(arguments) (-> types)? workgroup? private? kernel? attributes? body`."""
        state.attributes["sym_name"] = ir.StringAttr(parser.parse_symbol_name())
        offset = parser.offset
        signature = Signature.parse(parser)
        arguments = signature.arguments
        state.properties["function_type"] = ir.TypeAttr(
            ir.FunctionType(signature.inputs, signature.results)
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
                state.attributes[WORKGROUP_COUNT] = ir.IntegerAttr(len(buffers), ir.I64)
            arguments = [*arguments, *buffers]
        if parser.parse_optional_keyword("kernel"):
            state.attributes[KERNEL] = ir.UNIT
        offset = parser.offset
        attributes = parser.parse_optional_attr_dict_with_keyword()
        for name in attributes:
            if name in state.attributes or name in state.properties:
                message = f"attribute '{name}' occurs more than once in the attribute list"
                raise parser.error(message, offset)
        state.attributes.update(attributes)
        state.regions.append(parser.parse_region(arguments))

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
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


def workgroup_count(op: d.Operation) -> int:
    """Return how many buffers of a function or launch belong to each workgroup, not thread."""
    count = op.get_attr(WORKGROUP_COUNT)
    return count.value if isinstance(count, ir.IntegerAttr) else 0


@GPU.op("return")
class ReturnOp(d.Operation):
    """The end of a function for devices, with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.HasParent("gpu.func"), d.Pure(), d.IsTerminator())
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
class BinaryOp(d.Operation):
    """Code that has been compiled, for one target or several."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    offloading_handler: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(
        OFFLOADING_HANDLER, name="offloadingHandler"
    )
    objects: d.Attr[ir.ArrayAttr, d.Items] = d.attr(OBJECTS)
    traits = (d.SymbolTrait(),)
    assembly_format = "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects"
