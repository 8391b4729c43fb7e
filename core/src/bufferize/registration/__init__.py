"""Plugins: their hooks, how they are found, and the context that they make up."""

from __future__ import annotations

from bufferize.registration.check import check_plugins as check_plugins
from bufferize.registration.commands import Command as Command
from bufferize.registration.context import Context as Context
from bufferize.registration.context import PluginWarning as PluginWarning
from bufferize.registration.discovery import PluginRecord as PluginRecord
from bufferize.registration.discovery import plugin_at_work as plugin_at_work
from bufferize.registration.hooks import API_VERSION as API_VERSION
from bufferize.registration.hooks import ENTRY_POINT_GROUP as ENTRY_POINT_GROUP
from bufferize.registration.hooks import adding as adding
from bufferize.registration.hooks import hookimpl as hookimpl
from bufferize.registration.hooks import hookspec as hookspec
from bufferize.registration.readers import Reader as Reader
from bufferize.registration.readers import ReadProgram as ReadProgram
from bufferize.registration.registries import OpModelRegistry as OpModelRegistry
from bufferize.registration.registries import Registry as Registry
