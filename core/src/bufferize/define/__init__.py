"""Declarations of dialects: fields, constraints, traits and the assembly format of ops.

Meant to be imported as `from bufferize import define as d`: `d.operand(d.INDEX)`."""

from __future__ import annotations

from bufferize.define.asm import *
from bufferize.define.attr_constraints import *
from bufferize.define.constraint import *
from bufferize.define.definition import *
from bufferize.define.dialect import *
from bufferize.define.dialect_context import *
from bufferize.define.directives import *
from bufferize.define.enums import *
from bufferize.define.fields import *
from bufferize.define.operation import *
from bufferize.define.struct_attr import *
from bufferize.define.traits import *
from bufferize.define.type_constraints import *
from bufferize.diagnostics import DefinitionError as DefinitionError
from bufferize.ir import GraphRegion as GraphRegion
from bufferize.ir import IsolatedFromAbove as IsolatedFromAbove
from bufferize.ir import IsTerminator as IsTerminator
from bufferize.ir import NoTerminator as NoTerminator
from bufferize.ir import SingleBlock as SingleBlock
from bufferize.ir import SymbolTableTrait as SymbolTableTrait
from bufferize.ir import Trait as Trait
