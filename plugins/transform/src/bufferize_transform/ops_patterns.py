"""Patterns of MLIR's dialects in `transform.apply_patterns`, which bufferize parses but lacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize_transform.dialect import TRANSFORM
from bufferize_transform.interface import PatternDescriptorOpInterface, definite
from bufferize_transforms import Pattern

_PLAIN = (
    "linalg.decompose_pack_unpack",
    "linalg.decompose_pad",
    "linalg.erase_unnecessary_inputs",
    "linalg.fold_add_into_dest",
    "linalg.fold_unit_extent_dims_via_reshapes",
    "linalg.fold_unit_extent_dims_via_slices",
    "linalg.pad_vectorization",
    "linalg.tiling_canonicalization",
    "memref.expand_ops",
    "memref.expand_strided_metadata",
    "memref.extract_address_computations",
    "memref.fold_memref_alias_ops",
    "memref.resolve_ranked_shaped_type_result_dims",
    "scf.for_loop_canonicalization",
    "tensor.bubble_up_extract_slice",
    "tensor.decompose_concat",
    "tensor.drop_redundant_insert_slice_rank_expansion",
    "tensor.fold_into_pack_and_unpack",
    "tensor.fold_tensor_subset_ops",
    "tensor.fold_tensor_subset_ops_into_vector_transfers",
    "tensor.merge_consecutive_insert_extract_slice",
    "tensor.reassociative_reshape_folding",
)
"""The names of the ops without parameters, without the prefix `apply_patterns.`."""


class AbsentPatternsOp(d.Operation, PatternDescriptorOpInterface):
    """Base of the operations for patterns that only mlir-opt has."""

    assembly_format = "attr-dict"

    def patterns(self) -> Sequence[Pattern]:
        """Raise DefiniteFailure: bufferize does not have the patterns."""
        failure = definite(f"the patterns of '{self.name}' are not known here", self)
        failure.diagnostics[0].note(
            "run the script with mlir-opt 22: `mlir-opt-22 --transform-interpreter`"
        )
        raise failure


def _class_name(mnemonic: str) -> str:
    return "".join(word.capitalize() for word in mnemonic.replace(".", "_").split("_")) + "Op"


def __getattr__(name: str) -> Any:
    """Return the class of an operation that is made on demand; pickles need that."""
    for mnemonic in _PLAIN:
        if _class_name(mnemonic) == name:
            return TRANSFORM.op_class(f"apply_patterns.{mnemonic}")
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def _make(mnemonic: str) -> type[d.Operation]:
    name = _class_name(mnemonic.removeprefix("apply_patterns."))
    contents = {
        "__slots__": (),
        "__doc__": f"The patterns of `{mnemonic}`.",
        "__module__": __name__,
    }
    return TRANSFORM.op(mnemonic)(type(name, (AbsentPatternsOp,), contents))


TRANSFORM.lazy_ops((f"apply_patterns.{mnemonic}" for mnemonic in _PLAIN), _make)


@TRANSFORM.op("apply_patterns.linalg.fold_pack_unpack_into_empty")
class FoldPackUnpackIntoEmptyOp(AbsentPatternsOp):
    """The patterns of `apply_patterns.linalg.fold_pack_unpack_into_empty`."""

    fold_single_use_only: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.FALSE)


@TRANSFORM.op("apply_patterns.tensor.fold_tensor_empty")
class FoldTensorEmptyOp(AbsentPatternsOp):
    """The patterns of `apply_patterns.tensor.fold_tensor_empty`."""

    fold_single_use_only: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.FALSE)


@TRANSFORM.op("apply_patterns.tensor.rewrite_as_constant")
class RewriteAsConstantOp(AbsentPatternsOp):
    """The patterns of `apply_patterns.tensor.rewrite_as_constant`."""

    aggressive: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    assembly_format = "(`aggressive` $aggressive^)? attr-dict"


@TRANSFORM.op("apply_patterns.memref.alloc_to_alloca")
class AllocToAllocaOp(AbsentPatternsOp):
    """The patterns of `apply_patterns.memref.alloc_to_alloca`."""

    size_limit: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I64_ATTR)
    assembly_format = "(`size_limit` `(` $size_limit^ `)`)? attr-dict"
