"""Settings of the language server: from the command line, and from the editor."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from bufferize.diagnostics import Diagnostic, OptionError, Severity, SourceMap, error, suggestions
from bufferize.passes import PassManager, pipeline_from_text
from bufferize.plugins import Context
from bufferize_tools.pipelines import one_shot_of

SECTION: Final = "bufferize"
"""The section of the editor's settings."""

_PIPELINE: Final = "<pass pipeline>"
_KINDS: Final[dict[str, type]] = {
    "oneShotBufferize": str,
    "passPipeline": str,
    "trials": int,
    "allowUnregisteredDialect": bool,
}
"""The settings that an editor may make, and their types."""
_WORDS: Final = {str: "a string", int: "a whole number from 0 on", bool: "true or false"}


@dataclass(frozen=True)
class Settings:
    """The settings: how to bufferize programs, and how many changes to try as help."""

    one_shot_bufferize: str | None = None
    """The options of the pass as text; None for bufferization with function boundaries."""
    pass_pipeline: str | None = None
    """A pipeline to run instead."""
    trials: int = 24
    """The largest number of changes to try."""
    allow_unregistered_dialect: bool = False
    block_plugins: tuple[str, ...] = ()
    """The names of installed plugins to leave out."""

    def context(self) -> Context:
        """Make a context with the installed plugins."""
        context = Context(block=self.block_plugins, warn=False)
        context.allow_unregistered_dialects = self.allow_unregistered_dialect
        return context

    def pipeline(self, context: Context, sources: SourceMap | None = None) -> PassManager:
        """Return the passes; their texts are added to `sources`. Raises OptionError."""
        sources = SourceMap() if sources is None else sources
        if self.pass_pipeline is not None:
            sources.add(_PIPELINE, self.pass_pipeline)
            return pipeline_from_text(self.pass_pipeline, context)
        step = one_shot_of(self.one_shot_bufferize, context, sources)
        return PassManager(steps=[step], verify_each=False)

    def with_client(self, given: object) -> Settings:
        """Return these settings, overridden by those of an editor; null values change nothing.

        Raises OptionError for invalid settings.
        """
        if given is None:
            return self
        if not isinstance(given, Mapping):
            raise OptionError(f"the settings of bufferize are an object, not {given!r}")
        problems = []
        found: dict[str, Any] = {}
        for name, value in given.items():
            kind = _KINDS.get(name)
            if kind is None:
                all = [Diagnostic(Severity.NOTE, f"the settings are: {', '.join(_KINDS)}")]
                notes = suggestions(str(name), _KINDS) or all
                problems.append(error(f"no setting of bufferize is called '{name}'", None, notes))
            elif value is None:
                continue
            elif type(value) is not kind or (isinstance(value, int) and value < 0):
                wrong = f"the setting '{name}' of bufferize is {_WORDS[kind]}, not {value!r}"
                problems.append(error(wrong))
            else:
                found[_FIELDS[name]] = value
        if problems:
            raise OptionError(problems)
        return self._with_passes(found)

    def with_flag(self, flag: str) -> Settings:
        """Return these settings with a recommended flag. Raises OptionError."""
        try:
            (argument,) = shlex.split(flag)
        except ValueError:
            raise OptionError(f"'{flag}' is no option") from None
        name, _, value = argument.removeprefix("--").partition("=")
        field = name.replace("-", "_")
        if field not in ("one_shot_bufferize", "pass_pipeline"):
            raise OptionError(f"'{flag}' is no option of bufferization")
        return self._with_passes({field: value})

    def _with_passes(self, found: dict[str, Any]) -> Settings:
        """Return these settings with other passes.

        Options of the pass replace a pipeline, and vice versa.
        """
        chosen = [found.get("one_shot_bufferize"), found.get("pass_pipeline")]
        if None not in chosen:
            raise OptionError("oneShotBufferize cannot be used together with passPipeline")
        if chosen != [None, None]:
            found = {"one_shot_bufferize": None, "pass_pipeline": None, **found}
        return replace(self, **found)


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


_FIELDS: Final = {_camel_case(field.name): field.name for field in fields(Settings)}
