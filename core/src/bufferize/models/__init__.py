"""Ready-made models, and the models of the core's own dialects."""

from __future__ import annotations

from bufferize.models.control_flow import *
from bufferize.models.functions import *
from bufferize.models.loops import *
from bufferize.models.presets import *
