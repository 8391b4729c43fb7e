"""The operations in destination-passing style are those of MLIR 22 and of torch-mlir."""

from __future__ import annotations

from bufferize.interfaces import DestinationStyleOpInterface
from bufferize.plugins import Context

# As MLIR's declarations say. In linalg all do but `index` and `yield`; `tiled_loop` was removed.
_NOT_IN_LINALG = {"index", "yield"}
_ELSEWHERE = {
    "bufferization.materialize_in_destination",
    "scf.forall",
    "tensor.insert",
    "tensor.insert_slice",
    "tm_tensor.attention",
    "tm_tensor.scan",
    "tm_tensor.scatter",
    "tm_tensor.sort",
    "tm_tensor.topk",
    "vector.transfer_read",
    "vector.transfer_write",
}


def test_the_same_operations_write_into_what_they_are_given() -> None:
    context = Context()
    found, linalg = set(), set()
    for name in context.dialect_names():
        dialect = context.dialect(name)
        assert dialect is not None
        classes = dialect.ops.items()
        names = {
            mnemonic for mnemonic, op in classes if issubclass(op, DestinationStyleOpInterface)
        }
        if name == "linalg":
            linalg = names
            assert set(dialect.ops) - names == _NOT_IN_LINALG
        else:
            found |= {f"{name}.{mnemonic}" for mnemonic in names}
    assert found == _ELSEWHERE
    assert {"generic", "matmul", "pack", "unpack", "softmax", "winograd_filter_transform"} <= linalg
