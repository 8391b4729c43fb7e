"""The IR: types, attributes, operations, and the means to build, change and check them."""

from __future__ import annotations

from bufferize.ir.affine import *
from bufferize.ir.attributes import *
from bufferize.ir.block import *
from bufferize.ir.builder import *
from bufferize.ir.copying import *
from bufferize.ir.dominance import *
from bufferize.ir.floats import *
from bufferize.ir.interning import *
from bufferize.ir.location import *
from bufferize.ir.operation import *
from bufferize.ir.symbols import *
from bufferize.ir.types import *
from bufferize.ir.undo import *
from bufferize.ir.value import *
from bufferize.ir.verifier import *
