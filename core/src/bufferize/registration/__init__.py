"""Plugins: their hooks, how they are found, and the context that they make up."""

from __future__ import annotations

from bufferize.registration.check import check_plugins
from bufferize.registration.context import Context, PluginWarning
from bufferize.registration.discovery import PluginRecord, plugin_at_work
from bufferize.registration.hooks import API_VERSION, ENTRY_POINT_GROUP, adding, hookimpl, hookspec
from bufferize.registration.registries import (
    AnalysisRegistry,
    DialectRegistry,
    OpModelRegistry,
    PassRegistry,
    SemanticsRegistry,
    TypeModelRegistry,
)

__all__ = [
    "API_VERSION",
    "ENTRY_POINT_GROUP",
    "AnalysisRegistry",
    "Context",
    "DialectRegistry",
    "OpModelRegistry",
    "PassRegistry",
    "PluginRecord",
    "PluginWarning",
    "SemanticsRegistry",
    "TypeModelRegistry",
    "adding",
    "check_plugins",
    "hookimpl",
    "hookspec",
    "plugin_at_work",
]
