import re

import pytest

from replay.cli import invoke
from replay.cli_help import GROUPS, REST, WIDTH


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert invoke([*arguments, "--help"]) == 0
    return capsys.readouterr().out


def sections(text: str) -> dict[str, list[str]]:
    """The first word of each row under each heading."""
    found: dict[str, list[str]] = {}
    for line in text.partition("  Example: ")[0].splitlines():
        if line.endswith(":") and not line.startswith(" "):
            found[line[:-1]] = rows = []
        elif found and (row := re.match(r"  (?:-\w, )?(\S+)", line)):
            rows.append(row[1])
    return found


def commands(capsys: pytest.CaptureFixture[str]) -> list[str]:
    topics = sections(shown(capsys))
    return [name for topic, names in topics.items() if topic != REST for name in names]


def test_every_command_stands_under_a_topic_and_those_of_one_topic_in_one_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    topics = sections(shown(capsys))
    assert topics["Runs"] == ["run", "compare", "rescore", "judge"]
    assert topics["Other harnesses"] == ["apply", "score"]
    assert "Commands" not in topics
    assert sum(map(len, topics.values())) == 21  # with --version and --help


def test_the_many_options_of_a_run_are_shown_in_groups_and_none_is_left_over(
    capsys: pytest.CaptureFixture[str],
) -> None:
    groups = sections(shown(capsys, "run"))
    assert list(groups) == ["Arguments", *GROUPS]
    assert groups["Time"] == ["--cutoff", "--delays", "--bucket", "--index-lag", "--watch-updates", "--remember"]
    assert groups["Source"] == ["--scenarios", "--limit", "--vehicle"]  # it has no --sample
    assert sum(map(len, groups.values())) == 47  # SOURCE, 45 options, --help


def test_few_options_are_one_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(sections(shown(capsys, "rescore"))) == ["Arguments", REST]


def test_no_option_is_in_two_groups() -> None:
    names = [name for group in GROUPS.values() for name in group]
    assert len(names) == len(set(names))


def test_an_argument_that_may_be_left_out_is_in_brackets_once_and_another_in_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    taken = {"run": "[SOURCE]", "lint": "SOURCE", "compare": "RUN_A RUN_B", "report": "RUN...", "apply": "[FILE]"}
    for name, arguments in taken.items():
        assert shown(capsys, name).splitlines()[0].endswith(f" {name} [OPTIONS] {arguments}")


@pytest.mark.parametrize(("columns", "most"), [(80, 80), (300, WIDTH)])
def test_help_fits_its_width_and_names_no_type_of_the_program(
    columns: int, most: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for name in commands(capsys):
        text = shown(capsys, name)
        assert max(map(len, text.splitlines())) <= most, name
        assert not re.search(r"<(int|float|str|path|file|datetime|list|%)|\[\[|\{[A-Z]", text), name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "demo", "--fail-drop", "tool_f1=0.1"), "'--fail-drop' requires 2 arguments: RUN METRIC=VALUE"),
        (("lint", "demo", "--scenarios"), "'--scenarios' requires an argument: LIST"),
        (("run", "demo", "--quiet=yes"), "'--quiet' does not take a value."),
    ],
)
def test_an_option_that_lacks_words_says_which_it_takes(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert invoke([*words]) == 2
    assert capsys.readouterr().err == f"pastlane: Option {said}\n"
