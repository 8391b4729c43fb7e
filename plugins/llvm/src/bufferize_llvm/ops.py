"""All ops of the llvm dialect, and the modules that declare its types and attributes."""

from __future__ import annotations

from bufferize_llvm import attributes as attributes
from bufferize_llvm import debug_info as debug_info
from bufferize_llvm import enums as enums
from bufferize_llvm import intrinsics as intrinsics
from bufferize_llvm import loop_annotations as loop_annotations
from bufferize_llvm import module_flags as module_flags
from bufferize_llvm import ops_addresses as ops_addresses
from bufferize_llvm import ops_arithmetic as ops_arithmetic
from bufferize_llvm import ops_calls as ops_calls
from bufferize_llvm import ops_casts as ops_casts
from bufferize_llvm import ops_control as ops_control
from bufferize_llvm import ops_exceptions as ops_exceptions
from bufferize_llvm import ops_function as ops_function
from bufferize_llvm import ops_globals as ops_globals
from bufferize_llvm import ops_memory as ops_memory
from bufferize_llvm import ops_module as ops_module
from bufferize_llvm import ops_values as ops_values
from bufferize_llvm import types as types
from bufferize_llvm.dialect import LLVM as LLVM
