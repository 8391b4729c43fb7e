"""Op interfaces: the questions that the analysis and the passes ask of operations."""

from __future__ import annotations

from bufferize.interfaces.base import *
from bufferize.interfaces.control_flow import *
from bufferize.interfaces.deallocation import *
from bufferize.interfaces.destination_style import *
from bufferize.interfaces.effects import *
from bufferize.interfaces.functions import *
from bufferize.interfaces.loops import *
from bufferize.interfaces.subsets import *
from bufferize.interfaces.value_bounds import *
from bufferize.interfaces.views import *
