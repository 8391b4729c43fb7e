"""Launching code on a device: a region, or a kernel by its name."""

from __future__ import annotations

from typing import cast

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import parse_assignments, print_assignments
from bufferize.dialects.builtin import ModuleOp
from bufferize.interfaces import (
    BufferDeallocationOpInterface,
    FunctionOpInterface,
    OwnershipState,
    RepeatedRegionsInterface,
)
from bufferize_gpu.dialect import GPU, TOKEN, AsyncTokenType
from bufferize_gpu.ops_memory import ASYNC, AsyncUseOp
from bufferize_gpu.ops_module import (
    KERNEL,
    WORKGROUP_COUNT,
    BinaryOp,
    GPUFuncOp,
    GPUModuleOp,
    workgroup_count,
)
from bufferize_gpu.syntax import (
    AsyncDependencies,
    parse_attributions,
    print_attributions,
    verify_attributions,
)

CONTAINER = "gpu.container_module"
"""The attribute of modules that contain `gpu.module` ops and their launches."""

_OWN_SYNTAX = ("operandSegmentSizes", WORKGROUP_COUNT, "module", "function")
_NUM_GROUPS = 4
"""The number of groups of three body arguments: block ids, thread ids, grid and block sizes."""


@GPU.op("launch")
class LaunchOp(AsyncUseOp, RepeatedRegionsInterface):
    """The launch of a region on a device, once for each thread of a grid of blocks.

    The arguments of the body are the numbers of the block and of the thread, the sizes of the grid and
    of the blocks, the number of the cluster and the size of the clusters if there are any, three each,
    and then buffers that each workgroup or each thread has.
    """

    grid_size_x: d.Operand = d.operand(d.INDEX, name="gridSizeX")
    grid_size_y: d.Operand = d.operand(d.INDEX, name="gridSizeY")
    grid_size_z: d.Operand = d.operand(d.INDEX, name="gridSizeZ")
    block_size_x: d.Operand = d.operand(d.INDEX, name="blockSizeX")
    block_size_y: d.Operand = d.operand(d.INDEX, name="blockSizeY")
    block_size_z: d.Operand = d.operand(d.INDEX, name="blockSizeZ")
    cluster_size_x: d.OptionalOperand = d.optional_operand(d.INDEX, name="clusterSizeX")
    cluster_size_y: d.OptionalOperand = d.optional_operand(d.INDEX, name="clusterSizeY")
    cluster_size_z: d.OptionalOperand = d.optional_operand(d.INDEX, name="clusterSizeZ")
    dynamic_shared_memory_size: d.OptionalOperand = d.optional_operand(
        d.I32, name="dynamicSharedMemorySize"
    )
    module: d.OptionalAttr[ir.SymbolRefAttr, str] = d.optional_attr(d.FLAT_SYMBOL_REF)
    function: d.OptionalAttr[ir.SymbolRefAttr, str] = d.optional_attr(d.FLAT_SYMBOL_REF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    body: d.Region = d.region()
    traits = (
        d.AffineScope(),
        d.AutomaticAllocationScope(),
        d.RecursiveMemoryEffects(),
        d.ParallelRegion(),
    )

    @property
    def grid_size(self) -> tuple[ir.Value, ir.Value, ir.Value]:
        """The number of blocks in each dimension."""
        return self.grid_size_x, self.grid_size_y, self.grid_size_z

    @property
    def block_size(self) -> tuple[ir.Value, ir.Value, ir.Value]:
        """The number of threads of each block in each dimension."""
        return self.block_size_x, self.block_size_y, self.block_size_z

    @property
    def cluster_size(self) -> tuple[ir.Value, ir.Value, ir.Value] | None:
        """The number of blocks of each cluster in each dimension; None without clusters."""
        sizes = self.cluster_size_x, self.cluster_size_y, self.cluster_size_z
        return None if None in sizes else cast("tuple[ir.Value, ir.Value, ir.Value]", sizes)

    @property
    def workgroup_buffers(self) -> list[ir.BlockArgument]:
        """The buffers of each workgroup."""
        start = self._num_positions
        return self._arguments[start : start + workgroup_count(self)]

    @property
    def private_buffers(self) -> list[ir.BlockArgument]:
        """The buffers of each thread."""
        return self._arguments[self._num_positions + workgroup_count(self) :]

    @property
    def _arguments(self) -> list[ir.BlockArgument]:
        return list(self.body.blocks[0].arguments)

    @property
    def _num_positions(self) -> int:
        groups = _NUM_GROUPS if self.cluster_size is None else _NUM_GROUPS + 2
        return 3 * groups

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `async? [tokens]? (clusters …)? blocks … threads … (more)? body {attributes}`."""
        token, tokens = AsyncDependencies.parse(parser)
        has_clusters = parser.parse_optional_keyword("clusters")
        cluster_ids, cluster_sizes, of_cluster = (
            _parse_sizes(parser) if has_clusters else ([], [], [])
        )
        parser.parse_keyword("blocks")
        block_ids, grid_sizes, of_grid = _parse_sizes(parser)
        parser.parse_keyword("threads")
        thread_ids, block_sizes, of_block = _parse_sizes(parser)
        operands = parser.resolve_operands(tokens, [AsyncTokenType()] * len(tokens))
        for size in (*of_grid, *of_block, *of_cluster):
            operands.append(parser.resolve_operand(size, ir.INDEX))
        has_memory = parser.parse_optional_keyword("dynamic_shared_memory_size")
        if has_memory:
            operands.append(parser.resolve_operand(parser.parse_operand(), ir.I32))
        for name in ("module", "function"):
            if parser.parse_optional_keyword(name):
                parser.parse_punctuation("(")
                state.properties[name] = ir.SymbolRefAttr(parser.parse_symbol_name())
                parser.parse_punctuation(")")
        workgroup = parse_attributions(parser, "workgroup")
        private = parse_attributions(parser, "private")
        positions = [
            *(*block_ids, *thread_ids, *grid_sizes, *block_sizes),
            *(*cluster_ids, *cluster_sizes),
        ]
        for position in positions:
            position.type = ir.INDEX
        state.operands = operands
        state.result_types = [] if token is None else [token]
        sizes = [len(tokens), *[1] * 6, *[int(has_clusters)] * 3, int(has_memory)]
        state.properties["operandSegmentSizes"] = ir.dense_i32(sizes)
        state.attributes[WORKGROUP_COUNT] = ir.IntegerAttr(len(workgroup), ir.I64)
        state.regions = [parser.parse_region([*positions, *workgroup, *private])]
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        if self.async_token is not None or self.async_dependencies:
            printer.write(" ")
            token = None if self.async_token is None else self.async_token.type
            AsyncDependencies.print(printer, self, token, self.async_dependencies)
        arguments, clusters = self._arguments, self.cluster_size
        if clusters is not None:
            printer.write(" clusters")
            _print_sizes(printer, arguments[12:15], arguments[15:18], clusters)
        printer.write(" blocks")
        _print_sizes(printer, arguments[0:3], arguments[6:9], self.grid_size)
        printer.write(" threads")
        _print_sizes(printer, arguments[3:6], arguments[9:12], self.block_size)
        if self.dynamic_shared_memory_size is not None:
            printer.write(" dynamic_shared_memory_size ")
            printer.print_operand(self.dynamic_shared_memory_size)
        for name, symbol in (("module", self.module), ("function", self.function)):
            if symbol is not None:
                printer.write(f" {name}(")
                printer.print_attribute(symbol)
                printer.write(")")
        print_attributions(printer, "workgroup", self.workgroup_buffers)
        print_attributions(printer, "private", self.private_buffers)
        printer.write(" ")
        printer.print_region(self.body, print_entry_args=False)
        printer.print_attr_dict(self, _OWN_SYNTAX)

    def verify_op(self) -> None:
        sizes = self.cluster_size_x, self.cluster_size_y, self.cluster_size_z
        if self.cluster_size is None and any(size is not None for size in sizes):
            raise self.error("cluster size must be all present")
        if not self.body.blocks:
            raise self.error("expected body with at least one block")

    def verify_regions(self) -> None:
        if len(self._arguments) < self._num_positions + workgroup_count(self):
            raise self.error("unexpected number of region arguments")
        verify_attributions(self, self.workgroup_buffers, "workgroup")
        verify_attributions(self, self.private_buffers, "private")
        for block in self.body.blocks:
            last = block.last_op
            if last is None or last.successors or isinstance(last, TerminatorOp):
                continue
            failure = last.error("expected 'gpu.terminator' or a terminator with successors")
            failure.diagnostics[0].note("in 'gpu.launch' body region", self)
            raise failure


def _parse_sizes(
    parser: d.AsmParser,
) -> tuple[list[d.Argument], list[d.Argument], list[d.UnresolvedOperand]]:
    """Read `(%i, %j, %k) in (%size = %value, …)`: indices, sizes, and the values of the sizes."""
    offset = parser.offset
    numbers = parser.parse_argument_list("(")
    if len(numbers) != 3:
        raise parser.error("expected 3 names", offset)
    parser.parse_keyword("in")
    offset = parser.offset
    sizes, values = parse_assignments(parser)
    if len(sizes) != 3:
        raise parser.error("expected 3 sizes", offset)
    return numbers, sizes, values


def _print_sizes(
    printer: d.AsmPrinter,
    numbers: list[ir.BlockArgument],
    sizes: list[ir.BlockArgument],
    values: tuple[ir.Value, ir.Value, ir.Value],
) -> None:
    printer.write("(")
    printer.print_operands(numbers)
    printer.write(") in ")
    print_assignments(printer, sizes, values)


@GPU.op("terminator")
class TerminatorOp(d.Operation, BufferDeallocationOpInterface):
    """The end of the body of gpu.launch."""

    traits = (d.HasParent("gpu.launch"), d.Pure(), d.IsTerminator())
    assembly_format = "attr-dict"

    def deallocate(self, state: OwnershipState) -> d.Operation:
        """Return the op unchanged: it has no operands."""
        state.free(())
        return self


_SIZE: d.Constraint[ir.Type] = d.one_of(d.INDEX, d.I32, d.I64)


@GPU.op("launch_func")
class LaunchFuncOp(AsyncUseOp):
    """The launch of a kernel on a device, once for each thread of a grid of blocks."""

    kernel: d.Attr[ir.SymbolRefAttr, ir.SymbolRefAttr] = d.attr(d.SYMBOL_REF)
    grid_size_x: d.Operand = d.operand(_SIZE, name="gridSizeX")
    grid_size_y: d.Operand = d.operand(_SIZE, name="gridSizeY")
    grid_size_z: d.Operand = d.operand(_SIZE, name="gridSizeZ")
    block_size_x: d.Operand = d.operand(_SIZE, name="blockSizeX")
    block_size_y: d.Operand = d.operand(_SIZE, name="blockSizeY")
    block_size_z: d.Operand = d.operand(_SIZE, name="blockSizeZ")
    cluster_size_x: d.OptionalOperand = d.optional_operand(_SIZE, name="clusterSizeX")
    cluster_size_y: d.OptionalOperand = d.optional_operand(_SIZE, name="clusterSizeY")
    cluster_size_z: d.OptionalOperand = d.optional_operand(_SIZE, name="clusterSizeZ")
    dynamic_shared_memory_size: d.OptionalOperand = d.optional_operand(
        d.I32, name="dynamicSharedMemorySize"
    )
    kernel_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="kernelOperands")
    async_object: d.OptionalOperand = d.optional_operand(d.ANY_TYPE, name="asyncObject")
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    traits = (
        d.AllTypesMatch(
            *("gridSizeX", "gridSizeY", "gridSizeZ"), *("blockSizeX", "blockSizeY", "blockSizeZ")
        ),
    )
    assembly_format = (
        f"{ASYNC} (`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel "
        "(`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? "
        "`blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` "
        "`threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` "
        "custom<LaunchDimType>(type($gridSizeX), ref($clusterSizeX), type($clusterSizeX), "
        "type($clusterSizeY), type($clusterSizeZ)) "
        "(`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? "
        "custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict"
    )

    def verify_op(self) -> None:
        module = self.parent_op
        while module is not None and not isinstance(module, ModuleOp):
            module = module.parent_op
        if module is None:
            raise self.error("expected to belong to a module")
        if CONTAINER not in module.attributes:
            raise self.error(
                f"expected the closest surrounding module to have the '{CONTAINER}' attribute"
            )
        sizes = self.cluster_size_x, self.cluster_size_y, self.cluster_size_z
        if len({size.type for size in sizes if size is not None}) > 1:
            raise self.error("expects types of the cluster dimensions must be the same")

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a kernel with these argument types."""
        function = self.parent_op
        module = None if function is None else function.parent_op
        if not isinstance(module, ModuleOp) or CONTAINER not in module.attributes:
            return  # launches at any other depth may refer to kernels that do not exist yet
        name = self.kernel
        container = tables.lookup_in(module, ir.SymbolRefAttr(name.root))
        if container is None:
            raise self.error(f"kernel container '{name.root}' is undefined")
        if isinstance(container, BinaryOp):
            return
        if not isinstance(container, GPUModuleOp):
            raise self.error(f"kernel module '{name.root}' is undefined")
        kernel = tables.lookup_in(module, name)
        if kernel is None:
            raise self.error(f"kernel function '{name}' is undefined")
        if not isinstance(kernel, FunctionOpInterface):
            failure = self.error(f"referenced kernel '{name}' is not a function")
            failure.diagnostics[0].note("see the kernel definition here", kernel)
            raise failure
        if KERNEL not in kernel.attributes:
            raise self.error(f"kernel function is missing the '{KERNEL}' attribute")
        if isinstance(kernel, GPUFuncOp):
            self._verify_operands(kernel.signature.inputs)

    def _verify_operands(self, types: tuple[ir.Type, ...]) -> None:
        operands = self.kernel_operands
        if len(operands) != len(types):
            raise self.error(f"got {len(operands)} kernel operands but expected {len(types)}")
        for index, (operand, type) in enumerate(zip(operands, types, strict=True)):
            if operand.type is not type:
                raise self.error(f"type of function argument {index} does not match")
