"""The memref dialect: buffers, their views and accesses."""

from __future__ import annotations

from bufferize.dialects.memref.access import *
from bufferize.dialects.memref.alloc import *
from bufferize.dialects.memref.dialect import *
from bufferize.dialects.memref.views import *

DIALECT = MEMREF
