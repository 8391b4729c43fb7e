"""All ops of the linalg dialect."""

from __future__ import annotations

from bufferize_linalg import ops_contraction as ops_contraction
from bufferize_linalg import ops_generic as ops_generic
from bufferize_linalg import ops_map_reduce as ops_map_reduce
from bufferize_linalg import ops_named as ops_named
from bufferize_linalg import ops_relabel as ops_relabel
from bufferize_linalg import ops_relayout as ops_relayout
from bufferize_linalg import ops_tiled_loop as ops_tiled_loop
from bufferize_linalg import ops_transform as ops_transform
from bufferize_linalg.dialect import LINALG as LINALG
