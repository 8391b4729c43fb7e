"""Plugins: their hooks, how they are found, and the context that they make up."""

from __future__ import annotations

from bufferize.plugins.check import check_plugins
from bufferize.plugins.context import Context, PluginWarning
from bufferize.plugins.discovery import PluginRecord, plugin_at_work
from bufferize.plugins.hooks import API_VERSION, ENTRY_POINT_GROUP, hookimpl, hookspec
from bufferize.plugins.registries import (
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
    "check_plugins",
    "hookimpl",
    "hookspec",
    "plugin_at_work",
]
