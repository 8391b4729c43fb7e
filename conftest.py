"""Settings of all tests: how long it takes to draw an input says nothing on a busy machine."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("bufferize", suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.load_profile("bufferize")
