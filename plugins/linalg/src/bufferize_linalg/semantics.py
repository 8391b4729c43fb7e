"""What the ops of the linalg dialect compute, for bufferize-interpreter."""

from __future__ import annotations

from typing import Final

from bufferize_interpreter import Semantics
from bufferize_linalg import semantics_transform as transform
from bufferize_linalg.semantics_structured import index, structured
from bufferize_linalg.semantics_tiled_loop import tiled_loop
from bufferize_linalg.table import SPECS

_STRUCTURED: Final = (
    *SPECS,
    "batch_matmul",
    "batch_reduce_matmul",
    "broadcast",
    "contract",
    "elementwise",
    "generic",
    "map",
    "matmul",
    "reduce",
    "transpose",
)

SEMANTICS: Final[dict[str, Semantics]] = {
    **{f"linalg.{mnemonic}": structured for mnemonic in _STRUCTURED},
    "linalg.index": index,
    "linalg.pack": transform.pack,
    "linalg.softmax": transform.softmax,
    "linalg.tiled_loop": tiled_loop,
    "linalg.unpack": transform.unpack,
    "linalg.winograd_filter_transform": transform.winograd_filter,
    "linalg.winograd_input_transform": transform.winograd_input,
    "linalg.winograd_output_transform": transform.winograd_output,
}
"""The semantics, by the op's name."""
