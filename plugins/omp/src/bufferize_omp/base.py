"""The omp dialect's object, its enumerations, and constraints."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize.define import Constraint, Dialect, EnumAttr
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.type_constraints import ANY_INTEGER
from bufferize.ir import BaseMemRefType, Type

OMP = Dialect(
    "omp",
    partial=(
        "bufferize-omp brings the common regions of omp, without target, taskloop, loop, cancel, "
        "scan, canonical loops, mappers and what belongs to these"
    ),
)


class WordAttr(EnumAttr):
    """Base of the attributes `#omp<mnemonic case>`."""

    angle_brackets: ClassVar = False


class ParenthesizedAttr(EnumAttr):
    """Base of the attributes `#omp<mnemonic(case)>`."""

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ParenthesizedAttr:
        """`(case)`."""
        parser.parse_punctuation("(")
        value = cls._parse_value(parser)
        parser.parse_punctuation(")")
        return cls(value)

    def print_parameters(self, printer: AsmPrinter) -> None:
        """As `parse_parameters` reads it."""
        printer.write(f"({self.keyword})")


@OMP.attribute("procbindkind")
class ProcBindKindAttr(WordAttr):
    """Where the threads of a team run."""

    cases: ClassVar = {"primary": 0, "master": 1, "close": 2, "spread": 3}
    cpp_name: ClassVar = "::mlir::omp::ClauseProcBindKind"


@OMP.attribute("orderkind")
class OrderKindAttr(WordAttr):
    """Whether iterations may run in any order."""

    cases: ClassVar = {"concurrent": 1}
    cpp_name: ClassVar = "::mlir::omp::ClauseOrderKind"


@OMP.attribute("order_mod")
class OrderModifierAttr(WordAttr):
    """Whether the order is the same in each run."""

    cases: ClassVar = {"reproducible": 0, "unconstrained": 1}
    cpp_name: ClassVar = "::mlir::omp::OrderModifier"


@OMP.attribute("schedulekind")
class ScheduleKindAttr(WordAttr):
    """How iterations are given to threads."""

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
    """In what order a thread runs its iterations."""

    cases: ClassVar = {"none": 0, "monotonic": 1, "nonmonotonic": 2, "simd": 3}
    cpp_name: ClassVar = "::mlir::omp::ScheduleModifier"


@OMP.attribute("memoryorderkind")
class MemoryOrderKindAttr(WordAttr):
    """How an atomic access orders others."""

    cases: ClassVar = {"seq_cst": 0, "acq_rel": 1, "acquire": 2, "release": 3, "relaxed": 4}
    cpp_name: ClassVar = "::mlir::omp::ClauseMemoryOrderKind"


@OMP.attribute("reduction_modifier")
class ReductionModifierAttr(ParenthesizedAttr):
    """What kind of reduction it is."""

    cases: ClassVar = {"defaultmod": 0, "inscan": 1, "task": 2}
    cpp_name: ClassVar = "::mlir::omp::ReductionModifier"


@OMP.attribute("clause_task_depend")
class TaskDependAttr(ParenthesizedAttr):
    """In what way a task depends on a variable."""

    cases: ClassVar = {
        "taskdependin": 0,
        "taskdependout": 1,
        "taskdependinout": 2,
        "taskdependmutexinoutset": 3,
        "taskdependinoutset": 4,
    }
    cpp_name: ClassVar = "::mlir::omp::ClauseTaskDepend"


@OMP.attribute("data_sharing_type")
class DataSharingClauseTypeAttr(EnumAttr):
    """`#omp<data_sharing_type{type = private}>`: with which value a private variable begins."""

    cases: ClassVar = {"private": 0, "firstprivate": 1}
    cpp_name: ClassVar = "::mlir::omp::DataSharingClauseType"

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> DataSharingClauseTypeAttr:
        """`{type = case}`."""
        parser.parse_punctuation("{")
        parser.parse_keyword("type")
        parser.parse_punctuation("=")
        value = cls._parse_value(parser)
        parser.parse_punctuation("}")
        return cls(value)

    def print_parameters(self, printer: AsmPrinter) -> None:
        """As `parse_parameters` reads it."""
        printer.write(f"{{type = {self.keyword}}}")


def _is_pointer(type: Type) -> bool:
    return isinstance(type, BaseMemRefType) or (type.dialect_name, type.mnemonic) == ("llvm", "ptr")


POINTER: Constraint[Type] = d.pred(_is_pointer, "OpenMP-compatible variable type")
INT_LIKE: Constraint[Type] = d.one_of(ANY_INTEGER, d.INDEX)
