"""Runs programs on tensors and on buffers, and counts their memory."""

from __future__ import annotations

from bufferize_interpreter.compiler import Compiler as Compiler
from bufferize_interpreter.compiler import Semantics as Semantics
from bufferize_interpreter.compiler import one_or_all as one_or_all
from bufferize_interpreter.elements import Element as Element
from bufferize_interpreter.elements import dense_array as dense_array
from bufferize_interpreter.elements import dtype_of as dtype_of
from bufferize_interpreter.elements import element_of as element_of
from bufferize_interpreter.elements import wrapping as wrapping
from bufferize_interpreter.elementwise import Elementwise as Elementwise
from bufferize_interpreter.elementwise import Kernel as Kernel
from bufferize_interpreter.machine import Machine as Machine
from bufferize_interpreter.machine import Run as Run
from bufferize_interpreter.machine import run as run
from bufferize_interpreter.memory import Allocation as Allocation
from bufferize_interpreter.memory import Memory as Memory
from bufferize_interpreter.memory import MemRef as MemRef
from bufferize_interpreter.statistics import Statistics as Statistics
from bufferize_interpreter.statistics import Timeline as Timeline
from bufferize_interpreter.traps import ProgramError as ProgramError
from bufferize_interpreter.traps import Trap as Trap
from bufferize_interpreter.traps import TrapKind as TrapKind
from bufferize_interpreter.traps import out_of_bounds as out_of_bounds
from bufferize_interpreter.values import Array as Array
from bufferize_interpreter.values import ArrayValue as ArrayValue
from bufferize_interpreter.values import Poison as Poison
from bufferize_interpreter.values import PoisonArray as PoisonArray
from bufferize_interpreter.values import PoisonUse as PoisonUse
from bufferize_interpreter.values import computed as computed
from bufferize_interpreter.values import defined as defined
from bufferize_interpreter.values import moved as moved
from bufferize_interpreter.values import plain as plain
from bufferize_interpreter.values import poison_mask as poison_mask
from bufferize_interpreter.values import propagating as propagating
from bufferize_interpreter.values import with_poison as with_poison
