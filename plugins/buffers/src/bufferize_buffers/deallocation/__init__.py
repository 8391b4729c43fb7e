"""Who frees which buffer: placing deallocations, and simplifying them."""

from __future__ import annotations

from bufferize_buffers.deallocation.functions import DeallocationOptions as DeallocationOptions
from bufferize_buffers.deallocation.ownership import place_deallocations as place_deallocations
from bufferize_buffers.deallocation.simplification import (
    simplify_deallocations as simplify_deallocations,
)
