"""One-Shot Bufferize for compilers that are written on xDSL. https://xdsl.dev"""

from __future__ import annotations

from bufferize_xdsl.errors import ConversionError as ConversionError
from bufferize_xdsl.operations_from_bufferize import from_bufferize as from_bufferize
from bufferize_xdsl.operations_to_bufferize import to_bufferize as to_bufferize
