"""Real editors, set up as docs/use/editor.md says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bufferize_lsp.settings import Settings
from plugins.lsp.tests.test_server import CONFLICT

PAGE = Path(__file__).parents[3] / "docs" / "use" / "editor.md"

_NEOVIM = """
local function find(pattern)
  for _, found in ipairs(vim.diagnostic.get(0)) do
    if found.message:find(pattern) then return found end
  end
end
vim.wait(60000, function() return find("help: move") end, 50)
local found = find("help: move")
vim.api.nvim_win_set_cursor(0, { 2, 36 })
local place = vim.lsp.util.make_position_params()
local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", place, 60000)
vim.ui.select = function(items, _, choose) choose(items[1]) end
vim.lsp.buf.code_action()
vim.wait(60000, function() return #vim.diagnostic.get(0) == 0 end, 50)
local said = {
  place = { found.lnum, found.col, found.end_col },
  hover = select(2, next(answers)).result.contents.value,
  text = vim.api.nvim_buf_get_lines(0, 0, -1, false),
}
vim.fn.writefile({ vim.fn.json_encode(said) }, "said.json")
vim.cmd("qa!")
"""

_EMACS = """
(setq eglot-sync-connect 60)
(find-file "conflict.mlir")
(call-interactively 'eglot)
(let ((end (time-add nil 60)))
  (while (and (time-less-p nil end)
              (not (seq-find (lambda (it) (string-match "help: move" (flymake-diagnostic-text it)))
                             (flymake-diagnostics))))
    (accept-process-output nil 0.1)))
(dolist (it (flymake-diagnostics))
  (princ (format "%s %s %s" (flymake-diagnostic-beg it) (flymake-diagnostic-end it)
                 (flymake-diagnostic-text it))))
"""


def block(language: str, number: int = 0) -> str:
    """Return a code block of the page."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    return found[number]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "conflict.mlir").write_text(CONFLICT)
    return tmp_path


def run(command: list[str], folder: Path) -> str:
    """Return the output of an editor, in an environment with the server and without any user's
    settings."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim(folder: Path) -> None:
    (folder / "init.lua").write_text(block("lua"))
    (folder / "try.lua").write_text(_NEOVIM)
    command = ["nvim", "--headless", "-u", "init.lua", "conflict.mlir", "-c", "luafile try.lua"]
    printed = run(command, folder)
    assert (folder / "said.json").exists(), printed
    said = json.loads((folder / "said.json").read_text())
    assert said["place"] == [1, 35, 37]
    assert said["hover"].startswith("**copied: 4096 bytes**")
    assert [line.strip().partition(" =")[0] for line in said["text"][1:3]] == ["%old", "%written"]


def _has_eglot() -> bool:
    if shutil.which("emacs") is None:
        return False
    command = ["emacs", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not _has_eglot(), reason="Emacs with Eglot is not installed")
def test_emacs(folder: Path) -> None:
    # Before Emacs 29 it is a package.
    (folder / "init.el").write_text("(package-initialize)\n" + block("lisp"))
    (folder / "try.el").write_text(_EMACS)
    printed = run(["emacs", "--batch", "-l", "init.el", "-l", "try.el"], folder)
    start = CONFLICT.index("%t[") + 1
    assert f"{start} {start + 2} bufferize [conflict]: copied (4096 bytes)" in printed
    assert "help: move 'tensor.extract'" in printed


def test_the_settings_that_the_page_shows() -> None:
    given = json.loads(block("json"))["bufferize"]
    settings = Settings().with_client(given)
    settings.pipeline(settings.context())
    extension = json.loads(block("json", 1))["contributes"]["configuration"]["properties"]
    assert [f"bufferize.{name}" for name in given] == list(extension)
