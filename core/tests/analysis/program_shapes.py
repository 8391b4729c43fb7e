"""What random programs in the toy dialect are made of."""

from __future__ import annotations

from dataclasses import dataclass

from .toy import PARTS

STRAIGHT = (
    "new",
    "const",
    "update",
    "fill",
    "zip",
    "cast",
    "select",
    "view",
    "put",
    "read",
    "tile",
)
RARE = ("reshape", "pair", "split", "trust", "replace", "unknown")
NESTED = ("count", "loop", "while", "if", "parallel", "scope", "graph", "unknown_region")
LEFT_OUT = "left_out"
"""Marks operations that the options say not to bufferize."""


@dataclass
class Shape:
    """What programs are made of."""

    kinds: tuple[str, ...] = (*STRAIGHT, "update", "read")
    size: int = 7
    depth: int = 2
    parts: int = 2
    """How many different parts of a tensor there are."""
    recency: float = 0.6
    """How often an operand is one of the last values, and not any."""
    locked: float = 0.2
    """How often an argument of the function must not be written to."""
    blocks: int = 1
    """The most blocks that a function has."""
    functions: int = 1
    circles: float = 0.0
    """How often a call may be of any function, not just of an earlier one."""
    forced: float = 0.0
    """How often an operation that passes buffers on must do so without a copy."""
    left_out: float = 0.0
    """How often an operation is not to be bufferized."""


SHAPES = {
    "straight": Shape(size=9),
    "rare": Shape(kinds=(*STRAIGHT, *RARE), size=8),
    "writes": Shape(kinds=("update", "update", "read", "select"), size=10, recency=0.3),
    "slices": Shape(kinds=("tile", "tile", "view", "put", "update", "read", "select"), size=6),
    "parts": Shape(
        kinds=("beside", "beside", "view", "put", "tile", "update", "read", "select"),
        parts=len(PARTS),
        size=5,
        recency=0.3,
        locked=0.0,
    ),
    "windows": Shape(
        kinds=(
            *("beside", "beside", "beside", "window", "put_window", "put_window", "put"),
            *("fill", "read", "index", "count", "count", "loop", "if"),
        ),
        parts=len(PARTS),
        size=5,
        recency=0.3,
        locked=0.0,
    ),
    "one-part": Shape(
        kinds=("tile", "view", "put", "fill", "select"), parts=1, size=6, recency=0.4
    ),
    "element-wise": Shape(
        kinds=("zip", "zip", "zip", "cast", "reshape", "select", "new", "view", "read"), size=8
    ),
    "element-wise-blocks": Shape(
        kinds=("zip", "zip", "cast", "new", "loop", "while", "scope"), size=4, blocks=3
    ),
    "idioms": Shape(kinds=("zip_cast", "tile_choice", "revisit", "update", "read", "fill"), size=3),
    "revisits": Shape(kinds=("revisit", "revisit", "fill", "new", "cast"), size=3, locked=0.0),
    "trusting": Shape(kinds=("trust", "trust", "fill", "read", "update", "new"), size=7),
    "loops": Shape(kinds=(*STRAIGHT, "loop", "loop", "while", "while"), size=5),
    "loop-nests": Shape(
        kinds=("update", "read", "update", "read", "loop", "loop", "select"),
        size=4,
        depth=3,
        recency=0.4,
    ),
    "branches-in-loops": Shape(
        kinds=("update", "read", "update", "read", "if", "loop", "unknown_region", "graph"),
        size=4,
        depth=3,
        recency=0.3,
    ),
    "ifs": Shape(kinds=(*STRAIGHT, "if", "if", "if"), size=5),
    "nested": Shape(kinds=(*STRAIGHT, *NESTED, *NESTED), size=5),
    "deep": Shape(kinds=("update", "read", *NESTED), size=3, depth=3),
    "parallel": Shape(
        kinds=("update", "tile", "read", "zip", "new", "shared_put", "parallel", "parallel"),
        size=5,
    ),
    "parallel-writes": Shape(
        kinds=("update", "fill", "cast", "select", "new", "read", "parallel"),
        size=6,
        depth=1,
        recency=0.3,
        forced=0.2,
        locked=0.0,
    ),
    "unknown": Shape(kinds=(*STRAIGHT, *NESTED, "unknown", "unknown", "unknown_region"), size=5),
    "forced": Shape(kinds=(*STRAIGHT, *NESTED, "force"), size=5, locked=0.05, forced=0.3),
    "left-out": Shape(kinds=(*STRAIGHT, *RARE, *NESTED), size=5, left_out=0.15),
    "blocks": Shape(kinds=("update", "read", "view", "fill", "cast", "tile"), size=2, blocks=7),
    "blocks-of-writes": Shape(
        kinds=("update", "read", "fill"), size=2, blocks=6, recency=0.2, locked=0.0
    ),
    "blocks-around-regions": Shape(
        kinds=("update", "read", "update", "read", "if", "loop", "parallel"),
        size=2,
        depth=1,
        blocks=5,
        recency=0.3,
    ),
    "blocks-in-regions": Shape(
        kinds=("update", "read", "fill", "scope", "scope", "loop", "if"), size=3, blocks=3
    ),
    "calls": Shape(
        kinds=("call", "call", "update", "read", "view", "select", "fill", "new", "loop", "if"),
        size=4,
        depth=1,
        functions=3,
        forced=0.1,
    ),
    "returns": Shape(
        kinds=("call", "call", "update", "fill", "select", "cast"),
        size=3,
        functions=3,
        blocks=2,
        forced=0.3,
    ),
    "equivalent-calls": Shape(
        kinds=("tile_call", "call", "tile", "update", "cast"),
        size=3,
        functions=2,
        forced=0.7,
        parts=1,
        locked=0.0,
    ),
    "recursion": Shape(
        kinds=("call", "call", "update", "read", "view", "fill"),
        size=3,
        functions=3,
        circles=0.4,
    ),
}
