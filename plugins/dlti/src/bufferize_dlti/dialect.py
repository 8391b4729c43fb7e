"""The dlti dialect with all its attributes; it has no ops."""

from __future__ import annotations

from bufferize_dlti import entries, op_attributes, pointers
from bufferize_dlti.base import DLTI

DIALECT = DLTI
DIALECT.op_attribute_problem = op_attributes.op_attribute_problem

__all__ = ["DIALECT", "entries", "pointers"]
