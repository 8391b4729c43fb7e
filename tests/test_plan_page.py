"""The page of `bufferize plan --html`, opened in Chromium."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bufferize_tools import tool

expect = pytest.importorskip("playwright.sync_api").expect
axe = pytest.importorskip("axe_playwright_python.sync_playwright")

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

TABLE = "id,lower,upper,size\n<b>a</b>,0,2,16\nb,1,3,8\nc,2,4,16\n"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture(
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    scheme: str,
) -> None:
    """Pointing at a buffer names it, and the picture can be enlarged."""
    monkeypatch.chdir(tmp_path)
    Path("in.csv").write_text(TABLE)
    assert tool.main(["plan", "in.csv", "--html=page.html"]) == 0
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    noted: list[str] = []
    page.on("console", lambda message: noted.append(message.text))
    page.on("pageerror", lambda problem: noted.append(str(problem)))
    page.goto((tmp_path / "page.html").as_uri())
    buffers = page.locator(".buffer")
    expect(buffers).to_have_count(3)
    buffers.nth(0).hover()
    expect(page.locator(".hovered")).to_have_text(re.compile("^<b>a</b>\\s+16 bytes at 0 to 16"))
    width = "document.querySelector('.plot').viewBox.baseVal.width"
    before = page.evaluate(width)
    page.get_by_role("button", name="larger").click()
    page.wait_for_function(f"{width} == {before / 2}")
    page.get_by_role("button", name="all", exact=True).click()
    page.wait_for_function(f"{width} == {before}")
    page.locator(".plot").hover()
    page.mouse.wheel(0, -100)
    page.wait_for_function(f"{width} < 2")
    page.get_by_text("All buffers: 3").click()
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert noted == []
    context.close()
