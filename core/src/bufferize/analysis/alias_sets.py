"""Alias sets: which values may share memory, which are the same buffer."""

from __future__ import annotations

from collections.abc import Iterator

from bufferize.ir import Value


class AliasSets:
    """A partition of values into sets that only grow, by joining two of them (union-find).

    At first each value is alone in its set. Deciding that an operand is used in place joins the set
    of its value with those of its aliases:

    ```mlir
    %a = tensor.insert %f into %t[%i] : tensor<8xf32>  // %t in place:  {%t, %a} {%b}
    %b = tensor.insert %f into %a[%i] : tensor<8xf32>  // %a copied:    {%t, %a} {%b}
    ```

    A set is named by its *representative*, one of its values. Members are kept in order: those of the
    first set named in a union, then those of the second.
    """

    __slots__ = ("_first", "_last", "_next", "_parent", "_size", "largest")

    def __init__(self) -> None:
        self._parent: dict[Value, Value] = {}
        # For each representative: the size of the set, and the first and last of its members.
        self._size: dict[Value, int] = {}
        self._first: dict[Value, Value] = {}
        self._last: dict[Value, Value] = {}
        self._next: dict[Value, Value] = {}
        self.largest = 1
        """The size of the largest set."""

    def find(self, value: Value) -> Value:
        """Return the representative of the set of `value`. It may change when the set is joined."""
        parent = self._parent
        above = parent.get(value)
        if above is None:
            return value
        # Path halving.
        while True:
            grandparent = parent.get(above)
            if grandparent is None:
                return above
            parent[value] = grandparent
            value = grandparent
            above = parent.get(value)
            if above is None:
                return value

    def same(self, a: Value, b: Value) -> bool:
        """Return whether `a` and `b` are in one set."""
        return a is b or self.find(a) is self.find(b)

    def union(self, a: Value, b: Value) -> Value:
        """Join the sets of `a` and `b`, and return the representative of the joined set."""
        root_a, root_b = self.find(a), self.find(b)
        if root_a is root_b:
            return root_a
        size_a, size_b = self._size.get(root_a, 1), self._size.get(root_b, 1)
        first, last = self._first.get(root_a, root_a), self._last.get(root_b, root_b)
        self._next[self._last.get(root_a, root_a)] = self._first.get(root_b, root_b)
        root, child = (root_a, root_b) if size_a >= size_b else (root_b, root_a)
        self._parent[child] = root
        size = self._size[root] = size_a + size_b
        if size > self.largest:
            self.largest = size
        self._first[root] = first
        self._last[root] = last
        return root

    def members(self, value: Value) -> Iterator[Value]:
        """Yield the values in the set of `value`, in order."""
        root = self.find(value)
        member: Value | None = self._first.get(root, root)
        while member is not None:
            yield member
            member = self._next.get(member)

    def size(self, value: Value) -> int:
        """Return the size of the set of `value`."""
        return self._size.get(self.find(value), 1)
