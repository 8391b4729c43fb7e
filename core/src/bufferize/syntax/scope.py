"""Names of values and blocks while a text is parsed."""

from __future__ import annotations

from bufferize.ir import Block, Region, Type, Value


class ForwardValue(Value):
    """Stands for a value that is used before its definition is read."""

    __slots__ = ("name", "offset")

    def __init__(self, name: str, type: Type, offset: int) -> None:
        super().__init__(type)
        self.name = name
        self.offset = offset

    def __repr__(self) -> str:
        return f"<forward reference to %{self.name}>"


class RegionScope:
    """What is named in one region: blocks, and the values that go out of scope at its end."""

    __slots__ = ("blocks", "region", "undefined_blocks", "value_names")

    def __init__(self, region: Region) -> None:
        self.region = region
        self.value_names: list[str] = []
        self.blocks: dict[str, Block] = {}
        self.undefined_blocks: dict[str, int] = {}
        """Where each block that is not yet defined was first mentioned."""
