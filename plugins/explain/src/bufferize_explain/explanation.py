"""All that is found out about the copies of a program: what each format has to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bufferize.diagnostics import SourceMap
from bufferize_explain.aliases import AliasSet
from bufferize.record.buffer_log import BufferRemark
from bufferize_explain.groups import OwnCopies
from bufferize.record.copies import TensorCopy
from bufferize_explain.written_in_place import WrittenInPlace
from bufferize.syntax import OperationSpans


@dataclass(frozen=True)
class Explanation:
    """The copies of a program, and what else is to be said of it."""

    file: str
    """What the program is called."""
    copies: Sequence[TensorCopy]
    """Those that are to be shown, the most expensive first."""
    new: Sequence[TensorCopy] | None = None
    """Those of them that an earlier report does not have, if there is one."""
    in_place: Sequence[WrittenInPlace] = ()
    """What is written to without a copy."""
    buffers: Sequence[BufferRemark] = ()
    """What passes did after bufferization."""
    summaries: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    """What plugins say of the outcome."""
    own_copies: Sequence[OwnCopies] = ()
    """What the program itself copies."""
    sources: SourceMap = field(default_factory=SourceMap)
    """The texts of the program."""
    spans: OperationSpans = field(default_factory=OperationSpans)
    """Where operands and results are written in them."""
    alias_sets: Sequence[AliasSet] = ()
    """Which tensors may share a buffer."""
    outcome: Sequence[str] = ()
    """What plugins say of the outcome, in words."""
