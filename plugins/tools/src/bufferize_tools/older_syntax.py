"""Operations as the texts of MLIR had them before LLVM 15: those of the dialect `std`, without a prefix."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

_SAME_NAME: Final = {
    "arith": (
        "addf addi bitcast cmpf cmpi constant divf fptosi fptoui index_cast mulf muli negf remf select "
        "sitofp subf subi trunci uitofp"
    ),
    "cf": "assert br cond_br switch",
    "complex": "im re",
    "func": "call call_indirect func return",
    "math": "absf atan atan2 copysign cos exp exp2 log log10 log1p log2 rsqrt sin sqrt tanh",
    "memref": (
        "alloc alloca assume_alignment atomic_rmw atomic_yield dealloc dma_start dma_wait "
        "generic_atomic_rmw load prefetch store subview transpose view"
    ),
}
_OTHER_NAME: Final = {
    "addcf": "complex.add",
    "and": "arith.andi",
    "ceilf": "math.ceil",
    "create_complex": "complex.create",
    "dim": "memref.dim` or `tensor.dim",
    "divi_signed": "arith.divsi",
    "divi_unsigned": "arith.divui",
    "dynamic_tensor_from_elements": "tensor.generate",
    "extract_element": "tensor.extract",
    "floorf": "math.floor",
    "fmaf": "math.fma",
    "fpext": "arith.extf",
    "fptrunc": "arith.truncf",
    "get_global_memref": "memref.get_global",
    "global_memref": "memref.global",
    "memref_cast": "memref.cast",
    "memref_reinterpret_cast": "memref.reinterpret_cast",
    "memref_reshape": "memref.reshape",
    "or": "arith.ori",
    "rank": "memref.rank` or `tensor.rank",
    "remi_signed": "arith.remsi",
    "remi_unsigned": "arith.remui",
    "sexti": "arith.extsi",
    "shift_left": "arith.shli",
    "shift_right_signed": "arith.shrsi",
    "shift_right_unsigned": "arith.shrui",
    "splat": "tensor.splat` or `vector.broadcast",
    "subcf": "complex.sub",
    "subtensor": "tensor.extract_slice",
    "subtensor_insert": "tensor.insert_slice",
    "tensor_cast": "tensor.cast",
    "tensor_from_elements": "tensor.from_elements",
    "tensor_load": "bufferization.to_tensor",
    "tensor_store": "bufferization.materialize_in_destination",
    "tensor_to_memref": "bufferization.to_buffer",
    "xor": "arith.xori",
    "zexti": "arith.extui",
}
NEW_NAMES: Final = _OTHER_NAME | {
    name: f"{dialect}.{name}" for dialect, names in _SAME_NAME.items() for name in names.split()
}
"""The names that operations have now, by those without a dialect."""


def provide_operation(name: str, blocked: Collection[str]) -> str | None:
    """Return how an operation is written now that had no dialect once, or None."""
    new = NEW_NAMES.get(name)
    return None if new is None else f"since LLVM 15 it is written `{new}`"
