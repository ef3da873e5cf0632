import gc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long something takes says as much of the machine as of the code: no example has a bound, neither run nor drawn.
settings.register_profile("without_a_clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("without_a_clock")


def pytest_collection_finish() -> None:
    """Spares the collector the objects of modules and tests, which stay to the end and are many."""
    gc.collect()
    gc.freeze()


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
