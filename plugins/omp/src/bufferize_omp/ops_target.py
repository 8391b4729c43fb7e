"""The data that is mapped to a device and back, and the regions that run there."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Flag, auto
from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import is_block_reachable
from bufferize_omp.dialect import OMP, POINTER
from bufferize_omp.ops_loops import DistributeOp, LoopNestOp, LoopOp, SimdOp, WsloopOp
from bufferize_omp.ops_map import MAP_ENTRIES, MapInfoOp, verify_defined, verify_mapped
from bufferize_omp.ops_regions import (
    ALLOCATE,
    AllocatingOp,
    ParallelOp,
    TeamsOp,
    verify_entry_arguments,
)
from bufferize_omp.ops_tasks import DEPEND, DEPENDENCES, verify_dependences

_DEVICE = "`device` `(` $device `:` type($device) `)`"


class MappingOp(d.Operation):
    """Base of the ops that map variables to a device."""

    unfit: ClassVar[tuple[str, ...]] = ("del",)
    """The map flags that the variables cannot have."""
    permitted: ClassVar[str] = "to, from, tofrom and alloc map types are permitted"

    map_vars: d.VariadicOperand

    def verify_maps(self) -> None:
        """Check how the variables are mapped."""
        for variable in self.map_vars:
            verify_defined(self, (variable,))
            info = variable.defining_op
            if not isinstance(info, MapInfoOp):
                raise self.error("map argument is not a map entry operation")
            self.verify_flags(info)

    def verify_flags(self, info: MapInfoOp) -> None:
        """Check how a variable is mapped."""
        if any(flag in info.map_type for flag in self.unfit):
            raise self.error(self.permitted)


@OMP.op("target_data")
class TargetDataOp(MappingOp):
    """The mapping of variables to a device while a region runs."""

    device: d.OptionalOperand = d.optional_operand(d.ANY_INTEGER)
    if_expr: d.OptionalOperand = d.optional_operand(d.I1)
    map_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    use_device_addr_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    use_device_ptr_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    region: d.Region = d.region()
    assembly_format = f"""
        oilist({_DEVICE} | `if` `(` $if_expr `)` | {MAP_ENTRIES})
        custom<UseDeviceAddrUseDevicePtrRegion>($region, $use_device_addr_vars,
            type($use_device_addr_vars), $use_device_ptr_vars, type($use_device_ptr_vars))
        attr-dict
    """

    def verify_op(self) -> None:
        addresses, pointers = self.use_device_addr_vars, self.use_device_ptr_vars
        if not (self.map_vars or addresses or pointers):
            raise self.error(
                "At least one of map, use_device_ptr_vars, or use_device_addr_vars operand must "
                "be present"
            )
        self.verify_maps()
        verify_mapped(self, "use_device_addr", addresses)
        verify_mapped(self, "use_device_ptr", pointers)
        verify_entry_arguments(self, len(addresses) + len(pointers))


class MotionOp(MappingOp):
    """Base of the ops that move data when they are executed."""

    depend_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    device: d.OptionalOperand = d.optional_operand(d.ANY_INTEGER)
    if_expr: d.OptionalOperand = d.optional_operand(d.I1)
    map_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    depend_kinds: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(DEPENDENCES)
    nowait: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    assembly_format = f"""
        oilist({DEPEND} | {_DEVICE} | `if` `(` $if_expr `)` | {MAP_ENTRIES} | `nowait` $nowait)
        attr-dict
    """

    def verify_op(self) -> None:
        verify_dependences(self, self.depend_kinds, len(self.depend_vars))
        self.verify_maps()


@OMP.op("target_enter_data")
class TargetEnterDataOp(MotionOp):
    """The start of a mapping of variables to a device, until `omp.target_exit_data`."""

    unfit = ("from", "del")
    permitted = "to and alloc map types are permitted"


@OMP.op("target_exit_data")
class TargetExitDataOp(MotionOp):
    """The end of a mapping that `omp.target_enter_data` started."""

    unfit = ("to",)
    permitted = "from, release and delete map types are permitted"


@OMP.op("target_update")
class TargetUpdateOp(MotionOp):
    """A copy of mapped variables to a device, or back."""

    unfit = ("always", "close", "implicit")
    permitted = "present, mapper and iterator map type modifiers are permitted"

    def verify_flags(self, info: MapInfoOp) -> None:
        """Check that a variable is copied, and one way only."""
        flags = info.map_type
        ways = {way for way in ("to", "from") if way in flags}
        if not ways or "del" in flags:
            raise self.error(
                "at least one of to or from map types must be specified, other map types are not "
                "permitted"
            )
        for variable in self.map_vars:
            other = variable.defining_op
            if isinstance(other, MapInfoOp) and other.var_ptr is info.var_ptr:
                ways |= {way for way in ("to", "from") if way in other.map_type}
        if len(ways) > 1:
            raise self.error("either to or from map types can be specified, not both")
        super().verify_flags(info)


@OMP.op("target")
class TargetOp(MappingOp, AllocatingOp):
    """A region that a device runs."""

    depend_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    device: d.OptionalOperand = d.optional_operand(d.ANY_INTEGER)
    has_device_addr_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    host_eval_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    if_expr: d.OptionalOperand = d.optional_operand(d.I1)
    in_reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    is_device_ptr_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    map_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    thread_limit: d.OptionalOperand = d.optional_operand(d.ANY_INTEGER)
    bare: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    depend_kinds: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(DEPENDENCES)
    in_reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(
        d.DENSE_BOOL_ARRAY
    )
    in_reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    nowait: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    private_maps: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    region: d.Region = d.region()
    traits = (d.IsolatedFromAbove(),)
    assembly_format = f"""
        oilist({ALLOCATE} | `ompx_bare` $bare | {DEPEND} | {_DEVICE} | `if` `(` $if_expr `)`
            | `is_device_ptr` `(` $is_device_ptr_vars `:` type($is_device_ptr_vars) `)`
            | `nowait` $nowait | `thread_limit` `(` $thread_limit `:` type($thread_limit) `)`)
        custom<TargetOpRegion>($region, $has_device_addr_vars, type($has_device_addr_vars),
            $host_eval_vars, type($host_eval_vars), $in_reduction_vars, type($in_reduction_vars),
            $in_reduction_byref, $in_reduction_syms, $map_vars, type($map_vars), $private_vars,
            type($private_vars), $private_syms, $private_needs_barrier, $private_maps) attr-dict
    """

    @property
    def host_eval_arguments(self) -> tuple[ir.BlockArgument, ...]:
        """The region's arguments for values that the host computes."""
        start = len(self.has_device_addr_vars)
        arguments = self.region.blocks[0].arguments if self.region.blocks else ()
        return tuple(arguments[start : start + len(self.host_eval_vars)])

    def verify_op(self) -> None:
        verify_dependences(self, self.depend_kinds, len(self.depend_vars))
        # mlir-opt accepts this, and crashes when it prints it.
        self.verify_allocations()
        verify_mapped(self, "has_device_addr", self.has_device_addr_vars)
        self.verify_maps()
        if self.private_maps is not None and len(self.private_maps.values) != len(
            self.private_vars
        ):
            raise self.error(
                "sizes of `private` operand range and `private_maps` attribute mismatch"
            )
        verify_entry_arguments(
            self,
            len(self.has_device_addr_vars)
            + len(self.host_eval_vars)
            + len(self.in_reduction_vars)
            + len(self.map_vars)
            + len(self.private_vars),
        )

    def verify_regions(self) -> None:
        blocks = self.region.blocks
        if sum(isinstance(op, TeamsOp) for block in blocks for op in block.ops) > 1:
            raise self.error("target containing multiple 'omp.teams' nested ops")
        verify_host_eval(self, self.region, self.host_eval_arguments)


class _Kernel(Flag):
    """The properties of a kernel that the host knows before it starts it."""

    NOTHING = 0
    THREADS = auto()
    """The fact that all threads run the kernel from the beginning."""
    TRIP_COUNT = auto()
    """The fact that the number of iterations of the kernel's loop is known."""


def verify_host_eval(
    target: ir.Operation, region: ir.Region, arguments: Sequence[ir.BlockArgument]
) -> None:
    """Check that these arguments are only used to start the kernel. Raises VerifyError."""
    nest = _captured_op(region)
    kernel = _kernel(target, nest) if isinstance(nest, LoopNestOp) else _Kernel.NOTHING
    for argument in arguments:
        for user in argument.users:
            if isinstance(user, TeamsOp):
                if argument not in (
                    user.num_teams_lower,
                    user.num_teams_upper,
                    user.thread_limit,
                ):
                    raise target.error(
                        "host_eval argument only legal as 'num_teams' and 'thread_limit' in "
                        "'omp.teams'"
                    )
            elif isinstance(user, ParallelOp):
                if not (
                    _Kernel.THREADS in kernel
                    and user.is_ancestor_of(nest)
                    and argument is user.num_threads
                ):
                    raise target.error(
                        "host_eval argument only legal as 'num_threads' in 'omp.parallel' when "
                        "representing target SPMD"
                    )
            elif isinstance(user, LoopNestOp):
                if _Kernel.TRIP_COUNT not in kernel or user is not nest:
                    raise target.error(
                        "host_eval argument only legal as loop bounds and steps in "
                        "'omp.loop_nest' when trip count must be evaluated in the host"
                    )
            else:
                raise target.error(f"host_eval argument illegal use in '{user.name}' operation")


def _captured_op(region: ir.Region) -> ir.Operation | None:
    """Return the innermost op in a chain of ops that are alone in their regions, or a loop nest."""
    captured: ir.Operation | None = None
    while True:
        ops = [op for block in region.blocks for op in block.ops if op.dialect_name == OMP.name]
        inner = [op for op in ops if op.regions]
        if (
            len(inner) != 1
            or any(op is not inner[0] and not op.has_trait(d.IsTerminator) for op in ops)
            or not _runs_once(inner[0].parent)
        ):
            return captured
        captured = inner[0]
        if isinstance(captured, LoopNestOp):
            return captured
        region = captured.regions[0]


def _runs_once(block: ir.Block | None) -> bool:
    """Return whether every path through a region passes a block exactly once."""
    assert block is not None
    assert block.parent is not None
    entry = block.parent.blocks[0]
    if is_block_reachable(block, block):
        return False
    exits = (
        other for other in block.parent.blocks if not other.successors() and other is not block
    )
    return entry is block or not any(is_block_reachable(entry, end, (block,)) for end in exits)


def _kernel(target: ir.Operation, nest: LoopNestOp) -> _Kernel:
    """Return the properties of the kernel that follow from the ops around a loop."""
    around: list[ir.Operation] = []
    op = nest.parent_op
    while op is not None and op is not target:
        around.append(op)
        op = op.parent_op
    if around and isinstance(around[0], SimdOp):
        del around[0]
    match around:
        case [WsloopOp(), DistributeOp(), ParallelOp(), TeamsOp()]:
            return _Kernel.THREADS | _Kernel.TRIP_COUNT
        case [DistributeOp() | LoopOp(), TeamsOp()]:
            return _Kernel.TRIP_COUNT
        case [WsloopOp(), ParallelOp()]:
            return _Kernel.THREADS
    return _Kernel.NOTHING
