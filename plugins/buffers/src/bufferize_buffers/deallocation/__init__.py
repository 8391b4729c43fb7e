"""Freeing buffers, in three ways: ownership-based, as early as possible, and static.

- `ownership` inserts `bufferization.dealloc`, with conditions that are computed at run time, at the ends of
  blocks; `simplification` folds these.
- `earliest` moves deallocations up to the last use.
- `static` inserts `memref.dealloc` at places that are known at compile time, and clones buffers to do so.
"""

from __future__ import annotations

from bufferize_buffers.deallocation.ownership import DeallocationOptions as DeallocationOptions
from bufferize_buffers.deallocation.ownership import place_deallocations as place_deallocations
from bufferize_buffers.deallocation.simplification import (
    simplify_deallocations as simplify_deallocations,
)
