"""Messages with any header, and with any bytes in them: the server goes on."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from typing import Any

import pytest

from bufferize_lsp.stream import MAX_LENGTH, MessageStream

GOOD = b"Content-Length: 4\r\n\r\ngood"


def messages(text: bytes) -> list[bytes]:
    """Return the messages as pygls reads them."""
    stream = MessageStream(io.BytesIO(text))
    found = []
    while header := stream.readline():
        name, _, length = header.partition(b": ")
        assert name == b"Content-Length"
        assert stream.readline() == b"\r\n"
        found.append(stream.read(int(length)))
    return found


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n",
        b"X: y\r\nZ\r\n",
        b"\r\n\r\n",
        b"Content-Length: -5\r\n\r\nx",
        b"Content-Length: 0\r\n\r\n",
        b"Content-Length: ten\r\n\r\n{}",
        b"Content-Length:\r\n\r\n",
        b"Content-Length: 4.5\r\n\r\n{}",
        b"Content-Length: %d\r\n\r\n{}" % (MAX_LENGTH + 1),
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n{}",
        "Content-Length: ٣\r\n\r\n{}".encode(),
        b"X: y\r\n\r\n{}",
        b"{}",
        b"\xff\xfe\n",
        b"x" * 200_000,
    ],
)
def test_what_is_wrong_is_skipped(start: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert messages(GOOD + start + GOOD + GOOD) == [b"good"] * 3
    assert bool(caplog.records) == (b"Content-Length" in start)


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: 4\r\n\r\n",
        b"Content-Length:4\n\n",
        b"Content-Length: 4\r\nContent-Type: x\r\n\r\n",
        b"Content-Length: nothing\r\nContent-Length: 4\r\n\r\n",
    ],
)
def test_headers_that_can_be_read(header: bytes) -> None:
    assert messages(header + b"good" + GOOD) == [b"good"] * 2


def test_the_end_in_the_middle_of_a_message() -> None:
    assert messages(b"Content-Length: 10\r\n\r\ngo") == [b"go"]


def _message(content: Any) -> bytes:
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


_START: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
_INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _START}


def _served(*sent: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run a server that gets all messages at once."""
    command = [sys.executable, "-m", "bufferize", "lsp"]
    return subprocess.run(command, input=b"".join(sent), capture_output=True, timeout=100)


def test_the_server_answers_after_what_is_no_message() -> None:
    wrong = [
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 99999999999999999999999\r\n\r\n",
        b"nonsense\r\n\r\n",
        *map(_message, (b"\xff\xfe{", b"{", b"[" * 100_000, b"42", b"null", b"[1]", b'{"a": 1}')),
        _message({"jsonrpc": "2.0", "method": 5}),
        _message({"jsonrpc": "2.0", "id": 7, "method": "no/such", "params": [1]}),
    ]
    last = _message({"jsonrpc": "2.0", "id": 2, "method": "no/such", "params": []})
    found = _served(*wrong, _message(_INITIALIZE), *wrong, last)
    answers = [json.loads(m) for m in messages(found.stdout)]
    by_number = {answer.get("id"): answer for answer in answers}
    assert "capabilities" in by_number[1]["result"]
    assert "no/such" in by_number[2]["error"]["message"]
    assert found.returncode == 0, found.stderr


def test_shutdown_is_answered_if_exit_comes_right_after_it() -> None:
    document = {"uri": "file:///a.mlir", "languageId": "mlir", "version": 1, "text": "module {}"}
    found = _served(
        _message(_INITIALIZE),
        _message({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        _message(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didOpen",
                "params": {"textDocument": document},
            }
        ),
        _message({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}),
        _message({"jsonrpc": "2.0", "method": "exit"}),
    )
    answers = [json.loads(m) for m in messages(found.stdout)]
    assert answers[-1] == {"jsonrpc": "2.0", "id": 2, "result": None}
    assert (found.returncode, found.stderr) == (0, b"")


def test_exit_without_shutdown_is_an_error() -> None:
    exit = _message({"jsonrpc": "2.0", "method": "exit"})
    assert _served(_message(_INITIALIZE), exit).returncode == 1
