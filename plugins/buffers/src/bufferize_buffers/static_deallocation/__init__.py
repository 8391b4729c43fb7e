"""Freeing buffers where it is known, when the program is compiled, that they are needed no more."""

from __future__ import annotations

from bufferize_buffers.static_deallocation.deallocation import (
    deallocate_buffers as deallocate_buffers,
)
