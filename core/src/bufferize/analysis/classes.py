"""Classes of values: which may share memory, which are the same buffer."""

from __future__ import annotations

from collections.abc import Iterator

from bufferize.ir import Value


class ValueClasses:
    """A partition of values that grows by merging (union-find).

    The members of a class are kept in order: those of the first class named in a merge, then those
    of the second. A value that was never merged is alone in its class.
    """

    __slots__ = ("_first", "_last", "_next", "_parent", "_size", "largest")

    def __init__(self) -> None:
        self._parent: dict[Value, Value] = {}
        # Of each root: the number of members, and the ends of the list of them.
        self._size: dict[Value, int] = {}
        self._first: dict[Value, Value] = {}
        self._last: dict[Value, Value] = {}
        self._next: dict[Value, Value] = {}
        self.largest = 1
        """How many values the largest class has."""

    def find(self, value: Value) -> Value:
        """The representative of the class of `value`; it may change when the class is merged."""
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
        """Whether `a` and `b` are in one class."""
        return a is b or self.find(a) is self.find(b)

    def union(self, a: Value, b: Value) -> Value:
        """Merge the classes of `a` and `b`; the representative of the result."""
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
        """All values of the class of `value`, in order."""
        root = self.find(value)
        member: Value | None = self._first.get(root, root)
        while member is not None:
            yield member
            member = self._next.get(member)

    def size(self, value: Value) -> int:
        """How many values the class of `value` has."""
        return self._size.get(self.find(value), 1)
