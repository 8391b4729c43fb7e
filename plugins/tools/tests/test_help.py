from __future__ import annotations

from dataclasses import make_dataclass

from bufferize_tools.help import option_docs
from core.tests.passes.test_option_fields import Paint


def test_documentation_of_options() -> None:
    docs = {doc.name: doc for doc in option_docs(Paint)}
    assert list(docs) == ["base-color", "label", "layers", "limit", "trim", "twice", "walls"]
    assert docs["twice"].text == "Whether to paint it twice."
    assert docs["label"].text == ""
    assert {name: doc.takes for name, doc in docs.items()} == {
        "base-color": "=dark-red|blue",
        "label": "=<string>",
        "layers": "=<int>",
        "limit": "=<int>",
        "trim": "=dark-red|blue|<string>",
        "twice": "",
        "walls": "=<name,...>",
    }
    assert (docs["base-color"].default, docs["layers"].default, docs["label"].default) == (
        "blue",
        "1",
        "",
    )


def test_a_class_without_source_has_options_without_texts() -> None:
    made = make_dataclass("Made", [("word", str, "")])
    assert [doc.text for doc in option_docs(made)] == [""]
