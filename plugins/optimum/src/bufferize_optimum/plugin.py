"""The hooks of bufferize-optimum."""

from __future__ import annotations

from bufferize.plugins import adding

BUFFERIZE_API = 2

register_heuristics = adding(
    {
        "dearest-first": "bufferize_optimum.by_cost:dearest_first",
        "fewest-bytes": "bufferize_optimum.functions:fewest_bytes",
    }
)
register_commands = adding(
    {
        "certify": "bufferize_optimum.commands:CERTIFY",
        "optimum": "bufferize_optimum.commands:OPTIMUM",
    }
)
