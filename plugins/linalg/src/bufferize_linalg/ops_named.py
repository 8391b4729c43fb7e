"""The named operations in `table`: their classes, made on demand, and how to build them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import DiagnosticError, VerifyError, error
from bufferize.interfaces import CopyOpInterface, WholeInsertionOpInterface
from bufferize.ir.dense import elements
from bufferize_linalg.bodies import BODIES, Body, build_region, is_unsigned_cast, undefined
from bufferize_linalg.contraction_rules import verify_contraction
from bufferize_linalg.dialect import LINALG, TypeFnAttr
from bufferize_linalg.structured import StructuredOp
from bufferize_linalg.structured_syntax import (
    parse_operands,
    print_dict,
    print_operands,
    print_results,
    set_segment_sizes,
)
from bufferize_linalg.table import PARALLEL, SPECS, NamedOpSpec, indexing_maps, iterator_types


def parse_named(
    parser: d.AsmParser, state: d.OperationState, num_inputs: int, body: Body
) -> list[ir.Type]:
    """Read attributes, operands and results, and build the region. Returns the output types."""
    offset = parser.offset
    inputs, outputs = parse_operands(parser, state)
    set_segment_sizes(state, len(inputs), len(outputs))
    state.result_types.extend(parser.parse_optional_arrow_type_list())
    if len(inputs) != num_inputs or len(outputs) != 1:
        raise parser.error(
            f"'{state.name}' takes {num_inputs} inputs and 1 output, got {len(inputs)} and "
            f"{len(outputs)}",
            offset,
        )
    unsigned = is_unsigned_cast({**state.attributes, **state.properties})
    state.regions.append(
        build_region(
            parser.context,
            [*inputs, *outputs],
            body,
            unsigned,
            state.location,
            lambda message: parser.error(message, offset),
        )
    )
    return outputs


class NamedOp(StructuredOp):
    """An operation of the table."""

    spec: ClassVar[NamedOpSpec]

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    result_tensors: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR)
    region: d.Region = d.region()

    @property
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        spec = self.spec
        if not spec.operands:
            ranks = tuple(_rank(operand.value.type) for operand in self.op_operands)
            return _elementwise_maps(ranks)
        if not spec.num_windows:
            return indexing_maps(spec.loops, spec.operands)
        return indexing_maps(
            spec.loops,
            spec.operands,
            self._window_sizes("strides"),
            self._window_sizes("dilations"),
        )

    @property
    def iterator_types_array(self) -> tuple[str, ...]:
        if self.spec.loops:
            return iterator_types(self.spec.loops)
        return (PARALLEL,) * _rank(self.op_operands[-1].value.type)

    def _window_sizes(self, name: str) -> tuple[int, ...]:
        attribute = self.properties.get(name)
        return _integers(attribute) if isinstance(attribute, ir.DenseElementsAttr) else ()

    def _verify_windows(self) -> None:
        """Check that no stride or dilation is 0: it would leave a loop that indexes nothing."""
        if 0 in self._window_sizes("strides") or 0 in self._window_sizes("dilations"):
            raise self.plain_error("unexpected loop dimension for convolution op")

    def _verify_body(self) -> None:
        """Check that the function is defined for the element types.

        mlir-opt does not check this, and then prints a custom form that it cannot read.
        """
        types = [argument.type for argument in self.region.entry.arguments]
        problem = undefined(self.spec.body, types[: self.spec.num_inputs])
        if problem is not None:
            raise self.plain_error(problem)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        parse_named(parser, state, cls.spec.num_inputs, BODIES[cls.spec.body])

    def print(self, printer: d.AsmPrinter) -> None:
        print_dict(printer, self)
        print_operands(printer, self)
        print_results(printer, self)

    def verify_op(self) -> None:
        if not self.spec.operands:
            verify_arity(self, self.spec.num_inputs)
        if self.spec.mnemonic == "fill":
            _verify_fill(self)

    def verify_regions(self) -> None:
        super().verify_regions()
        if not self.spec.operands:
            self._verify_body()
        if self.spec.is_contraction:
            verify_contraction(self)
        elif self.spec.is_convolution:
            self._verify_windows()


def verify_arity(op: StructuredOp, num_inputs: int) -> None:
    """Check the number of operands.

    mlir-opt checks this for `linalg.fill` only, and prints text that it cannot read.
    """
    if op.num_dps_inputs != num_inputs or len(op.op_operands) != num_inputs + 1:
        message = f"expected op with {num_inputs} input{'s'[: num_inputs != 1]} and 1 output"
        raise op.plain_error(message)


def _verify_fill(op: NamedOp) -> None:
    """Check that the value is a scalar of the init's element type."""
    value, init = op.operand(0).type, op.operand(1).type
    if isinstance(value, ir.TensorType | ir.BaseMemRefType):
        raise op.plain_error("expected op with scalar input")
    if isinstance(init, ir.ShapedType) and init.element_type is not value:
        raise op.error(
            f"expected fill value type ('{value}') to match output element type "
            f"('{init.element_type}')"
        )


def _rank(type: ir.Type) -> int:
    return len(type.extents or ()) if isinstance(type, ir.TensorType | ir.BaseMemRefType) else 0


@lru_cache(maxsize=256)
def _elementwise_maps(ranks: tuple[int, ...]) -> tuple[ir.AffineMap, ...]:
    """Return constant maps for operands of rank 0, and identity maps for other operands."""
    loops = ranks[-1]
    return tuple(
        ir.AffineMap.identity(loops) if rank else ir.AffineMap(loops, 0, ()) for rank in ranks
    )


@lru_cache(maxsize=256)
def _integers(attribute: ir.DenseElementsAttr) -> tuple[int, ...]:
    """Return the elements of an attribute of integers."""
    return tuple(value for value in elements(attribute) if isinstance(value, int))


class _CopyBase(NamedOp, WholeInsertionOpInterface, CopyOpInterface):
    """The interfaces that only `linalg.copy` has."""

    @property
    def copy_source(self) -> ir.Value:
        return self.operand(0)

    @property
    def copy_target(self) -> ir.Value:
        return self.operand(1)

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Remove a copy of a buffer onto itself."""
        if self.copy_source is not self.copy_target:
            return False
        rewriter.replace_op(self, self.operands[:1] if self.results else ())
        return True


def make_named_op(mnemonic: str) -> type[NamedOp]:
    """Declare the class of an operation of the table."""
    spec = SPECS[mnemonic]
    namespace: dict[str, object] = {
        "__doc__": f"`linalg.{mnemonic}`.",
        "__module__": __name__,
        "spec": spec,
    }
    if spec.num_windows:
        constraint = _window_constraint(spec.num_windows)
        namespace["strides"] = d.optional_attr(constraint)
        namespace["dilations"] = d.optional_attr(constraint)
    if spec.has_cast:
        namespace["cast"] = d.default_attr(TypeFnAttr, TypeFnAttr.of("cast_signed"), optional=True)
    base = _CopyBase if mnemonic == "copy" else NamedOp
    return LINALG.op(mnemonic)(type(_class_name(mnemonic), (base,), namespace))


def _class_name(mnemonic: str) -> str:
    return "".join(word.capitalize() for word in mnemonic.split("_")) + "Op"


_MNEMONICS = {_class_name(mnemonic): mnemonic for mnemonic in SPECS}


def __getattr__(name: str) -> type[d.Operation]:
    """Return the class of an op by its name, for imports and pickles."""
    found = LINALG.op_class(_MNEMONICS.get(name, ""))
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


@lru_cache(maxsize=8)
def _window_constraint(length: int) -> d.Constraint[ir.DenseElementsAttr]:
    return d.int_elements(64, (length,))


LINALG.lazy_ops(SPECS, make_named_op)


_CONTRACTIONS = frozenset(["matmul", "batch_matmul", "batch_reduce_matmul"])


def named_op(
    context: d.DialectContext,
    mnemonic: str,
    inputs: Sequence[ir.Value],
    outputs: Sequence[ir.Value],
    attributes: Mapping[str, ir.Attribute] | None = None,
    location: ir.Location = ir.UNKNOWN_LOC,
) -> ir.Operation:
    """Return a detached `linalg.<mnemonic>` with its body, and a result for each output tensor.

    For the operations of the table and for matmul, batch_matmul and batch_reduce_matmul. Raises
    KeyError for another mnemonic, VerifyError where the operands' types have no such operation.
    """
    body = BODIES["multiply_add" if mnemonic in _CONTRACTIONS else SPECS[mnemonic].body]
    name = f"linalg.{mnemonic}"
    op_class = context.op_class(name)
    assert op_class is not None
    num_inputs = 2 if mnemonic in _CONTRACTIONS else SPECS[mnemonic].num_inputs

    def fail(message: str) -> DiagnosticError:
        return VerifyError(error(f"'{name}' op {message}", location.position()))

    if len(inputs) != num_inputs or len(outputs) != 1:
        raise fail(f"takes {num_inputs} inputs and 1 output, got {len(inputs)} and {len(outputs)}")
    state = d.OperationState(name, location)
    state.operands.extend([*inputs, *outputs])
    types = [value.type for value in state.operands]
    state.attributes.update(attributes or {})
    set_segment_sizes(state, len(inputs), len(outputs))
    unsigned = is_unsigned_cast(state.attributes)
    state.regions.append(build_region(context, types, body, unsigned, location, fail))
    state.result_types.extend(
        value.type for value in outputs if isinstance(value.type, ir.RankedTensorType)
    )
    return op_class.from_state(state)
