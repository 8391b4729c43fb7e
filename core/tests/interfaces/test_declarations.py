"""What an operation class must have to be declared with an interface."""

from __future__ import annotations

import pytest

from bufferize import define as d
from bufferize import interfaces


@pytest.mark.parametrize(
    ("interface", "member"),
    [
        (interfaces.DestinationStyleOpInterface, "dps_inits"),
        (interfaces.SubsetOpInterface, "tensor_container"),
        (interfaces.ParallelCombiningOpInterface, "updated_destinations"),
        (interfaces.MemoryEffectsOpInterface, "effects"),
        (interfaces.RegionBranchOpInterface, "successor_regions"),
        (interfaces.BranchOpInterface, "successor_operands"),
    ],
)
def test_missing_members(interface: type, member: str) -> None:
    cls: type[d.Operation] = type("MadeOp", (interface, d.Operation), {"__slots__": ()})
    message = rf"op 't\.a' is a {interface.__name__} and must have '{member}'"
    with pytest.raises(d.DefinitionError, match=message):
        d.Dialect("t").op("a")(cls)
