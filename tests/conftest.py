from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    if not SHARED.is_dir():
        pytest.skip(f"the reference material is not at {SHARED}")
    return SHARED


@pytest.fixture(scope="session")
def vehiclemembench(shared: Path) -> Path:
    folder = shared / "data" / "vehiclemembench"
    if not folder.is_dir():
        pytest.skip(f"VehicleMemBench is not at {folder}")
    return folder
