import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOP = ("replay", "vehicle", "memory", "scoring", "fixtures")


def project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_on_disk_is_listed() -> None:
    on_disk = {
        ".".join(path.parent.relative_to(ROOT).parts) for top in TOP for path in (ROOT / top).rglob("__init__.py")
    }
    tool = project()["tool"]
    assert isinstance(tool, dict)
    assert set(tool["setuptools"]["packages"]) == on_disk


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names in a freshly built wheel."""
    pytest.importorskip("build", reason="the build front end is not installed")
    out = tmp_path_factory.mktemp("wheel")
    source = out / "source"
    source.mkdir()
    tracked = [*TOP, "pyproject.toml", "README.md", "LICENSE", "tests"]
    for name in tracked:
        (source / name).symlink_to(ROOT / name)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = out.glob("*.whl")
    return zipfile.ZipFile(path).namelist()


def test_the_wheel_holds_the_five_packages_their_data_and_no_tests(wheel: list[str]) -> None:
    tops = {name.split("/")[0] for name in wheel if ".dist-info" not in name}
    assert tops == set(TOP)
    assert any(name.startswith("fixtures/demo/") and name.endswith(".jsonl") for name in wheel)
    assert "fixtures/small/EXPECTED.json" in wheel
    assert "fixtures/injections/passenger.jsonl" in wheel
    assert any(name.endswith("licenses/LICENSE") for name in wheel)


def test_the_wheel_has_the_command(wheel: list[str]) -> None:
    assert any(name.endswith("entry_points.txt") for name in wheel)
