"""The options of rewriting; those that the analysis reads are in `analysis/options.py`."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar

from bufferize import ir
from bufferize.analysis import AnalysisHeuristic, AnalysisOptions
from bufferize.diagnostics import Diagnostic, DiagnosticError, OptionError, Position, error
from bufferize.dialects.memref import AllocOp, CopyOp, DeallocOp
from bufferize.driver.buffer_types import (
    check_element_type,
    fully_dynamic_memref_type,
    identity_memref_type,
)
from bufferize.ir import Attribute, BaseMemRefType, Builder, Location, Operation, TensorType, Value
from bufferize.ir.verifier import ParameterChecker

AllocationFn = Callable[[Builder, Location, ir.MemRefType, Sequence[Value], int], Value]
"""A function that allocates a buffer, given its type, dynamic extents and alignment in bytes."""

DeallocationFn = Callable[[Builder, Location, Value], None]
"""A function that frees a buffer."""

MemcpyFn = Callable[[Builder, Location, Value, Value], None]
"""A function that copies the first buffer to the second."""

MemorySpaceFn = Callable[[TensorType], "Attribute | None"]
"""A function that returns a tensor's memory space if nothing else does; None: the default one."""

TypeConversionFn = Callable[[TensorType, "Attribute | None"], BaseMemRefType]
"""A function that returns the buffer type of a tensor type in a memory space."""

FunctionTypeConversionFn = Callable[[TensorType, "Attribute | None", Operation], BaseMemRefType]
"""A function that returns the buffer type of a parameter or result of a function."""


class LayoutMapOption(enum.Enum):
    """The layout of buffers whose layout is not determined; the value is the option's spelling."""

    INFER_LAYOUT_MAP = "infer-layout-map"
    """Fully dynamic, then refined from the returned buffers. For function boundaries only."""
    IDENTITY_LAYOUT_MAP = "identity-layout-map"
    """Contiguous, row-major."""
    FULLY_DYNAMIC_LAYOUT_MAP = "fully-dynamic-layout-map"
    """Any offset and strides."""


_KINDS: dict[str, type] = {"bool": bool, "int": int, "str": str}
"""The types of options that are checked."""
_ENUMS: dict[str, type[enum.Enum]] = {
    "analysis_heuristic": AnalysisHeuristic,
    "function_boundary_type_conversion": LayoutMapOption,
    "unknown_type_conversion": LayoutMapOption,
}
"""The enumerations of options, for errors about a spelling of the command line."""


@dataclass(kw_only=True)
class OneShotOptions(AnalysisOptions):
    """All options of `one_shot_bufferize`, those of `mlir-opt --one-shot-bufferize` among them.

    The functions at the end are for compilers that embed the project; their results are checked.
    """

    older_names: ClassVar = {
        "function-signature-type-conversion": "function-boundary-type-conversion",
        "skip-analysis": "copy-before-write",
    }
    """Names that options once had, as text."""
    buffer_alignment: int = 64
    """Alignment of new buffers in bytes, 0 for none."""
    create_deallocs: bool | None = None
    """Of the legacy option set: whether to free the new buffers that do not leave their block.
    Left out, nothing is freed, which is left to later passes; but if 'allow-return-allocs' is
    given, they are, as once was the default."""
    function_boundary_type_conversion: LayoutMapOption = LayoutMapOption.INFER_LAYOUT_MAP
    """Layouts of the buffers in function signatures."""
    unknown_type_conversion: LayoutMapOption = LayoutMapOption.FULLY_DYNAMIC_LAYOUT_MAP
    """Layouts of buffers whose type does not follow from others."""
    must_infer_memory_space: bool = False
    """Whether it is an error if the memory space of a buffer is not known."""
    use_encoding_for_memory_space: bool = False
    """Whether a tensor's encoding is its buffer's memory space."""

    allocation_fn: AllocationFn | None = None
    deallocation_fn: DeallocationFn | None = None
    memcpy_fn: MemcpyFn | None = None
    default_memory_space_fn: MemorySpaceFn | None = None
    unknown_type_conversion_fn: TypeConversionFn | None = None
    function_type_conversion_fn: FunctionTypeConversionFn | None = None

    def validate(self) -> None:
        """Raise OptionError with one diagnostic for every option that is invalid."""
        found = list(self._wrong_types()) or list(self._problems())
        if found:
            raise OptionError([error(f"invalid option: {problem}") for problem in found])

    def _wrong_types(self) -> Iterator[str]:
        for option in fields(self):
            kind, value = _KINDS.get(str(option.type)), getattr(self, option.name)
            if kind is not None and type(value) is not kind:
                yield f"'{option.name}' must be of type {option.type}, not {value!r}"

    def _problems(self) -> Iterator[str]:
        if self.must_infer_memory_space and self.use_encoding_for_memory_space:
            names = "'must-infer-memory-space' and 'use-encoding-for-memory-space'"
            yield f"only one of {names} is allowed"
        if self.unknown_type_conversion is LayoutMapOption.INFER_LAYOUT_MAP:
            valid = "'identity-layout-map' or 'fully-dynamic-layout-map'"
            name = "'unknown-type-conversion'"
            yield f"'infer-layout-map' is not a valid value for {name}: use {valid}"
        if self.refuses_returned_allocs and self.allow_return_allocs_from_loops:
            refused = "returned allocations unless 'allow-return-allocs' is set"
            legacy = f"contradicts the legacy options, which refuse {refused}"
            yield f"'allow-return-allocs-from-loops' {legacy}"
        if self.frees_new_buffers and self.allocation_fn and not self.deallocation_fn:
            yield "'create-deallocs' cannot free what 'allocation_fn' makes without a 'deallocation_fn'"
        if self.copy_before_write and self.test_analysis_only:
            yield "'copy-before-write' skips the analysis that 'test-analysis-only' is about"
        for name in ("print_conflicts", "dump_alias_sets"):
            if getattr(self, name) and not self.test_analysis_only:
                yield f"'{name.replace('_', '-')}' requires 'test-analysis-only'"
        if self.no_analysis_func_filter and not self.bufferize_function_boundaries:
            yield "'no-analysis-func-filter' requires 'bufferize-function-boundaries'"
        for name in ("analysis_budget", "analysis_seconds"):
            if (value := getattr(self, name)) < 0:
                yield f"'{name.replace('_', '-')}' must not be negative: {value}"
        if self.buffer_alignment < 0 or self.buffer_alignment.bit_count() > 1:
            yield f"'buffer-alignment' must be 0 or a power of two, not {self.buffer_alignment}"
        for name, kind in _ENUMS.items():
            value, spellings = getattr(self, name), [member.value for member in kind]
            if name == "analysis_heuristic" and isinstance(value, str) and value not in spellings:
                continue  # of a plugin
            if not isinstance(value, kind):
                yield f"'{name}' must be a member of {kind.__name__}, not {value!r}"
        for name in ("dialect_filter", "no_analysis_func_filter"):
            if isinstance(value := getattr(self, name), str):
                yield f"'{name}' must be a sequence of names, not {value!r}"

    @property
    def refuses_returned_allocs(self) -> bool:
        if self.allow_return_allocs is None:
            return self.create_deallocs is not None
        return not self.allow_return_allocs

    @property
    def frees_new_buffers(self) -> bool:
        """Whether new buffers that do not leave their block are freed."""
        given = self.create_deallocs
        return self.allow_return_allocs is not None if given is None else given

    @property
    def infers_function_result_layout(self) -> bool:
        """Whether functions return buffers of the types that follow from their bodies."""
        return (
            self.function_boundary_type_conversion is LayoutMapOption.INFER_LAYOUT_MAP
            and self.function_type_conversion_fn is None
        )

    def memory_space_for(self, type: TensorType, position: Position | None) -> Attribute | None:
        """Return the memory space of a tensor about which only the type is known.

        Raises DiagnosticError, at `position`, if it must be inferred, OptionError for a wrong
        result of `default_memory_space_fn`.
        """
        if self.default_memory_space_fn is not None:
            space = self.default_memory_space_fn(type)
            if space is None or (isinstance(space, Attribute) and ir.is_memory_space(space)):
                return space
            raise _wrong(
                "default_memory_space_fn", space, f"the memory space of a {type}", position
            )
        if self.must_infer_memory_space:
            raise DiagnosticError(_no_memory_space(position))
        if not self.use_encoding_for_memory_space:
            return None
        if not isinstance(type, ir.RankedTensorType):
            raise DiagnosticError(_no_memory_space(position))
        if not ir.is_memory_space(type.encoding):
            message = f"the encoding of '{type}' cannot be a memory space"
            raise DiagnosticError(error(message, position))
        return type.encoding

    def unknown_buffer_type(
        self, type: TensorType, memory_space: Attribute | None
    ) -> BaseMemRefType:
        """Return the buffer type of a tensor about which only the type is known.

        Raises OptionError for a wrong result of `unknown_type_conversion_fn`.
        """
        if self.unknown_type_conversion_fn is not None:
            found = self.unknown_type_conversion_fn(type, memory_space)
            return _checked_type(found, type, "unknown_type_conversion_fn", None)
        return _laid_out(type, self.unknown_type_conversion, memory_space)

    def function_boundary_buffer_type(
        self, type: TensorType, function: Operation
    ) -> BaseMemRefType:
        """Return the buffer type of a parameter or result of `function`.

        Raises DiagnosticError if the memory space must be inferred or no memref can have such
        elements, OptionError for a wrong result of `function_type_conversion_fn`.
        """
        position = function.location.position()
        check_element_type(type, position)
        space = None
        if isinstance(type, ir.RankedTensorType) or not self.use_encoding_for_memory_space:
            space = self.memory_space_for(type, position)
        if self.function_type_conversion_fn is not None:
            found = self.function_type_conversion_fn(type, space, function)
            return _checked_type(found, type, "function_type_conversion_fn", position)
        return _laid_out(type, self.function_boundary_type_conversion, space)

    def create_alloc(
        self, builder: Builder, location: Location, type: ir.MemRefType, sizes: Sequence[Value]
    ) -> Value:
        """Insert the allocation of a buffer; `sizes` are its dynamic extents.

        Raises OptionError for a wrong result of `allocation_fn`.
        """
        if self.allocation_fn is not None:
            made = self.allocation_fn(builder, location, type, sizes, self.buffer_alignment)
            if isinstance(made, Value) and made.type == type and made.parent_block is not None:
                return made
            raise _wrong("allocation_fn", made, f"a buffer of type {type}", location.position())
        properties: dict[str, Attribute] = {"operandSegmentSizes": ir.dense_i32([len(sizes), 0])}
        if self.buffer_alignment:
            properties["alignment"] = ir.i64_attr(self.buffer_alignment)
        op = AllocOp.create(sizes, (type,), properties=properties, location=location)
        return builder.insert(op).result

    def create_dealloc(self, builder: Builder, location: Location, buffer: Value) -> None:
        """Insert the deallocation of `buffer`."""
        if self.deallocation_fn is not None:
            self.deallocation_fn(builder, location, buffer)
            return
        builder.insert(DeallocOp.create((buffer,), location=location))

    def create_memcpy(
        self, builder: Builder, location: Location, source: Value, target: Value
    ) -> None:
        """Insert a copy from the buffer `source` to the buffer `target`."""
        if self.memcpy_fn is not None:
            before = _op_before(builder)
            self.memcpy_fn(builder, location, source, target)
            if _op_before(builder) is before:
                message = f"'memcpy_fn' inserts nothing to copy a buffer of type {source.type}"
                raise OptionError(error(message, location.position()))
            return
        builder.insert(CopyOp.create((source, target), location=location))


def _laid_out(type: TensorType, layout: LayoutMapOption, space: Attribute | None) -> BaseMemRefType:
    is_identity = layout is LayoutMapOption.IDENTITY_LAYOUT_MAP
    return (identity_memref_type if is_identity else fully_dynamic_memref_type)(type, space)


def _no_memory_space(position: Position | None) -> Diagnostic:
    return error("could not infer memory space", position)


def _checked_type(
    found: object, type: TensorType, option: str, position: Position | None
) -> BaseMemRefType:
    """Return `found` if it is a buffer type with the shape and elements of `type`."""
    if (
        isinstance(found, BaseMemRefType)
        and found.extents == type.extents
        and found.element_type is type.element_type
        and ParameterChecker().check(found) is None
    ):
        return found
    raise _wrong(option, found, f"the type of a buffer of a {type}", position)


def _op_before(builder: Builder) -> Operation | None:
    """Return the operation after which `builder` will insert the next one."""
    point = builder.insertion_point
    assert point is not None
    return point.block.last_op if point.anchor is None else point.anchor.prev_op


def _wrong(option: str, given: object, wanted: str, position: Position | None) -> OptionError:
    """Return the error that a function given as an option returned an unsuitable result."""
    what = str(given)
    if isinstance(given, Value):
        place = "" if given.parent_block is not None else " that is not inserted"
        what = f"a value of type {given.type}{place}"
    return OptionError(error(f"'{option}' gives {what} in place of {wanted}", position))
