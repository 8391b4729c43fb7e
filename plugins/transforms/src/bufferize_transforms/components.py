"""The strongly connected components of a graph, for calls and for the flow of buffers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

_N = TypeVar("_N", bound=Hashable)


def strong_components(nodes: Iterable[_N], targets: Callable[[_N], Iterable[_N]]) -> list[list[_N]]:
    """Return the sets of nodes that reach each other, each after the sets that it reaches.

    Every node that `nodes` reach is in one set. This is Tarjan's algorithm with an explicit stack.
    """
    found: list[list[_N]] = []
    number: dict[_N, int] = {}
    lowest: dict[_N, int] = {}
    open_nodes: list[_N] = []
    is_open: set[_N] = set()
    path: list[tuple[_N, Iterator[_N]]] = []

    def enter(node: _N) -> None:
        number[node] = lowest[node] = len(number)
        open_nodes.append(node)
        is_open.add(node)
        path.append((node, iter(targets(node))))

    for start in nodes:
        if start in number:
            continue
        enter(start)
        while path:
            node, rest = path[-1]
            target = next((t for t in rest if t not in number or t in is_open), None)
            if target is None:
                path.pop()
                if path:
                    around = path[-1][0]
                    lowest[around] = min(lowest[around], lowest[node])
                if lowest[node] == number[node]:
                    found.append(_cut(open_nodes, is_open, node))
            elif target in number:
                lowest[node] = min(lowest[node], number[target])
            else:
                enter(target)
    return found


def _cut(open_nodes: list[_N], is_open: set[_N], first: _N) -> list[_N]:
    """Remove the open nodes from `first` on, and return them."""
    cut: list[_N] = []
    while not cut or cut[-1] is not first:
        cut.append(open_nodes.pop())
    is_open.difference_update(cut)
    return cut
