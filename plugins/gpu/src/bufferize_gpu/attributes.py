"""The gpu dialect's enumerations, and attributes that map loops to parts of a device."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_gpu.dialect import GPU


def parse_struct(parser: d.AsmParser, readers: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """Read `name = value, …` in any order, each once; `readers` parse the values."""
    found: dict[str, Any] = {}
    while True:
        offset = parser.offset
        name = parser.parse_any_keyword()
        if name in found or name not in readers:
            raise parser.error(f"duplicate or unknown struct parameter name: {name}", offset)
        parser.parse_punctuation("=")
        found[name] = readers[name]()
        if not parser.parse_optional_punctuation(","):
            return found


@GPU.attribute("address_space")
class AddressSpaceAttr(d.EnumAttr):
    """`#gpu.address_space<workgroup>`: which threads share a memory."""

    cases: ClassVar = {"global": 1, "workgroup": 2, "private": 3}
    cpp_name: ClassVar = "::mlir::gpu::AddressSpace"


@ir.parameters
class KeywordAttr(d.EnumAttr):
    """Base of the enumerations with the syntax `#gpu<mnemonic case>`.

    The case is printed with a space before it, in the syntax of ops too.
    """

    angle_brackets: ClassVar = False

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        printer.write(f" {self.keyword}")


@GPU.attribute("dim")
class DimensionAttr(KeywordAttr):
    """`#gpu<dim x>`: a dimension of a grid, a cluster or a block."""

    cases: ClassVar = {"x": 0, "y": 1, "z": 2}
    cpp_name: ClassVar = "::mlir::gpu::Dimension"


@GPU.attribute("all_reduce_op")
class AllReduceOperationAttr(KeywordAttr):
    """`#gpu<all_reduce_op add>`: how a reduction combines two values."""

    cases: ClassVar = {
        "add": 0,
        "mul": 1,
        "minui": 2,
        "minsi": 3,
        "minnumf": 4,
        "maxui": 5,
        "maxsi": 6,
        "maxnumf": 7,
        "and": 8,
        "or": 9,
        "xor": 10,
        "minimumf": 11,
        "maximumf": 12,
    }
    cpp_name: ClassVar = "::mlir::gpu::AllReduceOperation"

    def supports(self, type: ir.Type) -> bool:
        """Return whether the reduction is defined for this type."""
        if self.keyword in ("add", "mul"):
            return True
        return isinstance(type, ir.FloatType if self.keyword.endswith("f") else ir.IntegerType)


@GPU.attribute("shuffle_mode")
class ShuffleModeAttr(KeywordAttr):
    """`#gpu<shuffle_mode xor>`: from which lane gpu.shuffle takes the value."""

    cases: ClassVar = {"xor": 0, "up": 2, "down": 1, "idx": 3}
    cpp_name: ClassVar = "::mlir::gpu::ShuffleMode"


@GPU.attribute("broadcast")
class BroadcastTypeAttr(KeywordAttr):
    """`#gpu<broadcast specific_lane>`: which lane's value all lanes get."""

    cases: ClassVar = {"first_active_lane": 0, "specific_lane": 1}
    cpp_name: ClassVar = "::mlir::gpu::BroadcastType"


@GPU.attribute("mma_element_wise")
class MMAElementwiseOpAttr(KeywordAttr):
    """`#gpu<mma_element_wise addf>`: the operation on each element of matrices."""

    cases: ClassVar = {
        "addf": 0,
        "mulf": 1,
        "subf": 2,
        "maxf": 3,
        "minf": 4,
        "divf": 5,
        "addi": 6,
        "muli": 7,
        "subi": 8,
        "divs": 9,
        "divu": 10,
        "negatef": 11,
        "negates": 12,
        "extf": 13,
    }
    cpp_name: ClassVar = "::mlir::gpu::MMAElementwiseOp"


@GPU.attribute("prune_2to4_spmat_flag")
class Prune2To4SpMatFlagAttr(KeywordAttr):
    """`#gpu<prune_2to4_spmat_flag NONE>`: how 2 of every 4 elements are set to zero."""

    cases: ClassVar = {"NONE": 0, "PRUNE_ONLY": 1, "PRUNE_AND_CHECK": 2}
    cpp_name: ClassVar = "::mlir::gpu::Prune2To4SpMatFlag"


@GPU.attribute("mat_transpose_mode")
class TransposeModeAttr(KeywordAttr):
    """`#gpu<mat_transpose_mode TRANSPOSE>`: whether a matrix is transposed before it is used."""

    cases: ClassVar = {"NON_TRANSPOSE": 0, "TRANSPOSE": 1, "CONJUGATE_TRANSPOSE": 2}
    cpp_name: ClassVar = "::mlir::gpu::TransposeMode"


@GPU.attribute("spgemm_work_estimation_or_compute_kind")
class SpGEMMWorkEstimationOrComputeKindAttr(KeywordAttr):
    """`#gpu<spgemm_work_estimation_or_compute_kind COMPUTE>`: which step of a sparse product."""

    cases: ClassVar = {"WORK_ESTIMATION": 0, "COMPUTE": 1}
    cpp_name: ClassVar = "::mlir::gpu::SpGEMMWorkEstimationOrComputeKind"


@ir.parameters
class DeviceMappingAttr(d.EnumAttr):
    """Base of the attributes that map a dimension of an `scf.forall` to one of a device."""

    cases: ClassVar = {
        "x": 0,
        "y": 1,
        "z": 2,
        **{f"linear_dim_{number}": 3 + number for number in range(10)},
    }
    cpp_name: ClassVar = "::mlir::gpu::MappingId"


@GPU.attribute("block")
class BlockMappingAttr(DeviceMappingAttr):
    """`#gpu.block<x>`: a mapping to the blocks of a grid."""


@GPU.attribute("warpgroup")
class WarpgroupMappingAttr(DeviceMappingAttr):
    """`#gpu.warpgroup<x>`: a mapping to groups of four subgroups."""


@GPU.attribute("warp")
class WarpMappingAttr(DeviceMappingAttr):
    """`#gpu.warp<x>`: a mapping to the subgroups of a block."""


@GPU.attribute("thread")
class ThreadMappingAttr(DeviceMappingAttr):
    """`#gpu.thread<x>`: a mapping to the threads of a block."""


@GPU.attribute("lane")
class LaneMappingAttr(DeviceMappingAttr):
    """`#gpu.lane<x>`: a mapping to the threads of a subgroup."""


@GPU.attribute("memory_space")
class MemorySpaceMappingAttr(d.EnumAttr):
    """`#gpu.memory_space<workgroup>`: where a promoted value is put."""

    cases: ClassVar = AddressSpaceAttr.cases
    cpp_name: ClassVar = AddressSpaceAttr.cpp_name


@GPU.attribute("mask")
@ir.parameters
class MappingMaskAttr(ir.Attribute):
    """`#gpu.mask<5>`: which of 64 units take part, one bit each."""

    mask: int

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> MappingMaskAttr:
        """Read `<bits>`."""
        parser.parse_punctuation("<")
        mask = parser.parse_integer(unsigned=True)
        parser.parse_punctuation(">")
        return cls(mask)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(f"<{self.mask}>")


_PROCESSORS = (
    *("block_x", "block_y", "block_z"),
    *("thread_x", "thread_y", "thread_z"),
    "sequential",
)


@GPU.attribute("loop_dim_map")
@ir.parameters
class ParallelLoopDimMappingAttr(ir.Attribute):
    """`#gpu.loop_dim_map<processor = block_x, map = …, bound = …>`: for a loop of `scf.parallel`."""

    processor: str
    map: ir.AffineMap
    """The map from the processor's number to the iteration's."""
    bound: ir.AffineMap
    """The map from the loop's upper bound to the number of processors."""

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ParallelLoopDimMappingAttr:
        """Read `<processor = …, map = …, bound = …>`, in any order."""

        def parse_processor() -> str:
            processor = parser.parse_optional_any_keyword(_PROCESSORS)
            if processor is None:
                expected = ", ".join(_PROCESSORS)
                raise parser.error(f"expected ::mlir::gpu::Processor to be one of: {expected}")
            return processor

        parse_map = parser.parse_affine_map
        parser.parse_punctuation("<")
        readers = {"processor": parse_processor, "map": parse_map, "bound": parse_map}
        found = parse_struct(parser, readers)
        if len(found) < len(readers):
            raise parser.error("expected ','")
        parser.parse_punctuation(">")
        return cls(found["processor"], found["map"], found["bound"])

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write the parameters in their order."""
        printer.write(f"<processor = {self.processor}, map = ")
        printer.print_affine_map(self.map)
        printer.write(", bound = ")
        printer.print_affine_map(self.bound)
        printer.write(">")
