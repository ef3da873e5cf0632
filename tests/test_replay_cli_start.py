"""What the command line loads when: a process that works on scenarios begins with the module that `pastlane` runs."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from replay import cli
from replay.cli_app import HOMES, invoke, program

ROOT = Path(__file__).resolve().parents[1]


def loaded(code: str) -> set[str]:
    """The names of all modules that are loaded once a new interpreter has run `code`."""
    code = f"import sys\n{code}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return set(done.stderr.split())


def test_the_module_that_pastlane_runs_loads_nothing_but_the_interpreters_own() -> None:
    before = {name.partition(".")[0] for name in loaded("")}
    more = {name.partition(".")[0] for name in loaded("import replay.cli")} - before
    assert more - set(sys.stdlib_module_names) == {"replay"}


def test_work_on_a_scenario_needs_neither_the_commands_nor_the_models_client() -> None:
    assert not loaded("import replay.cli, replay.jobs, replay.workers") & {"typer", "openai", "replay.cli_app"}


def test_an_interrupt_while_the_commands_are_loaded_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "invoke", interrupted)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "pastlane: interrupted\n"


def test_a_command_loads_its_own_module_and_no_client_of_models() -> None:
    names = loaded("import replay.cli\nassert replay.cli.invoke(['run', 'no-such-source']) == 2")
    assert {name for name in names if name.startswith("replay.cli_")} & {module for _, module, _ in HOMES} == {
        "replay.cli_run"
    }
    assert not names & {"openai", "replay.importing.importer", "replay.html_report"}


def test_the_list_of_all_commands_loads_none_of_them() -> None:
    names = loaded("import replay.cli\nassert replay.cli.invoke(['--help']) == 0")
    assert not names & {module for _, module, _ in HOMES}
    assert not names & {"replay.cli_options", "memory.registry", "numpy"}


@pytest.mark.parametrize(("topic", "module", "lines"), HOMES)
def test_what_the_list_says_of_a_command_is_the_first_sentence_of_what_it_says_of_itself(
    topic: str, module: str, lines: dict[str, str]
) -> None:
    commands = importlib.import_module(module).COMMANDS
    said = {name: command.__doc__ or "" for name, command, _ in commands}
    assert said.keys() == lines.keys()
    assert all(said[name].startswith(line) and line.endswith(".") for name, line in lines.items())


def test_a_command_behind_two_dashes_is_loaded_as_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["--", "lint", "nothing:nowhere"]) == 2
    assert "unknown source 'nothing:nowhere'" in capsys.readouterr().err


@pytest.mark.parametrize("first", [name for _, _, names in HOMES for name in names])
def test_every_command_is_in_the_module_that_the_table_names(first: str) -> None:
    names = [command.name for command in program([first]).registered_commands]
    assert first in names
    assert names == next(list(names) for _, _, names in HOMES if first in names)


@pytest.mark.parametrize("args", [[], ["--help"], ["sing"], ["--version"]])
def test_without_a_command_all_are_there(args: list[str]) -> None:
    assert [command.name for command in program(args).registered_commands] == [
        name for _, _, names in HOMES for name in names
    ]


def test_the_version_tells_the_code_that_a_run_has_in_its_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["--version"]) == 0
    said = capsys.readouterr().out
    assert invoke(["run", "demo", "--memory", "none", "--limit", "1", "--quiet", "--out", str(tmp_path / "run")]) == 0
    config = json.loads((tmp_path / "run" / "config.json").read_text())
    assert said == f"{config['version']} (code {config['own_code']})\n"


def test_a_module_of_the_users_that_is_called_as_a_package_of_ours_does_not_stand_in_for_it(tmp_path: Path) -> None:
    (tmp_path / "memory.py").write_text("class Mine:\n    pass\n", encoding="utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv = ['pastlane', 'backends']; "
        "from replay.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "fulltext" in done.stdout
