"""The version of the installed distribution."""

from importlib.metadata import PackageNotFoundError, version


def pastlane_version() -> str:
    """The installed version; `unknown` when it runs from a tree that was never installed."""
    try:
        return version("pastlane")
    except PackageNotFoundError:
        return "unknown"
