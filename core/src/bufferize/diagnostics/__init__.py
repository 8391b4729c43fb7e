"""Source positions, diagnostics, their rendering, and the error classes that carry them."""

from __future__ import annotations

from bufferize.diagnostics.diagnostic import *
from bufferize.diagnostics.errors import *
from bufferize.diagnostics.rendering import *
