"""The version of the installed distribution, and a digest of the code itself."""

import hashlib
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def pastlane_version() -> str:
    """The installed version; `unknown` when it runs from a tree that was never installed."""
    try:
        return version("pastlane")
    except PackageNotFoundError:
        return "unknown"


@lru_cache(maxsize=1)
def own_code_digest() -> str:
    """A digest of every module, prompt and learnt table of the packages that a result may depend on."""
    sha = hashlib.sha256()
    root = Path(__file__).resolve().parents[1]
    for package in ("memory", "replay", "scoring", "vehicle"):
        for path in sorted((root / package).rglob("*")):
            if path.suffix in (".py", ".txt", ".json"):
                sha.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return sha.hexdigest()[:12]
