"""The bufferization models of the core's own dialects."""

from __future__ import annotations

from bufferize.models.bufferization import MODELS as MODELS
