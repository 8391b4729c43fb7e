"""The page about copies, as text; tests/test_explanation_page.py opens it in a browser."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.diagnostics import SourceMap
from bufferize.syntax import OperationSpans
from bufferize_explain import Explanation, advise, alias_sets, parse_module_with_spans
from bufferize_explain.formats import html
from bufferize_tools import tool
from plugins.explain.tests.formats.conftest import WriteReport

CONFLICT = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %written = tensor.insert %v into %t[%i] : tensor<8xf32>
  %old = tensor.extract %t[%i] : tensor<8xf32>
  return %written, %old : tensor<8xf32>, f32
}
"""


class Outline(HTMLParser):
    """The elements of a page, which are closed as they are opened, and their ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        assert len(given) == len(attributes)
        assert not any(name.startswith("on") or name == "style" for name in given)
        if tag not in ("meta", "input"):
            self.open.append(tag)
        self.ids += [id for id in (given.get("id"),) if id]
        self.links += [link for link in (given.get("href"),) if link]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check(text: str) -> str:
    """The page without style and script, of which every link leads to a place in it."""
    assert text.startswith("<!doctype html>")
    outline = Outline(text)
    assert len(outline.ids) == len(set(outline.ids))
    assert {link.removeprefix("#") for link in outline.links} <= set(outline.ids)
    assert 'content="default-src &#39;none&#39;; ' in text
    assert "unsafe" not in text
    assert "://" not in re.sub(r"http://www.w3.org/2000/svg", "", text)
    return re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.DOTALL)


def explanation(text: str, **known: Any) -> Explanation:
    context, sources, spans = Context(), SourceMap(), OperationSpans()
    sources.add("in.mlir", text)
    module = parse_module_with_spans(text, context, spans, "in.mlir")
    options = OneShotOptions(bufferize_function_boundaries=True)
    advice = advise(module, options, context)
    sets = alias_sets(module, bufferize.analyze(module, options, context), advice.copies)
    given = {"sources": sources, "spans": spans, "alias_sets": sets, **known}
    return Explanation("in.mlir", advice.copies, **given)


def test_from_python() -> None:
    page = check(html.write(explanation(CONFLICT)))
    assert '<a href="#copy-1">copied: 32 bytes</a>' in page
    assert page.count('class="line"') == 5


def test_without_a_text() -> None:
    page = check(html.write(explanation(CONFLICT, sources=SourceMap())))
    assert "The text of the program is not known." in page
    assert "in.mlir" in page
    assert "copied; in place, they would be overwritten here" in page


def test_without_spans_operations_are_pointed_at() -> None:
    page = check(html.write(explanation(CONFLICT, spans=OperationSpans())))
    assert re.search(r'<span id="L2-14"[^>]*>tensor.insert</span>', page)


def test_new_copies_only() -> None:
    known = explanation(CONFLICT)
    assert "nothing new is copied" in check(html.write(explanation(CONFLICT, new=[])))
    page = check(html.write(explanation(CONFLICT, new=known.copies)))
    assert "new: 1 copy: 32 bytes" in page


@pytest.mark.parametrize("text", ["", "\n", "// nothing\n", "module {}"])
def test_nothing_is_copied(write_report: WriteReport, text: str) -> None:
    page = check(write_report("--format=html", text=text))
    assert "nothing is copied" in page
    assert 'class="entry"' not in page


def test_places_in_other_files(write_report: WriteReport) -> None:
    operation = "%v into %t[%i] : tensor<8xf32>"
    text = CONFLICT.replace(operation, f'{operation} loc("a&b.py":3:7)')
    page = check(write_report("--format=html", "--block-plugin=buffers", text=text))
    assert "before &#39;tensor.insert&#39; at a&amp;b.py:3:7" in page
    assert '<a href="#copy-1">copied: 32 bytes</a></span><i>2</i>' in page


def test_all_lines_of_several_programs(write_report: WriteReport) -> None:
    text = f"{CONFLICT}// -----\n\n{CONFLICT}"
    page = check(write_report("--format=html", "--split-input-file", text=text))
    assert page.count('class="line"') == 12
    assert {'<a href="#copy-1">', '<a href="#copy-2">'} <= set(re.findall(r"<a [^>]*>", page))
    assert "L9-36" in page


def test_long_texts_without_marks_are_cut(write_report: WriteReport) -> None:
    comment = "x" * 5000
    page = check(write_report("--format=html", text=f"// {comment}\n{CONFLICT}"))
    assert len(page) < len(check(write_report("--format=html", text=CONFLICT))) + 2000
    assert "… 4203 characters …" in page


def test_what_is_no_character_is_shown_as_such(write_report: WriteReport) -> None:
    text = b"// \xff\x01\n" + CONFLICT.encode()
    assert "// \ufffd␁\n" in check(write_report("--format=html", text=text))


def test_what_passes_do(write_report: WriteReport) -> None:
    text = (Path(__file__).parents[4] / "examples/explain/late.mlir").read_text()
    pipeline = "builtin.module(promote-buffers-to-stack,optimize-allocation-liveness)"
    page = check(write_report("--format=html", f"--pass-pipeline={pipeline}", text=text))
    assert "What passes do with buffers (2)" in page
    assert (
        '<a href="#buffer-1" data-line="L3" title="2 here: kept, freed">2 here: kept, freed</a>'
        in page
    )


def test_copies_that_are_forbidden(write_report: WriteReport) -> None:
    operation = "%v into %t[%i] : tensor<8xf32>"
    text = CONFLICT.replace(operation, operation.replace("]", "] {bufferize.in_place}"))
    page = check(write_report("--format=html", text=text, status=1))
    assert '<dt>error</dt><dd class="error"><code>bufferize.in_place</code> forbids it</dd>' in page


def test_copies_that_nobody_analysed(write_report: WriteReport) -> None:
    option = "--one-shot-bufferize=bufferize-function-boundaries copy-before-write"
    page = check(write_report("--format=html", option, text=CONFLICT))
    assert "not-analysed" in page
    assert "Shared buffers" not in page


def test_the_library_is_imported_for_the_page_alone() -> None:
    program = "import bufferize.driver, bufferize_explain.commands, sys; sys.exit('jinja2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_what_is_wrong_is_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text("func.func @f(")
    assert tool.main(["explain", "--format=html", "-o", "out.html", "in.mlir"]) == 1
    assert "in.mlir:1:14: error: " in capfd.readouterr().err
    assert not Path("out.html").exists()
