"""The sparse_tensor dialect: tensors that do not store all of their elements; its enumerations."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d

SPARSE_TENSOR = d.Dialect("sparse_tensor")
SPARSE_TENSOR.lowering = "mlir-opt --sparsifier"


@SPARSE_TENSOR.attribute("kind")
class StorageSpecifierKindAttr(d.EnumAttr):
    """`#sparse_tensor<kind lvl_sz>`: the number of a storage specifier that is accessed."""

    cases: ClassVar = {
        "lvl_sz": 0,
        "pos_mem_sz": 1,
        "crd_mem_sz": 2,
        "val_mem_sz": 3,
        "dim_offset": 4,
        "dim_stride": 5,
    }
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::sparse_tensor::StorageSpecifierKind"


@SPARSE_TENSOR.attribute("SparseTensorSortAlgorithm")
class SortKindAttr(d.EnumAttr):
    """`#sparse_tensor<SparseTensorSortAlgorithm quick_sort>`: how coordinates are sorted."""

    cases: ClassVar = {
        "hybrid_quick_sort": 0,
        "insertion_sort_stable": 1,
        "quick_sort": 2,
        "heap_sort": 3,
    }
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::sparse_tensor::SparseTensorSortKind"


@SPARSE_TENSOR.attribute("CrdTransDirection")
class CrdTransDirectionAttr(d.EnumAttr):
    """`#sparse_tensor<CrdTransDirection dim_to_lvl>`: the direction of a translation of
    coordinates.
    """

    cases: ClassVar = {"dim_to_lvl": 0, "lvl_to_dim": 1}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::sparse_tensor::CrdTransDirectionKind"
