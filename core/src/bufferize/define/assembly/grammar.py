"""The reader of assembly formats: from text to elements.

A hand-written reader: at the first use of an op it takes tens of microseconds, where a general
parser generator would take longer than the op's whole definition.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bufferize.define.assembly.elements import (
    AttrDict,
    Custom,
    Directive,
    Element,
    FunctionalType,
    Literal,
    OIList,
    OptionalGroup,
    Qualified,
    Ref,
    Text,
    TypeOf,
    Variable,
    Whitespace,
)
from bufferize.diagnostics import DefinitionError

_TOKEN = re.compile(
    r"""\s*(?:
      `(?P<literal>[^`]*)`
    | \$(?P<variable>[A-Za-z_]\w*)
    | "(?P<string>[^"]*)"
    | (?P<word>[A-Za-z_][\w-]*)
    | (?P<punctuation>[()<>,:?^|])
    )""",
    re.VERBOSE,
)
_SPACE = re.compile(r"\s*")
_KEYWORD = re.compile(r"[A-Za-z_][\w$.]*\Z")
_PUNCTUATION = frozenset(
    ["->", "...", *":,=<>()[]{}?+*|/-@_"]  # what MLIR's lexer knows; `_` counts as both
)
_PLAIN_DIRECTIVES = {
    **dict.fromkeys(("attr-dict", "attr-dict-with-keyword", "prop-dict"), AttrDict),
    **dict.fromkeys(("operands", "results", "regions", "successors"), Directive),
}


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


def parse_format(text: str, op_name: str) -> tuple[Element, ...]:
    """Return the elements of a format.

    Raises `DefinitionError` with the op and the column (from 1).
    """
    return _Reader(text, op_name).format()


def format_error(op_name: str, column: int, message: str) -> DefinitionError:
    """Return an error at a column (from 1) of the assembly format of an op."""
    return DefinitionError(f"assembly format of '{op_name}', column {column}: {message}")


class _Reader:
    def __init__(self, text: str, op_name: str) -> None:
        self.op_name = op_name
        self.tokens = list(self.tokenize(text))
        self.next = 0

    def tokenize(self, text: str) -> list[_Token]:
        tokens = []
        position = 0
        end = len(text.rstrip())
        while position < end:
            match = _TOKEN.match(text, position)
            if match is None:
                space = _SPACE.match(text, position)
                position = space.end() if space else position
                what = "unterminated literal" if text[position] == "`" else "unexpected text"
                raise self.error(position + 1, f"{what}: {text[position : position + 12]!r}")
            kind = match.lastgroup or ""
            column = match.start(kind) + (0 if kind in ("word", "punctuation") else -1) + 1
            tokens.append(_Token(kind, match[kind], column))
            position = match.end()
        tokens.append(_Token("end", "", len(text) + 1))
        return tokens

    def error(self, column: int, message: str) -> DefinitionError:
        return format_error(self.op_name, column, message)

    def take(self) -> _Token:
        token = self.tokens[self.next]
        if token.kind != "end":
            self.next += 1
        return token

    def at(self, punctuation: str) -> bool:
        token = self.tokens[self.next]
        return token.kind == "punctuation" and token.text == punctuation

    def skip(self, punctuation: str) -> bool:
        if self.at(punctuation):
            self.next += 1
            return True
        return False

    def expect(self, punctuation: str, after: str) -> None:
        if not self.skip(punctuation):
            token = self.tokens[self.next]
            raise self.error(token.column, f"expected '{punctuation}' after {after}")

    def format(self) -> tuple[Element, ...]:
        elements = []
        while self.tokens[self.next].kind != "end":
            elements.append(self.element())
            if self.at("^"):
                raise self.error(
                    self.tokens[self.next].column, "an anchor '^' outside of an optional group"
                )
        return tuple(elements)

    def element(self) -> Element:
        token = self.take()
        if token.kind == "literal":
            return self.literal(token)
        if token.kind == "variable":
            return Variable(token.text, token.column)
        if token.kind == "word":
            return self.directive(token)
        if token.kind == "punctuation" and token.text == "(":
            return self.group(token)
        raise self.error(
            token.column, f"expected a literal, variable, directive or group, got {token.text!r}"
        )

    def literal(self, token: _Token) -> Literal | Whitespace:
        text = token.text
        if text in ("", " "):
            return Whitespace(text, token.column)
        if text in ("\\n", "\n"):
            return Whitespace("\n", token.column)
        if text not in _PUNCTUATION and not _KEYWORD.match(text):
            raise self.error(
                token.column, f"`{text}` is neither a keyword nor punctuation that MLIR knows"
            )
        return Literal(text, token.column)

    def directive(self, token: _Token) -> Element:
        name, column = token.text, token.column
        if name in _PLAIN_DIRECTIVES:
            return _PLAIN_DIRECTIVES[name](name, column)
        if name == "custom":
            return self.custom(column)
        if name == "oilist":
            return self.oilist(column)
        if name in ("type", "functional-type", "ref", "qualified"):
            self.expect("(", f"'{name}'")
            element = self.directive_with_arguments(name, column)
            self.expect(")", f"the arguments of '{name}'")
            return element
        raise self.error(column, f"unknown directive '{name}'")

    def directive_with_arguments(self, name: str, column: int) -> Element:
        if name == "type":
            return TypeOf(self.type_argument(), column)
        if name == "functional-type":
            inputs = self.type_argument()
            self.expect(",", "the inputs of 'functional-type'")
            return FunctionalType(inputs, self.type_argument(), column)
        argument = self.element()
        if isinstance(argument, (Variable, TypeOf)):
            if name == "qualified":
                return Qualified(argument, column)
            return Ref(argument, column)
        if name == "ref" and isinstance(argument, Directive):
            return Ref(argument, column)
        raise self.error(column, f"'{name}' takes a variable or a type")

    def type_argument(self) -> Variable | Directive:
        argument = self.element()
        if isinstance(argument, Variable):
            return argument
        if isinstance(argument, Directive) and argument.name in ("operands", "results"):
            return argument
        raise self.error(argument.column, "expected a variable, 'operands' or 'results'")

    def custom(self, column: int) -> Custom:
        self.expect("<", "'custom'")
        name = self.take()
        if name.kind != "word":
            raise self.error(name.column, "expected the name of a custom directive")
        self.expect(">", "the name of a custom directive")
        self.expect("(", "the name of a custom directive")
        arguments: list[Variable | TypeOf | Ref | Text | Directive] = []
        while not self.at(")"):
            token = self.tokens[self.next]
            if token.kind == "string":
                self.next += 1
                arguments.append(Text(token.text, token.column))
            else:
                argument = self.element()
                if not isinstance(argument, (Variable, TypeOf, Ref, Directive)):
                    raise self.error(token.column, "not an argument for a custom directive")
                arguments.append(argument)
            if not self.skip(","):
                break
        self.expect(")", "the arguments of a custom directive")
        return Custom(name.text, tuple(arguments), column)

    def oilist(self, column: int) -> OIList:
        self.expect("(", "'oilist'")
        clauses: list[tuple[Literal, tuple[Element, ...]]] = []
        while True:
            lead = self.element()
            if not isinstance(lead, Literal):
                raise self.error(lead.column, "each clause of 'oilist' starts with a literal")
            body: list[Element] = []
            while not self.at("|") and not self.at(")"):
                body.append(self.element())
            clauses.append((lead, tuple(body)))
            if not self.skip("|"):
                break
        self.expect(")", "the clauses of 'oilist'")
        return OIList(tuple(clauses), column)

    def group(self, start: _Token) -> OptionalGroup:
        anchors: list[tuple[Element, bool]] = []
        then = self.group_part(start, anchors, inverted=False)
        otherwise: tuple[Element, ...] = ()
        if self.skip(":"):
            self.expect("(", "':' of an optional group")
            otherwise = self.group_part(start, anchors, inverted=True)
        self.expect("?", "an optional group")
        if len(anchors) != 1:
            raise self.error(
                start.column, f"an optional group has one anchor '^', this one has {len(anchors)}"
            )
        if not then:
            raise self.error(start.column, "an optional group must not be empty")
        anchor, inverted = anchors[0]
        return OptionalGroup(then, otherwise, anchor, inverted, start.column)

    def group_part(
        self, start: _Token, anchors: list[tuple[Element, bool]], inverted: bool
    ) -> tuple[Element, ...]:
        elements: list[Element] = []
        while not self.skip(")"):
            if self.tokens[self.next].kind == "end":
                raise self.error(start.column, "an optional group without its ')'")
            element = self.element()
            elements.append(element)
            if self.skip("^"):
                anchors.append((element, inverted))
        return tuple(elements)
