"""Attributes that say which part of a device runs which iterations of a loop."""

from __future__ import annotations

from typing import ClassVar

from bufferize.define import EnumAttr
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import AffineMap, Attribute, parameters
from bufferize_gpu.base import GPU
from bufferize_gpu.enums import AddressSpaceAttr
from bufferize_gpu.structs import parse_struct


@parameters
class DeviceMappingAttr(EnumAttr):
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
    """`#gpu.block<x>`: to the blocks of a grid."""


@GPU.attribute("warpgroup")
class WarpgroupMappingAttr(DeviceMappingAttr):
    """`#gpu.warpgroup<x>`: to groups of four subgroups."""


@GPU.attribute("warp")
class WarpMappingAttr(DeviceMappingAttr):
    """`#gpu.warp<x>`: to the subgroups of a block."""


@GPU.attribute("thread")
class ThreadMappingAttr(DeviceMappingAttr):
    """`#gpu.thread<x>`: to the threads of a block."""


@GPU.attribute("lane")
class LaneMappingAttr(DeviceMappingAttr):
    """`#gpu.lane<x>`: to the threads of a subgroup."""


@GPU.attribute("memory_space")
class MemorySpaceMappingAttr(EnumAttr):
    """`#gpu.memory_space<workgroup>`: where a promoted value is put."""

    cases: ClassVar = AddressSpaceAttr.cases
    cpp_name: ClassVar = AddressSpaceAttr.cpp_name


@GPU.attribute("mask")
@parameters
class MappingMaskAttr(Attribute):
    """`#gpu.mask<5>`: the units that take part, a bit for each of 64."""

    mask: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> MappingMaskAttr:
        """`<bits>`."""
        parser.parse_punctuation("<")
        mask = parser.parse_integer(unsigned=True)
        parser.parse_punctuation(">")
        return cls(mask)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"<{self.mask}>")


_PROCESSORS = (
    *("block_x", "block_y", "block_z"),
    *("thread_x", "thread_y", "thread_z"),
    "sequential",
)


@GPU.attribute("loop_dim_map")
@parameters
class ParallelLoopDimMappingAttr(Attribute):
    """`#gpu.loop_dim_map<processor = block_x, map = …, bound = …>`: for a loop of `scf.parallel`."""

    processor: str
    map: AffineMap
    """From the number of the processor to that of the iteration."""
    bound: AffineMap
    """From the upper bound of the loop to the number of processors."""

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ParallelLoopDimMappingAttr:
        """`<processor = …, map = …, bound = …>`, in any order."""

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

    def print_parameters(self, printer: AsmPrinter) -> None:
        """In the order of the parameters."""
        printer.write(f"<processor = {self.processor}, map = ")
        printer.print_affine_map(self.map)
        printer.write(", bound = ")
        printer.print_affine_map(self.bound)
        printer.write(">")
