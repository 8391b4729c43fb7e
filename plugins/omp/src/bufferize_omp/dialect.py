"""The omp dialect: OpenMP's constructs for parallel programs; its enumerations and constraints."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir

OMP = d.Dialect(
    "omp",
    partial=(
        "bufferize-omp brings the common regions of omp and those on devices, without canonical loops, "
        "workdistribute, allocations on devices and what belongs to these"
    ),
)


class WordAttr(d.EnumAttr):
    """Base of the attributes `#omp<mnemonic case>`."""

    angle_brackets: ClassVar = False


class ParenthesizedAttr(d.EnumAttr):
    """Base of the attributes `#omp<mnemonic(case)>`."""

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ParenthesizedAttr:
        """Parse `(case)`."""
        parser.parse_punctuation("(")
        attribute = cls.parse_case(parser)
        parser.parse_punctuation(")")
        return attribute

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(f"({self.keyword})")


@OMP.attribute("procbindkind")
class ProcBindKindAttr(WordAttr):
    """The place where the threads of a team run, relative to the thread that starts them."""

    cases: ClassVar = {"primary": 0, "master": 1, "close": 2, "spread": 3}
    cpp_name: ClassVar = "::mlir::omp::ClauseProcBindKind"


@OMP.attribute("orderkind")
class OrderKindAttr(WordAttr):
    """The order of iterations: any order, also concurrent."""

    cases: ClassVar = {"concurrent": 1}
    cpp_name: ClassVar = "::mlir::omp::ClauseOrderKind"


@OMP.attribute("order_mod")
class OrderModifierAttr(WordAttr):
    """The choice of whether the order of iterations is the same in each run."""

    cases: ClassVar = {"reproducible": 0, "unconstrained": 1}
    cpp_name: ClassVar = "::mlir::omp::OrderModifier"


@OMP.attribute("schedulekind")
class ScheduleKindAttr(WordAttr):
    """The distribution of iterations among threads."""

    cases: ClassVar = {
        "static": 0,
        "dynamic": 1,
        "guided": 2,
        "auto": 3,
        "runtime": 4,
        "distribute": 5,
    }
    cpp_name: ClassVar = "::mlir::omp::ClauseScheduleKind"


@OMP.attribute("sched_mod")
class ScheduleModifierAttr(WordAttr):
    """The order in which a thread runs its iterations."""

    cases: ClassVar = {"none": 0, "monotonic": 1, "nonmonotonic": 2, "simd": 3}
    cpp_name: ClassVar = "::mlir::omp::ScheduleModifier"


@OMP.attribute("memoryorderkind")
class MemoryOrderKindAttr(WordAttr):
    """The order between an atomic access and other accesses."""

    cases: ClassVar = {"seq_cst": 0, "acq_rel": 1, "acquire": 2, "release": 3, "relaxed": 4}
    cpp_name: ClassVar = "::mlir::omp::ClauseMemoryOrderKind"


@OMP.attribute("bindkind")
class BindKindAttr(WordAttr):
    """The threads that share the iterations of `omp.loop`."""

    cases: ClassVar = {"parallel": 0, "teams": 1, "thread": 2}
    cpp_name: ClassVar = "::mlir::omp::ClauseBindKind"


@OMP.attribute("cancellationconstructtype")
class CancellationConstructTypeAttr(WordAttr):
    """The kind of construct that is canceled."""

    cases: ClassVar = {"parallel": 0, "loop": 1, "sections": 2, "taskgroup": 3}
    cpp_name: ClassVar = "::mlir::omp::ClauseCancellationConstructType"


@OMP.attribute("grainsizetype")
class GrainsizeTypeAttr(WordAttr):
    """The choice of whether each task has exactly the given number of iterations."""

    cases: ClassVar = {"strict": 0}
    cpp_name: ClassVar = "::mlir::omp::ClauseGrainsizeType"


@OMP.attribute("numtaskstype")
class NumTasksTypeAttr(WordAttr):
    """The choice of whether there is exactly the given number of tasks."""

    cases: ClassVar = {"strict": 0}
    cpp_name: ClassVar = "::mlir::omp::ClauseNumTasksType"


@OMP.attribute("reduction_modifier")
class ReductionModifierAttr(ParenthesizedAttr):
    """The kind of a reduction."""

    cases: ClassVar = {"defaultmod": 0, "inscan": 1, "task": 2}
    cpp_name: ClassVar = "::mlir::omp::ReductionModifier"


@OMP.attribute("clause_task_depend")
class TaskDependAttr(ParenthesizedAttr):
    """The dependence of a task on a variable."""

    cases: ClassVar = {
        "taskdependin": 0,
        "taskdependout": 1,
        "taskdependinout": 2,
        "taskdependmutexinoutset": 3,
        "taskdependinoutset": 4,
    }
    cpp_name: ClassVar = "::mlir::omp::ClauseTaskDepend"


@OMP.attribute("clause_depend")
class ClauseDependAttr(ParenthesizedAttr):
    """The choice between waiting for another iteration and reporting this one as done."""

    cases: ClassVar = {"dependsource": 0, "dependsink": 1}
    cpp_name: ClassVar = "::mlir::omp::ClauseDepend"


@OMP.attribute("data_sharing_type")
class DataSharingClauseTypeAttr(d.EnumAttr):
    """`#omp<data_sharing_type{type = private}>`: the initial value of a private variable."""

    cases: ClassVar = {"private": 0, "firstprivate": 1}
    cpp_name: ClassVar = "::mlir::omp::DataSharingClauseType"

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> DataSharingClauseTypeAttr:
        """Parse `{type = case}`."""
        parser.parse_punctuation("{")
        parser.parse_keyword("type")
        parser.parse_punctuation("=")
        attribute = cls.parse_case(parser)
        parser.parse_punctuation("}")
        return attribute

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(f"{{type = {self.keyword}}}")


@OMP.attribute("clause_map_flags")
class ClauseMapFlagsAttr(d.BitEnumAttr):
    """`#omp<clause_map_flags to|from>`: which data is copied to a device and back, and how."""

    angle_brackets: ClassVar = False
    separator: ClassVar = "|"
    cases: ClassVar = {
        "none": 0,
        "storage": 1 << 0,
        "to": 1 << 1,
        "from": 1 << 2,
        "always": 1 << 3,
        "del": 1 << 4,
        "return_param": 1 << 5,
        "priv": 1 << 6,
        "literal": 1 << 7,
        "implicit": 1 << 8,
        "close": 1 << 9,
        "present": 1 << 10,
        "ompx_hold": 1 << 11,
        "attach": 1 << 12,
        "attach_always": 1 << 13,
        "attach_none": 1 << 14,
        "attach_auto": 1 << 15,
        "ref_ptr": 1 << 16,
        "ref_ptee": 1 << 17,
        "ref_ptr_ptee": 1 << 18,
        "is_device_ptr": 1 << 19,
    }
    cpp_name: ClassVar = "::mlir::omp::ClauseMapFlags"


@OMP.attribute("variable_capture_kind")
class VariableCaptureKindAttr(ParenthesizedAttr):
    """The way in which a variable is passed to a region on a device."""

    cases: ClassVar = {"This": 0, "ByRef": 1, "ByCopy": 2, "VLAType": 3}
    cpp_name: ClassVar = "::mlir::omp::VariableCaptureKind"


@OMP.type("map_bounds_ty")
@ir.parameters
class MapBoundsType(ir.Type):
    """`!omp.map_bounds_ty`: the bounds of one dimension of a mapped variable."""


def _is_pointer(type: ir.Type) -> bool:
    return isinstance(type, ir.BaseMemRefType) or (type.dialect_name, type.mnemonic) == (
        "llvm",
        "ptr",
    )


POINTER: d.Constraint[ir.Type] = d.pred(_is_pointer, "OpenMP-compatible variable type")
MAP_BOUNDS: d.Constraint[ir.Type] = d.instance_of(
    MapBoundsType, "Type for representing omp map clause bounds information"
)
INT_LIKE: d.Constraint[ir.Type] = d.one_of(d.ANY_INTEGER, d.INDEX)
