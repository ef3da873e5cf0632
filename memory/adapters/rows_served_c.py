"""Rows of the table of outside systems: Zep, Letta, Hindsight."""

from collections.abc import Mapping

from memory.adapters.adapter import Adapter
from memory.backend import Capabilities

ZEP = Adapter(
    target="memory.adapters.zep:ZepMemory",
    packages=("zep_cloud", "httpx"),
    extra="zep",
    capabilities=Capabilities(
        verbatim=False, forgets=True, survives_restart=True, simulated_time=True, waits=True, served=True
    ),
    tried="imitated",
    note=(
        "Facts carry the dates between which Zep holds them true, and these can lie ahead of the question; its own "
        "created_at is the wall clock. A query is cut at 400 characters."
    ),
    options=("url", "key_env", "timeout_s", "scope", "reranker"),
)

LETTA = Adapter(
    target="memory.adapters.letta:LettaMemory",
    packages=("letta_client", "httpx"),
    extra="letta",
    capabilities=Capabilities(forgets=True, survives_restart=True, simulated_time=True, served=True),
    tried="imitated",
    note=(
        "The archive alone, without an agent that writes into it: messages are stored as they are. A server that keeps "
        "its vectors in its own database gives no scores; then the score is 1 / rank."
    ),
    options=("url", "key_env", "timeout_s", "embedding"),
)

HINDSIGHT = Adapter(
    target="memory.adapters.hindsight:HindsightMemory",
    packages=("hindsight_client", "hindsight_client_api"),
    extra="hindsight",
    capabilities=Capabilities(
        verbatim=False, forgets=True, survives_restart=True, simulated_time=True, waits=True, served=True
    ),
    tried="imitated",
    note=(
        "query_timestamp anchors what is near in time and hides nothing. A real server (1.1.0, without a model) kept "
        "the contract and ran the demo without a leak, but two equal runs did not find quite the same. Tests against "
        "a real one run where PASTLANE_HINDSIGHT_URL names it."
    ),
    options=("url", "key_env", "timeout_s", "retain_timeout_s", "budget", "max_tokens"),
)

ROWS: Mapping[str, Adapter] = {"zep": ZEP, "letta": LETTA, "hindsight": HINDSIGHT}
