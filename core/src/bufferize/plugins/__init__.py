"""Plugins: their hooks, their discovery, and the context that holds all they register."""

from __future__ import annotations

from bufferize.plugins.commands import Command as Command
from bufferize.plugins.commands import ProgressLine as ProgressLine
from bufferize.plugins.commands import Reader as Reader
from bufferize.plugins.commands import ReadProgram as ReadProgram
from bufferize.plugins.context import Context as Context
from bufferize.plugins.context import PluginWarning as PluginWarning
from bufferize.plugins.discovery import PluginRecord as PluginRecord
from bufferize.plugins.hooks import API_VERSION as API_VERSION
from bufferize.plugins.hooks import ENTRY_POINT_GROUP as ENTRY_POINT_GROUP
from bufferize.plugins.hooks import adding as adding
from bufferize.plugins.hooks import hookimpl as hookimpl
from bufferize.plugins.hooks import hookspec as hookspec
from bufferize.plugins.registries import OpModelRegistry as OpModelRegistry
from bufferize.plugins.registries import Registry as Registry
