"""The names that the printer gives to values and blocks.

Values are numbered in order (`%0`, `%arg0`) unless their operation suggests a name (`%c0`). A
region is numbered as a whole before the regions of its operations, each of which continues from
there; so siblings repeat numbers, and no name is used twice where both values are visible.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bufferize.ir import Block, BlockArgument, Location, NameLoc, Operation, Region, Value

_INVALID = re.compile(r"[^A-Za-z0-9$._-]")
_VALID = re.compile(r"[A-Za-z$._-][A-Za-z0-9$._-]*\Z")


class _ValueNames(dict[Value, str]):
    def __missing__(self, value: Value) -> str:
        return "<<UNKNOWN SSA VALUE>>"


class _BlockNames(dict[Block, str]):
    def __missing__(self, block: Block) -> str:
        return "^INVALIDBLOCK"


class _OperationNames(dict[Operation, str]):
    def __missing__(self, op: Operation) -> str:
        return "<<UNKNOWN SSA VALUE>>"


@dataclass(slots=True)
class Names:
    """The names within one operation."""

    values: dict[Value, str] = field(default_factory=_ValueNames)
    """The text of each value as an operand: `%0`, `%1#0`; `<<UNKNOWN SSA VALUE>>` for others."""
    blocks: dict[Block, str] = field(default_factory=_BlockNames)
    """The label of each block: `^bb0`."""
    results: dict[Operation, str] = field(default_factory=dict)
    """The text left of ` = ` for operations of several results: `%0:2`, `%base, %sizes:3`."""
    operations: dict[Operation, str] = field(default_factory=_OperationNames)
    """The numbers of operations without results, if they are numbered: `%0`."""


@dataclass(slots=True)
class _Counters:
    value: int = 0
    argument: int = 0
    conflict: int = 0


def assign_names(
    op: Operation,
    suggested: bool = True,
    unique: bool = False,
    by_location: bool = False,
    number_operations: bool = False,
) -> Names:
    """Return names for all values and blocks in and below `op`.

    Without `suggested` (the generic form) operations suggest no names. With `unique` no two regions
    use the same number; as in MLIR the last region is the first to be numbered then. With
    `by_location` a name in the location of a value goes before all others; with
    `number_operations` operations without results take a number as if they had one.
    """
    return _Namer(suggested, unique, by_location, number_operations).run(op)


def _sanitized(name: str) -> str:
    if _VALID.match(name):
        return name
    name = _INVALID.sub(lambda m: "_" if m[0] == " " else f"{ord(m[0]):X}", name)
    return "_" + name if name[0].isdigit() else name


class _Namer:
    def __init__(
        self, suggested: bool, unique: bool, by_location: bool, number_operations: bool
    ) -> None:
        self.suggested = suggested
        self.unique = unique
        self.by_location = by_location
        self.number_operations = number_operations
        self.names = Names()
        self.counters = _Counters()
        self.used: set[str] = set()
        # Names used by each region from the outermost to the current one.
        self.scopes: list[list[str]] = [[]]
        self._names_results: dict[type[Operation], bool] = {}

    def run(self, op: Operation) -> Names:
        if op.results or self.unique:
            self._name_results(op)
        pending: list[tuple[Region, _Counters, int]] = []
        self._push_regions(op, pending)
        while pending:
            region, counters, depth = pending.pop()
            if not self.unique:
                self.counters = _Counters(counters.value, counters.argument, counters.conflict)
            while len(self.scopes) > depth:
                self.used.difference_update(self.scopes.pop())
            self.scopes.append([])
            self._name_region(region, pending)
        return self.names

    def _push_regions(self, op: Operation, pending: list[tuple[Region, _Counters, int]]) -> None:
        depth = len(self.scopes)
        pending += [(region, self.counters, depth) for region in op.regions if region.blocks]

    def _name_region(self, region: Region, pending: list[tuple[Region, _Counters, int]]) -> None:
        values = self.names.values
        counters = self.counters
        with_regions: list[Operation] = []
        entry = region.blocks[0]
        if self.suggested and region.parent is not None and entry.arguments:
            self._suggest_arguments(region.parent, region, entry)
        for number, block in enumerate(region.blocks):
            self.names.blocks[block] = f"^bb{number}"
            for argument in block.arguments:
                if argument not in values:
                    self._default_argument(argument, block is entry)
            op = block.first_op
            while op is not None:
                results = op.results
                if results:
                    if len(results) > 1 or self.by_location:
                        self._name_results(op)
                    elif self._suggests(op.__class__):
                        values[results[0]] = self._suggested_name(op)
                    else:
                        values[results[0]] = f"%{counters.value}"
                        counters.value += 1
                elif self.number_operations:
                    self._name_results(op)
                if op.regions:
                    with_regions.append(op)
                op = op.next_op
        for op in with_regions:
            self._push_regions(op, pending)

    def _suggests(self, cls: type[Operation]) -> bool:
        known = self._names_results.get(cls)
        if known is None:
            known = self.suggested and cls.result_names is not Operation.result_names
            self._names_results[cls] = known
        return known

    def _suggest_arguments(self, op: Operation, region: Region, entry: Block) -> None:
        names = op.block_argument_names(region)
        for argument, name in zip(entry.arguments, names or (), strict=False):
            if name:
                self.names.values[argument] = self._unique(self._located(argument) or name)

    def _default_argument(self, argument: BlockArgument, in_entry: bool) -> None:
        counters = self.counters
        name = self._located(argument)
        if in_entry:
            name = f"arg{counters.argument}" if name is None else name
            counters.argument += 1
        self.names.values[argument] = self._unique(name) if name else self._number()

    def _located(self, value: BlockArgument | Operation) -> str | None:
        """Return the name in a location, if names in locations are used."""
        return name_in_location(value.location) if self.by_location else None

    def _number(self) -> str:
        self.counters.value += 1
        return f"%{self.counters.value - 1}"

    def _suggested_name(self, op: Operation) -> str:
        names = op.result_names()
        return self._unique(names[0]) if names and names[0] else self._number()

    def _name_results(self, op: Operation) -> None:
        results = op.results
        if not results:
            if self.number_operations:
                self.names.operations[op] = self._number()
            return
        suggested = op.result_names() if self._suggests(op.__class__) else None
        names = list(suggested or ())[: len(results)]
        located = self._located(op)
        if located is not None:
            names = [located, *[name and located for name in names[1:]]]
        # A result with a name of its own starts a group; the first result always does.
        starts = [0, *[i for i, name in enumerate(names) if i and name]]
        heads = [self._unique(names[i]) if names and names[i] else self._number() for i in starts]
        if len(results) == 1:
            self.names.values[results[0]] = heads[0]
            return
        shown = []
        for head, start, end in zip(heads, starts, [*starts[1:], len(results)], strict=True):
            count = end - start
            shown.append(f"{head}:{count}" if count > 1 else head)
            for index in range(start, end):
                text = f"{head}#{index - start}" if count > 1 else head
                self.names.values[results[index]] = text
        self.names.results[op] = ", ".join(shown)

    def _unique(self, name: str) -> str:
        """Return `%name`, with a number appended if the name is taken."""
        name = _sanitized(name)
        used = self.used
        if name in used:
            base = name + "_"
            while name in used:
                name = f"{base}{self.counters.conflict}"
                self.counters.conflict += 1
        used.add(name)
        self.scopes[-1].append(name)
        return "%" + name


def name_in_location(location: Location) -> str | None:
    """Return the first name in a location and its nested locations."""
    return next((each.name for each in location.walk_parts() if isinstance(each, NameLoc)), None)


# The comments of `--mlir-print-value-users`. Operations without results are numbered for these as
# if they had one, so that they can be named.


def operation_comment(op: Operation, names: Names) -> str:
    """Return the comment after an operation: the users of its results, or its number."""
    if not op.results:
        return f" // id: {names.operations[op]}" if op.op_operands else ""
    users = [_users(result, names) for result in op.results]
    if not any(users):
        return " // unused"
    if len(users) > 1:
        return " // users: " + ", ".join([f"({', '.join(each) or 'unused'})" for each in users])
    (found,) = users
    return f" // user{'s' if len(found) > 1 else ''}: {', '.join(found)}"


def argument_comment(argument: BlockArgument, names: Names) -> str:
    """Return the comment about a block argument, for its own line at the top of the block."""
    users = ", ".join(_users(argument, names))
    return f"// {names.values[argument]} is {f'used by {users}' if users else 'unused'}"


def _users(value: Value, names: Names) -> list[str]:
    """Return the names of the users, latest first: of their results, or else of the users."""
    found: list[str] = []
    for user in dict.fromkeys(value.users):
        found += [names.values[result] for result in user.results] or [names.operations[user]]
    return found
