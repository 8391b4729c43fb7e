"""The build of `bufferize`: one wheel that installs every distribution of this checkout.

pip starts four processes for each distribution that it builds. Here all are built in one, and what
their wheels hold goes into one wheel, each with its own metadata: they are listed, replaced and removed
one by one, as after `pip install ./core ./plugins/tensor`.
"""

from __future__ import annotations

import os
import platform
import tempfile
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from hatchling.build import build_editable, build_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.core import CoreMetadata, ProjectMetadata
from hatchling.metadata.plugin.interface import MetadataHookInterface
from hatchling.plugin.manager import PluginManager
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet


def distributions(root: Path) -> dict[Path, CoreMetadata]:
    """Return the metadata of each distribution, by its folder; none of those that need a later Python."""
    folders = [
        root / "core",
        *sorted(file.parent for file in root.glob("plugins/*/pyproject.toml")),
    ]
    found = {folder: ProjectMetadata(str(folder), PluginManager()).core for folder in folders}
    version = platform.python_version()
    return {
        folder: metadata
        for folder, metadata in found.items()
        if SpecifierSet(metadata.requires_python).contains(version)
    }


class Needed(MetadataHookInterface):
    """The metadata of the root: the dependencies and commands of all distributions."""

    def update(self, metadata: dict[str, Any]) -> None:
        found = distributions(Path(self.root)).values()
        own = {each.name for each in found}
        needed = {text for each in found for text in each.dependencies}
        metadata["dependencies"] = sorted(t for t in needed if Requirement(t).name not in own)
        metadata["scripts"] = {k: v for each in found for k, v in each.scripts.items()}


class Contents(BuildHookInterface[Any]):
    """The contents of the root wheel: those of all others; links to the sources if it is editable."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build = build_editable if version == "editable" else build_wheel
        self.work = tempfile.TemporaryDirectory()  # removed with this object, after the build
        data = f"{self.metadata.core.raw_name}-{self.metadata.version}.data"
        for folder in distributions(Path(self.root)):
            os.chdir(folder)
            content = Path(self.work.name, folder.name)
            with ZipFile(Path(self.work.name, build(self.work.name))) as wheel:
                wheel.extractall(content)
            for part in content.iterdir():
                target = data if part.suffix == ".data" else f"{data}/purelib/{part.name}"
                build_data["force_include"][str(part)] = target
        os.chdir(self.root)
