"""All ops of the affine dialect."""

from __future__ import annotations

from bufferize_affine import ops_index as ops_index
from bufferize_affine import ops_loop as ops_loop
from bufferize_affine import ops_memory as ops_memory
from bufferize_affine import ops_parallel as ops_parallel
from bufferize_affine.dialect import AFFINE as AFFINE
