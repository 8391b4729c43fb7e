"""When open texts are analyzed, and which findings stay."""

from __future__ import annotations

import asyncio

from bufferize.diagnostics import Severity
from bufferize_lsp.documents import Document, Text
from bufferize_lsp.findings import CopyFound, Findings, Problem, Request
from bufferize_lsp.settings import Settings

COPY = CopyFound(None, None, "4 bytes", "4 bytes", True, False, "conflict", "why", (), (), (), ())


class Asked:
    """A stand-in for workers and editor, which answers as told and records requests and reports."""

    def __init__(self, *answers: Findings | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[Request] = []
        self.published: list[Findings | None] = []
        self.reported: list[Exception] = []

    async def ask(self, request: Request) -> Findings:
        self.requests.append(request)
        answer = self.answers.pop(0)
        await asyncio.sleep(0.02)  # others have their turn
        if isinstance(answer, Exception):
            raise answer
        return answer

    def document(self) -> Document:
        def publish(document: Document) -> None:
            self.published.append(document.findings)

        return Document("file:///f.mlir", "f.mlir", self.ask, publish, self.reported.append)


def analyze_text(asked: Asked) -> None:
    """Open a text, and wait for its findings."""

    async def change() -> None:
        document = asked.document()
        document.change(Text("text", 1), Settings(), pause=0)
        await document.known()
        await asyncio.sleep(0.2)

    asyncio.run(change())


def test_help_comes_after_copies() -> None:
    first, second = Findings(copies=[COPY]), Findings(copies=[COPY], is_complete=False)
    asked = Asked(first, second)

    async def change() -> None:
        document = asked.document()
        document.change(Text("text", 1), Settings(trials=7), pause=0)
        assert await document.known() is first
        await asyncio.sleep(0.2)
        assert await document.known() is second

    asyncio.run(change())
    assert [request.trials for request in asked.requests] == [0, 7]
    assert asked.published == [first, second]


def test_nothing_is_tried_where_nothing_is_copied() -> None:
    asked = Asked(Findings())

    analyze_text(asked)
    assert [request.trials for request in asked.requests] == [0]


def test_copies_stay_known_where_trying_fails() -> None:
    problem = Problem(Severity.ERROR, "no memory", None)
    asked = Asked(Findings(copies=[COPY]), Findings(problems=[problem]))

    analyze_text(asked)
    assert asked.published[-1] == Findings(problems=[problem], copies=[COPY])


def test_what_fails_is_reported_and_the_next_change_is_analyzed() -> None:
    failure, found = ValueError("failed"), Findings()
    asked = Asked(failure, found)

    async def change() -> None:
        document = asked.document()
        document.change(Text("text", 1), Settings(), pause=0)
        assert await document.known() is None
        document.change(Text("other", 2), Settings(), pause=0)
        assert await document.known() is found

    asyncio.run(change())
    assert asked.reported == [failure]
