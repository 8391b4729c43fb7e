"""The page of `bufferize explain --format=html`, opened in Chromium.

The tests are skipped where the packages that steer it are not installed (`requirements-extra.txt`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bufferize_tools import tool

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

expect = pytest.importorskip("playwright.sync_api").expect
axe = pytest.importorskip("axe_playwright_python.sync_playwright")

pytestmark = pytest.mark.browser

MODELS = [
    path
    for folder in os.environ.get("BUFFERIZE_CORPUS", "").split(os.pathsep)
    if folder
    for path in Path(folder).rglob("deepseek_r1_decode.mlir")
]
CONFLICT = """\
func.func @{name}(%t: tensor<{size}xf32>, %v: f32, %i: index) -> (tensor<{size}xf32>, f32) {{
  %written = tensor.insert %v into %t[%i] : tensor<{size}xf32>
  %old = tensor.extract %t[%i] : tensor<{size}xf32>
  return %written, %old : tensor<{size}xf32>, f32
}}
"""
LAYOUT = """\
func.func private @kernel(memref<4x4xf32>)
func.func @layout(%t: tensor<4x4xf32>) {
  %b = bufferization.to_buffer %t read_only : tensor<4x4xf32> to memref<4x4xf32>
  call @kernel(%b) : (memref<4x4xf32>) -> ()
  return
}
"""
SHARED = """\
func.func @shared(%v: f32, %i: index) -> (tensor<16xf32>, tensor<16xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<16xf32>
  %a = tensor.insert %v into %zeros[%i] : tensor<16xf32>
  %b = tensor.insert %v into %zeros[%i] : tensor<16xf32>
  return %a, %b : tensor<16xf32>, tensor<16xf32>
}
"""
SMALL, LARGE = CONFLICT.format(name="small", size=8), CONFLICT.format(name="large", size=100)
PROGRAM = SMALL + LARGE + LAYOUT
"""Copies #1, of 400 bytes, #2, of 64, for its layout, and #3, of 32."""
LOOP = """\
func.func @loop(%t: tensor<8xf32>, %n: index, %v: f32, %i: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%it = %t) -> tensor<8xf32> {
    %sum = tensor.extract %t[%k] : tensor<8xf32>
    %w = tensor.insert %sum into %it[%i] : tensor<8xf32>
    scf.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
"""
ODD = """\
// <b>Kühn</b> & 漢字 "x" 'y' &amp; \u202e left \x0b \x7f
func.func @"<script>alert(1)</script>"(
    %t: tensor<8xf32> {a.b = "</script><script>alert('x')</script><img src=x onerror=alert(2)>"},
    %v: f32, %i: index) -> (tensor<8xf32>, f32) attributes {a.c = "é漢字`--flag`&lt;!--"} {
\t%written = tensor.insert %v into %t[%i] : tensor<8xf32>
\t%old = tensor.extract %t[%i] : tensor<8xf32>
  return %written, %old : tensor<8xf32>, f32
}
// -----
func.func @"'\\22><img src=x onerror=alert(3)>"(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %written = tensor.insert %v into %t[%i] : tensor<8xf32>  %old = tensor.extract %t[%i] : tensor<8xf32>
  return %written, %old : tensor<8xf32>, f32
}
"""

Open = Callable[..., "Page"]


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Return `open_page(text, arguments…, hash=…)`, which opens the page about a program.

    At the end, nothing was fetched, and no script has failed, was refused or has opened a dialog.
    """
    monkeypatch.chdir(tmp_path)
    noted: list[str] = []
    contexts = []

    def open_(text: str, *arguments: str, hash: str = "", **settings: Any) -> Page:
        Path("in.mlir").write_text(text, encoding="utf-8")
        argv = ["explain", "--format=html", "-o", "page.html", *arguments, "in.mlir"]
        assert tool.main(argv) == 0
        context = browser.new_context(viewport={"width": 1400, "height": 800}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        address = (tmp_path / "page.html").as_uri()
        page.on("console", lambda message: noted.append(message.text))
        page.on("pageerror", lambda problem: noted.append(str(problem)))
        page.on("dialog", lambda dialog: noted.append(dialog.message))
        page.on("request", lambda request: noted.append(request.url))
        page.goto(address + hash)
        assert noted == [address]
        return page

    yield open_
    assert [note for note in noted if note != (tmp_path / "page.html").as_uri()] == []
    for context in contexts:
        context.close()


def expect_opened(page: Page, *names: str) -> None:
    """Wait until exactly these copies are open: what follows a click may run after the click returns."""
    expect(page.locator(".entry[open]")).to_have_count(len(names))
    for name in names:
        expect(page.locator(f"#{name}")).to_have_attribute("open", "")


def texts(page: Page, selector: str) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(selector).all_text_contents()]


def expect_listed(page: Page, *numbers: int) -> None:
    """Wait until exactly the copies of these numbers are in the list."""
    headings = [re.compile(rf"^\s*copy #{number}:") for number in numbers]
    expect(page.locator(".entry:visible .heading")).to_have_text(headings)


def test_what_the_page_says_at_first(open_page: Open) -> None:
    page = open_page(PROGRAM, "--block-plugin=buffers")
    assert page.title() == "Copies in in.mlir"
    assert page.locator(".sum").text_content() == "3 copies: 496 bytes"
    expect_listed(page, 1, 2, 3)
    expect_opened(page)
    causes = texts(page, ".groups .heading")
    assert [cause.split(": in")[0] for cause in causes[:1]] == ["1 copy: 400 bytes"]
    assert len(causes) == 3
    assert texts(page, ".margin:not(:empty)") == [
        "copied: 32 bytes",
        "copied: 400 bytes",
        "copied: 64 bytes",
    ]
    lines = page.locator(".line > code").all_text_contents()
    assert [line.removesuffix("\n") for line in lines] == PROGRAM.splitlines()


def test_the_chain_of_a_copy(open_page: Open) -> None:
    page = open_page(PROGRAM)
    page.get_by_text("copied: 400 bytes").click()
    expect_opened(page, "copy-1")
    assert texts(page, "#copy-1 .steps > li") == [
        "6:18 %t: the contents are set here",
        "7:36 %t: copied; in place, they would be overwritten here",
        "8:25 %t: before they are read here",
    ]
    marked = page.locator(".source .step")
    assert marked.all_text_contents() == ["%t", "%t", "%t"]
    assert list(marked.evaluate_all("all => all.map(e => e.id)")) == [
        "L6-18",
        "L7-36",
        "L8-25",
    ]
    assert texts(page, ".note") == [
        "1 the contents are set here↓2",
        "2 copied; in place, they would be overwritten here↑1↓3",
        "3 before they are read here↑2",
    ]
    expect(page.locator(".track svg > path")).to_have_count(2)
    assert "removes this copy: 400 bytes" in texts(page, "#copy-1 .help")[0]
    page.keyboard.press("Escape")
    expect_opened(page)
    expect(page.locator(".step, .note, .track")).to_have_count(0)


def test_links_lead_to_copies(open_page: Open) -> None:
    page = open_page(PROGRAM, hash="#copy-3")
    expect_opened(page, "copy-3")
    expect(page.locator("#L2-36")).to_be_in_viewport()
    page.evaluate("location.hash = '#copy-2'")
    expect(page.locator("#copy-2")).to_have_attribute("open", "")
    expect_opened(page, "copy-2")
    expect(page).to_have_url(re.compile("#copy-2$"))
    page.locator("#copy-2 summary").click()
    expect(page.locator("#copy-2")).not_to_have_attribute("open", "")
    expect(page).not_to_have_url(re.compile("#copy-2$"))


def test_keys(open_page: Open) -> None:
    page = open_page(PROGRAM)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#copy-1') !== null"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#copy-1")).to_have_attribute("open", "")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#copy-2")).to_have_attribute("open", "")
    page.keyboard.press("End")
    expect(page.locator("#copy-3")).to_have_attribute("open", "")
    expect(page.locator("#copy-2")).not_to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator("#copy-3")).not_to_have_attribute("open", "")
    page.keyboard.press("Home")
    expect(page.locator("#copy-1 > summary")).to_be_focused()
    expect_opened(page)


def test_filters(open_page: Open) -> None:
    page = open_page(PROGRAM)
    page.get_by_label("Search").fill("SMALL")
    expect_listed(page, 3)
    expect(page.locator("output")).to_have_text("1 of 3 shown")
    expect(page.locator(".margin .filtered")).to_have_count(2)
    page.get_by_label("Search").fill("line:7")
    expect_listed(page, 1)
    page.get_by_role("button", name="Show all").click()
    expect_listed(page, 1, 2, 3)
    page.get_by_label("Reason").select_option("layout")
    expect_listed(page, 2)
    page.get_by_label("Reason").select_option("all")
    page.get_by_label("Function").select_option("large")
    expect_listed(page, 1)
    page.get_by_label("Function").select_option("all")
    page.get_by_label("At least").fill("64")
    expect_listed(page, 1, 2)
    # Who follows a link to a copy that is not shown wants to see it.
    page.get_by_label("Search").fill("small")
    page.get_by_text("copied: 400 bytes").click()
    expect(page.locator("#copy-1")).to_be_visible()
    expect_opened(page, "copy-1")


def test_copies_of_one_cause(open_page: Open) -> None:
    page = open_page(SHARED + SMALL)
    assert texts(page, ".groups .heading")[0].startswith("2 copies: 128 bytes: the buffer that")
    cause = page.get_by_role("button", name="Show only these")
    cause.click()
    expect_listed(page, 1, 2)
    expect(cause).to_have_attribute("aria-pressed", "true")
    cause.click()
    expect_listed(page, 1, 2, 3)


def test_shared_buffers(open_page: Open) -> None:
    page = open_page(LOOP)
    named = page.locator(".source [data-s]")
    assert named.all_text_contents() == ["%r", "%it", "%w", "%it", "%w", "%r"]
    assert set(named.evaluate_all("all => all.map(e => e.dataset.s)")) == {"1"}
    named.nth(3).hover()
    expect(page.locator(".same")).to_have_count(6)
    expect(page.locator("#said")).to_have_text(
        re.compile(r"shared buffer 1\s+%r, %it, %w: tensor<8xf32>")
    )
    color = "e => getComputedStyle(e).backgroundColor"
    assert named.first.evaluate(color) != "rgba(0, 0, 0, 0)"
    page.get_by_label("Colour shared buffers").uncheck()
    assert named.first.evaluate(color) == "rgba(0, 0, 0, 0)"
    page.get_by_text("Shared buffers (1)").click()
    page.get_by_role("link", name="1 %r, %it, %w").focus()
    expect(page.locator(".same")).to_have_count(6)


def test_the_flag_goes_to_the_clipboard(open_page: Open) -> None:
    page = open_page(PROGRAM, hash="#copy-2", permissions=["clipboard-read", "clipboard-write"])
    page.locator("#copy-2").get_by_role("button").click()
    expect(page.locator("#said")).to_have_text("copied to the clipboard")
    flag = page.evaluate("navigator.clipboard.readText()")
    assert flag == (
        "--one-shot-bufferize='bufferize-function-boundaries=1 "
        "function-boundary-type-conversion=identity-layout-map'"
    )


def test_nothing_of_the_program_becomes_part_of_the_page(open_page: Open) -> None:
    page = open_page(ODD, "--split-input-file", hash="#copy-2")
    assert page.locator("script").count() == 1
    assert page.locator("img, b").count() == 0
    shown = ODD.replace("\x0b", "␋").replace("\x7f", "␡")
    lines = page.locator(".line > code").all_text_contents()
    assert [line.removesuffix("\n") for line in lines] == shown.split("\n")[:-1]
    assert page.locator(".source .step").all_text_contents() == ["%t", "%t", "%t"]
    assert page.locator("#copy-1 dd").first.text_content() == "@<script>alert(1)</script>"
    page.get_by_label("Function").select_option("""'"><img src=x onerror=alert(3)>""")
    expect_listed(page, 2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("text", [PROGRAM, LOOP], ids=["conflict", "loop"])
def test_what_axe_finds_wrong(open_page: Open, text: str, scheme: str) -> None:
    """Rules of axe: contrast, names of controls, order of headings and so on."""
    page = open_page(text, hash="#copy-1", color_scheme=scheme)
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") == (scheme == "light")
    page.get_by_text("Shared buffers").first.click()
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_without_scripts_all_can_be_read(open_page: Open) -> None:
    page = open_page(PROGRAM, java_script_enabled=False)
    page.locator("#copy-1 summary").click()
    expect(page.locator("#copy-1 .steps")).to_be_visible()
    expect(page.locator("#filter")).to_be_hidden()


def test_a_thousand_copies(open_page: Open) -> None:
    text = "".join(CONFLICT.format(name=f"f{n}", size=8 + n) for n in range(1000))
    page = open_page(text, "--block-plugin=buffers", "--trials=0")
    assert page.locator("#copies-list > .entry").count() == 1000
    assert page.locator("#allocations > .entry").count() == 1000
    assert page.locator(".margin a").count() == 1000
    page.goto("about:blank")
    page.goto((Path.cwd() / "page.html").as_uri() + "#copy-1000")
    expect(page.locator("#L2-36")).to_be_in_viewport()
    expect_opened(page, "copy-1000")
    page.get_by_label("Search").fill("@f77")
    expect(page.locator(".entry:visible .heading")).to_have_count(11)
    assert Path("page.html").stat().st_size < 3_000_000


@pytest.mark.slow
@pytest.mark.skipif(not MODELS, reason="BUFFERIZE_CORPUS does not name the corpus")
def test_a_model(open_page: Open) -> None:
    text = MODELS[0].read_text()
    page = open_page(text, "--trials=0")
    assert page.locator(".line").count() == text.count("\n")
    assert page.locator(".margin a").count() == page.locator("#copies-list > .entry").count() > 200
    page.goto("about:blank")
    page.goto((Path.cwd() / "page.html").as_uri() + "#copy-100")
    expect(page.locator(".step.copied")).to_be_in_viewport()
    assert Path("page.html").stat().st_size < 6 * len(text)


def test_many_copies_in_one_line(open_page: Open) -> None:
    insert = "%a{} = tensor.insert %v into %z[%i] : tensor<8xf32> "
    names = ", ".join(f"%a{n}" for n in range(300))
    types = ", ".join(["tensor<8xf32>"] * 300)
    page = open_page(
        f"func.func @f(%v: f32, %i: index) -> ({types}) {{\n"
        "%z = arith.constant dense<0.0> : tensor<8xf32>\n"
        f"{''.join(insert.format(n) for n in range(300))}\n"
        f"return {names} : {types}\n}}\n",
        "--trials=0",
    )
    page.get_by_text("300 here: 9600 bytes").click()
    expect(page.locator(".entry:visible .heading")).to_have_count(300)
    page.evaluate("location.hash = '#copy-300'")
    expect(page.locator(".step.copied")).to_be_in_viewport()
