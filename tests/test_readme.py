"""What the README shows is what happens."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from replay.cli import invoke

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def shown() -> list[tuple[list[str], str]]:
    """Each `pastlane` command of the README that comes with its output."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("pastlane ") and output.strip():
                found.append((command.split()[1:], output))
    return found


def plain(output: str) -> str:
    """Output without the run folder's name, which changes with every change of the code."""
    return re.sub(r"runs/[0-9a-f]{12}", "runs/...", output.strip())


def test_the_readme_shows_output() -> None:
    assert shown()


@pytest.mark.parametrize(("arguments", "output"), shown(), ids=lambda value: " ".join(value)[:40])
def test_a_command_prints_what_the_readme_shows(
    arguments: list[str],
    output: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoke(arguments) == 0
    assert plain(capsys.readouterr().out) == plain(output)


def test_the_readmes_memory_runs_and_passes_the_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = [block for block in blocks("python") if "class LastWords" in block]
    (tmp_path / "readme_memory.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert invoke(["audit", "demo", "--memory", "readme_memory:LastWords", "--sample", "3"]) == 0
    assert invoke(["run", "demo", "--memory", "readme_memory:LastWords"]) == 0
    assert "no difference" in capsys.readouterr().out
    sys.modules.pop("readme_memory", None)


def test_the_readmes_memory_scores_what_the_readme_says_with_dated_lines_and_with_bare_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = [block for block in blocks("python") if "class LastWords" in block]
    said = re.search(r"bare words this example scores ([0-9.]+)% on the demo instead of ([0-9.]+)%", README)
    assert said is not None
    dated = "text=dated_line(m, self.zone)"
    assert dated in code
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    rates = []
    for name, written in (("readme_bare", code.replace(dated, "text=m.text")), ("readme_dated", code)):
        (tmp_path / f"{name}.py").write_text(written, encoding="utf-8")
        assert invoke(["run", "demo", "--memory", f"{name}:LastWords", "--json", "--quiet"]) == 0
        rates.append(f"{100 * json.loads(capsys.readouterr().out)['exact_match_rate']:.1f}")
        sys.modules.pop(name, None)
    assert rates == [said[1], said[2]]


def test_every_link_of_the_docs_leads_somewhere() -> None:
    root = Path(__file__).resolve().parents[1]
    for page in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_story_that_the_readme_tells_is_the_one_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (story,) = blocks("text")
    assert invoke(["run", "demo", "--explain", "demo/5"]) == 0
    told = capsys.readouterr().out.splitlines()
    for line in story.splitlines():
        assert line in told


def test_what_is_cited_is_the_version_that_is_installed_from_here() -> None:
    root = Path(__file__).resolve().parents[1]
    cited = re.search(r"^version: (\S+)$", (root / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert cited is not None
    assert cited[1] == project["version"]


def test_every_digest_that_is_to_be_cited_stands_where_the_page_says(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[1] / "docs" / "citing.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| [^|]+ \| `(\w+)` in `(config|metric)\.json`", page, re.MULTILINE)
    assert [name for name, _ in named] == ["data_digest", "own_code", "code_digest", "digest"]
    assert invoke(["run", "demo", "--memory", "none", "--limit", "1", "--quiet", "--out", str(tmp_path / "run")]) == 0
    for name, file in named:
        assert name in json.loads((tmp_path / "run" / f"{file}.json").read_text(encoding="utf-8"))
