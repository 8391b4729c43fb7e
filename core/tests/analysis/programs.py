"""Random programs in the toy dialect."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from bufferize.ir import Block, Operation, Region, UnitAttr, UnregisteredOp, Value

from .toy import (
    TENSOR,
    BranchOp,
    CastOp,
    ConstOp,
    FillOp,
    ForceOp,
    FuncOp,
    NewOp,
    ParallelOp,
    PutOp,
    ReadOp,
    ReturnOp,
    SelectOp,
    UpdateOp,
    ViewOp,
    ZipOp,
    branch_on,
    call,
    finish,
    function,
    loop,
    make,
    module,
)

STRAIGHT = (
    "new",
    "const",
    "update",
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
NESTED = ("loop", "if", "parallel")


@dataclass
class Shape:
    """What programs are made of."""

    kinds: Sequence[str] = STRAIGHT
    size: int = 10
    depth: int = 2
    parts: int = 2
    """How many different parts of a tensor there are."""
    recency: float = 0.7
    """How often an operand is one of the last values, and not any."""
    callees: Sequence[str] = ()
    locked: float = 0.2
    """How often an argument of the function must not be written to."""


class ProgramMaker:
    """Makes functions from random numbers."""

    def __init__(self, rng: random.Random, shape: Shape) -> None:
        self.rng = rng
        self.shape = shape

    def straight_function(self, parent: Operation, name: str = "f") -> FuncOp:
        """A function of one block, with nested regions."""
        func = function(parent, name, self.rng.randint(1, 3))
        for i in range(len(func.entry_block.arguments)):
            if self.rng.random() < self.shape.locked:
                func.attributes[f"locked{i}"] = UnitAttr()
        values: list[Value] = list(func.entry_block.arguments)
        self.fill_block(func.entry_block, values, self.shape.size, self.shape.depth)
        finish(func.entry_block, self.pick(values), cls=ReturnOp)
        return func

    def graph_function(self, parent: Operation, name: str = "f") -> FuncOp:
        """A function of several blocks that pass one tensor on to each other."""
        func = function(parent, name, 1)
        region = func.regions[0]
        blocks = [region.entry]
        blocks += [region.append(Block([TENSOR])) for _ in range(self.rng.randint(1, 4))]
        shared: list[Value] = []
        # The entry dominates all others, and so does the second block where it is the only way on.
        dominating = 1 if self.rng.random() < 0.5 else 2
        for i, block in enumerate(blocks):
            values: list[Value] = [*block.arguments, *shared]
            self.fill_block(block, values, self.shape.size, 0)
            if i < dominating:
                shared = list(values)
            targets = [b for b in blocks[dominating:] if self.rng.random() < 0.5]
            if i == 0 and dominating == 2:
                targets = [blocks[1]]
            if i == len(blocks) - 1 or not targets:
                finish(block, self.pick(values), cls=ReturnOp)
            else:
                if self.rng.random() < 0.7:
                    targets = [b for b in targets if blocks.index(b) > i] or [blocks[i + 1]]
                block.append(BranchOp.create([self.pick(values)], successors=targets))
        others = region.blocks[1:]
        self.rng.shuffle(others)
        region.blocks[1:] = others
        _drop_unreachable(region)
        return func

    def pick(self, values: list[Value]) -> Value:
        """A value, rather a late one."""
        if self.rng.random() < self.shape.recency:
            return values[-self.rng.randint(1, min(3, len(values)))]
        return self.rng.choice(values)

    def fill_block(self, block: Block, values: list[Value], size: int, depth: int) -> None:
        """Append operations to `block`; `values` grows by their results."""
        for _ in range(size):
            kinds = [
                k for k in self.shape.kinds if depth > 0 or k not in (*NESTED, "unknown_region")
            ]
            self.append(block, values, self.rng.choice(kinds), depth)

    def append(self, block: Block, values: list[Value], kind: str, depth: int) -> None:
        """Append one operation, or a few that belong together."""
        rng, pick = self.rng, self.pick
        at = rng.randrange(self.shape.parts)
        if kind in ("new", "const"):
            values.append(make(block, NewOp if kind == "new" else ConstOp).result)
        elif kind in ("update", "fill", "cast"):
            cls = {"update": UpdateOp, "fill": FillOp, "cast": CastOp}[kind]
            values.append(make(block, cls, pick(values)).result)
        elif kind == "view":
            values.append(make(block, ViewOp, pick(values), at=at).result)
        elif kind in ("zip", "select"):
            cls = ZipOp if kind == "zip" else SelectOp
            values.append(make(block, cls, pick(values), pick(values)).result)
        elif kind == "put":
            values.append(make(block, PutOp, pick(values), pick(values), at=at).result)
        elif kind == "read":
            make(block, ReadOp, pick(values), results=0)
        elif kind == "force":
            make(block, ForceOp, pick(values), results=0)
        elif kind == "tile":
            source = pick(values)
            part = make(block, ViewOp, source, at=at).result
            part = make(block, rng.choice([FillOp, UpdateOp]), part).result
            values.append(make(block, PutOp, part, source, at=at).result)
        elif kind == "unknown":
            op = UnregisteredOp.named("other.op", [pick(values)], [TENSOR])
            block.append(op)
            values.append(op.results[0])
        elif kind == "call":
            name = rng.choice(self.shape.callees)
            values.append(call(block, name, [pick(values), pick(values)]).result)
        else:
            self._append_nested(block, values, kind, depth)

    def _append_nested(self, block: Block, values: list[Value], kind: str, depth: int) -> None:
        size = self.rng.randint(1, max(1, self.shape.size // 2))
        if kind == "if":
            op = branch_on(block)
            bodies = [region.entry for region in op.regions]
        elif kind == "unknown_region":
            op = UnregisteredOp.named(
                "other.region", [self.pick(values)], [TENSOR], regions=[Region([Block([TENSOR])])]
            )
            block.append(op)
            bodies = [op.regions[0].entry]
        else:
            op = loop(block, self.pick(values), *([ParallelOp] if kind == "parallel" else []))
            bodies = [op.regions[0].entry]
        for body in bodies:
            inner = [*values, *body.arguments]
            self.fill_block(body, inner, size, depth - 1)
            finish(body, self.pick(inner))
        values.append(op.results[0])


def _drop_unreachable(region: Region) -> None:
    reached = {region.entry}
    work = [region.entry]
    while work:
        for block in work.pop().successors():
            if block not in reached:
                reached.add(block)
                work.append(block)
    for block in [b for b in region.blocks if b not in reached]:
        block.drop_all_references()
        region.blocks.remove(block)


def random_module(seed: int, shape: Shape, graph: bool = False) -> Operation:
    """A module of one function."""
    maker = ProgramMaker(random.Random(seed), shape)
    parent = module()
    if graph:
        maker.graph_function(parent)
    else:
        maker.straight_function(parent)
    return parent
