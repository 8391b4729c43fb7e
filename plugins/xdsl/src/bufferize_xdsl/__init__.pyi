"""One-Shot Bufferize for compilers written with xDSL (https://xdsl.dev)."""

from .declarations import declare as declare
from .errors import ConversionError as ConversionError
from .operations_from_bufferize import from_bufferize as from_bufferize
from .operations_to_bufferize import to_bufferize as to_bufferize
from .passes import BufferizationFailed as BufferizationFailed
from .passes import BufferizePass as BufferizePass
from .passes import pass_class as pass_class
from .passes import run_in_place as run_in_place
