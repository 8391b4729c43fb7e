"""The inputs of the fuzzer: programs from which mutants are made, and random pipelines."""

from __future__ import annotations

import random
import re
import runpy
from collections.abc import Iterable
from pathlib import Path

from bufferize.passes import Pass, PassManager
from bufferize.passes.pipeline import Options, option_fields, option_name
from bufferize.plugins import Context
from bufferize_tools.files import split_input

ROOT = Path(__file__).parent.parent.parent
SEEDS = (
    ROOT / "tests" / "fuzz",
    ROOT / "tests" / "filecheck",
    ROOT / "tests" / "differences",
    ROOT / "tests" / "reports",
    ROOT / "core" / "tests",
    ROOT / "plugins",
)
"""The folders of this repository with programs, valid or not."""

MAX_LENGTH = 6000
"""The largest length of a program in characters: longer ones take too long, and hide mistakes."""

_GENERATED = 200
"""The number of generated programs."""

_COMMENT = re.compile(r"^\s*//.*\n?", re.MULTILINE)


def pieces(folders: Iterable[Path]) -> list[str]:
    """Return the programs of all .mlir files below the folders, without comments, and generated
    ones."""
    # By its path: the tests of the core are no package that others could import.
    generator = runpy.run_path(str(ROOT / "core/tests/analysis/reference_programs.py"))
    found = dict.fromkeys(generator["random_text"](seed) for seed in range(_GENERATED))
    for folder in folders:
        for path in sorted(folder.rglob("*.mlir")):
            for part in split_input(path.read_text(encoding="utf-8")):
                text = _COMMENT.sub("", part).strip() + "\n"
                if len(text) <= MAX_LENGTH:
                    found[text] = None
    return list(found)


_BUFFERIZE = "one-shot-bufferize"
_USUAL = {"bufferize-function-boundaries": 0.75, "allow-unknown-ops": 0.6}
"""The probability of a flag without which most programs are refused early."""
_WORDS = ("f", "main", "tensor", "scf", "linalg", "func", "builtin", "memref.copy", "")
_NUMBERS = ("0", "1", "2", "64", "-1")


def random_pipeline(rng: random.Random, context: Context) -> str:
    """Return the text of a random pipeline; half of them are One-Shot Bufferize and little else."""
    names = context.pass_names()
    chosen = [rng.choice(names) for _ in range(rng.choice((0, 0, 0, 1, 1, 2)))]
    if rng.random() < 0.8 or not chosen:
        chosen.insert(rng.randint(0, len(chosen)), _BUFFERIZE)
    steps: list[Pass | PassManager] = [_random_pass(name, rng, context) for name in chosen]
    if rng.random() < 0.05:
        steps = [PassManager("func.func", steps)]
    return str(PassManager(steps=steps))


def _random_pass(name: str, rng: random.Random, context: Context) -> Pass:
    cls = context.pass_class(name)
    assert cls is not None
    options: Options = {}
    for field, kind in option_fields(cls.options_class()):
        option = option_name(field.name)
        if rng.random() < _USUAL.get(option, 0.12):
            options[option] = _random_value(kind.takes, rng)
    if "print-conflicts" in options or "dump-alias-sets" in options:
        options["test-analysis-only"] = ["1"]
    if options.get("test-analysis-only") == ["1"]:
        options.pop("copy-before-write", None)
    return cls.from_options(options)


def _random_value(takes: str, rng: random.Random) -> list[str]:
    if not takes:
        return ["1"]
    if takes == "=<int>":
        return [rng.choice(_NUMBERS)]
    if "|" in takes:
        return [rng.choice(takes[1:].split("|"))]
    count = rng.randint(1, 3) if takes == "=<name,...>" else 1
    return [rng.choice(_WORDS) for _ in range(count)]
