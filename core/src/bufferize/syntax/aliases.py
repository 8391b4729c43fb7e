"""Aliases: `#map`, `#set`, `#loc`, which stand at the top of a file for long attributes.

Which attributes get an alias is known only when all has been printed. So where one is mentioned a
mark is written, and the marks are replaced at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bufferize.ir import (
    AffineMapAttr,
    Attribute,
    DistinctAttr,
    DistinctId,
    IntegerSetAttr,
    Location,
    TupleType,
    Type,
    UnitAttr,
)
from bufferize.syntax.text import TextPrinter

# No text of MLIR holds these characters: strings escape them.
_ALIAS = "\0"
_DISTINCT = "\1"
_ALIAS_MARK = re.compile("\0([0-9]+)\0")
_DISTINCT_MARK = re.compile("\1([0-9]+)\1")

Symbol = Attribute | Type


def alias_name(symbol: Symbol) -> str | None:
    """The alias that a type or attribute is given, without `#` and number.

    A dialect's class asks for one with a class variable `alias_name`.
    """
    if isinstance(symbol, AffineMapAttr):
        return "map"
    if isinstance(symbol, IntegerSetAttr):
        return "set"
    if isinstance(symbol, Location):
        return "loc"
    if isinstance(symbol, DistinctAttr):
        return None if isinstance(symbol.referenced, UnitAttr) else "distinct"
    if isinstance(symbol, TupleType):
        return "tuple" if len(symbol.types) > 16 else None
    name = getattr(symbol, "alias_name", None)
    return name if isinstance(name, str) else None


class AliasingPrinter(TextPrinter):
    """A text printer that marks what may become an alias.

    `visiting` is whether what is mentioned counts as a mention; those that are never mentioned get
    no alias.
    """

    def __init__(self, use_aliases: bool = True) -> None:
        super().__init__()
        self.use_aliases = use_aliases
        self.visiting = True
        # The symbols with marks inside the one that is being composed.
        self._frame: list[Symbol] | None = None
        self._children: dict[Symbol, list[Symbol]] = {}
        self._slots: list[tuple[Symbol, str, str]] = []  # symbol, alias name, definition
        self._visited: dict[Symbol, bool] = {}  # in order; whether the definition may come last
        self._distinct_ids: list[DistinctId] = []
        self._distinct_numbers: dict[DistinctId, int] = {}
        self._replacements: list[str] = []

    # Mentions.

    def type_text(self, type: Type) -> str:
        text = self._type_texts.get(type)
        if text is None:
            text = self._new(type, self._compose_type)
            self._type_texts[type] = text
        if _ALIAS in text:
            self._mention(type)
        return text

    def attribute_text(self, attribute: Attribute) -> str:
        text = self._attribute_texts.get(attribute)
        if text is None:
            text = self._new(attribute, self._compose_attribute)
            self._attribute_texts[attribute] = text
        if _ALIAS in text:
            self._mention(attribute)
        return text

    def print_custom_type(self, type: Type) -> None:
        """An alias, or the type without its prefix."""
        if self.use_aliases and alias_name(type) is not None:
            self.print_type(type)
        else:
            super().print_custom_type(type)

    def print_custom_attribute(self, attribute: Attribute) -> None:
        """An alias, or the attribute without its prefix."""
        if self.use_aliases and alias_name(attribute) is not None:
            self.print_attribute(attribute)
        else:
            super().print_custom_attribute(attribute)

    def _new(self, symbol: Symbol, compose: Callable[..., str]) -> str:
        outer, self._frame = self._frame, []
        children = self._frame
        try:
            text = compose(symbol)
        finally:
            self._frame = outer
        if children:
            self._children[symbol] = children
        if self.use_aliases:
            name = alias_name(symbol)
            if name is not None:
                self._slots.append((symbol, name, text))
                return f"{_ALIAS}{len(self._slots) - 1}{_ALIAS}"
        return text

    def _mention(self, symbol: Symbol) -> None:
        if self._frame is not None:
            self._frame.append(symbol)
        elif self.visiting:
            self.visit(symbol)

    def visit(self, symbol: Symbol, may_come_last: bool = False) -> None:
        """Counts a mention of a symbol that has been composed.

        `may_come_last`: the reader needs the definition only at the end, as for locations.
        """
        known = self._visited.get(symbol)
        if known is None:
            self._visited[symbol] = may_come_last
        elif known and not may_come_last:
            self._visited[symbol] = False
        else:
            return
        for child in self._children.get(symbol, ()):
            self.visit(child, may_come_last)

    def _nested_location(self, location: Location) -> str:
        if self.use_aliases:
            return self.attribute_text(location)
        return self._location_body(location)

    def _distinct_number(self, identity: DistinctId) -> str:
        if identity not in self._distinct:
            self._distinct[identity] = len(self._distinct_ids)
            self._distinct_ids.append(identity)
        return f"{_DISTINCT}{self._distinct[identity]}{_DISTINCT}"

    # Resolution.

    def _depths(self) -> dict[Symbol, int]:
        """How deeply aliases nest below each visited symbol, itself included."""
        marked = {symbol for symbol, _, _ in self._slots}
        depths: dict[Symbol, int] = {}

        def depth(symbol: Symbol) -> int:
            known = depths.get(symbol)
            if known is None:
                below = max(map(depth, self._children.get(symbol, ())), default=0)
                known = below + 1 if below else int(symbol in marked)
                depths[symbol] = known
            return known

        for symbol in self._visited:
            depth(symbol)
        return depths

    def resolve_aliases(self) -> tuple[str, str]:
        """Fixes all aliases. Returns their definitions: those for the top, those for the end."""
        if not self._slots:
            return "", ""
        depths = self._depths()
        slots = {symbol: index for index, (symbol, _, _) in enumerate(self._slots)}
        aliased = [symbol for symbol in self._visited if symbol in slots]
        aliased.sort(key=lambda s: (depths[s], not isinstance(s, Type), self._slots[slots[s]][1]))
        self._replacements = [definition for _, _, definition in self._slots]
        counts: dict[str, int] = {}
        lines: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
        for symbol in aliased:
            index = slots[symbol]
            _, name, definition = self._slots[index]
            count = counts.get(name, 0)
            counts[name] = count + 1
            separator = "_" if name[-1].isdigit() else ""
            prefix = "!" if isinstance(symbol, Type) else "#"
            alias = f"{prefix}{name}{separator}{count or ''}"
            self._replacements[index] = alias
            lines[self._visited[symbol]].append((alias, definition))
        top, end = (
            "".join([f"{alias} = {definition}\n" for alias, definition in lines[last]])
            for last in (False, True)
        )
        return self.replace_marks(top), self.replace_marks(end)

    def replace_marks(self, text: str) -> str:
        """A text with its marks replaced; after `resolve_aliases`, in the order of the output."""
        while _ALIAS in text:  # what has no alias may mention what has one
            text = _ALIAS_MARK.sub(lambda m: self._replacements[int(m[1])], text)
        if _DISTINCT in text:
            text = _DISTINCT_MARK.sub(self._number_distinct, text)
        return text

    def _number_distinct(self, mark: re.Match[str]) -> str:
        identity = self._distinct_ids[int(mark[1])]
        return str(self._distinct_numbers.setdefault(identity, len(self._distinct_numbers)))
