"""The rows of the systems that work in another process, reached by an address: for the table of outside systems."""

from collections.abc import Mapping
from dataclasses import replace

from memory.adapters.adapter import Adapter
from memory.backend import Capabilities

_COMMON = ("url", "key_env", "timeout_s")
_WRITES_ANEW = Capabilities(
    verbatim=False, forgets=True, survives_restart=True, simulated_time=True, waits=True, served=True
)
"""A served system that makes memories in its own words, names their sources, and can be told to forget."""

MEM0_PLATFORM = Adapter(
    target="memory.adapters.mem0_platform:Mem0PlatformMemory",
    packages=("mem0",),
    extra="mem0",
    capabilities=_WRITES_ANEW,
    tried="imitated",
    note=(
        "An add that was sent and not answered is a Failure: the platform has no key that would make sending it again "
        "harmless. It may add its signals for ranking by time shortly after it reports a memory as stored."
    ),
    options=(*_COMMON, "unit", "infer", "threshold"),
)

SUPERMEMORY = Adapter(
    target="memory.adapters.supermemory:SupermemoryMemory",
    packages=("supermemory",),
    extra="supermemory",
    capabilities=_WRITES_ANEW,
    tried="imitated",
    note=(
        "The API of version 5. It takes the date of what it is given, but none of a question: 'yesterday' in a query "
        "is read by the system's own clock. Where its memories grow from several messages, the newest is named."
    ),
    options=(*_COMMON, "search_mode", "dreaming", "threshold"),
)

MEMOBASE = Adapter(
    target="memory.adapters.memobase:MemobaseMemory",
    packages=("memobase",),
    extra="memobase",
    capabilities=replace(_WRITES_ANEW, source_ids=False, forgets=False),
    tried="imitated",
    note=(
        "Names no sources, so hits cannot be verified, and cannot forget single messages. Its records are stamped with "
        "the server's clock; these stamps are left out, and the range of days that it searches is made to hold all. "
        "A query goes into an address, and is cut where that would grow longer than servers take."
    ),
    options=(*_COMMON, "threshold", "profile_tokens"),
)

MEMOS = Adapter(
    target="memory.adapters.memos:MemosMemory",
    packages=("httpx2",),
    extra="",
    capabilities=_WRITES_ANEW,
    tried="imitated",
    note=(
        "By its HTTP interface, as documented; no client of its own is used. Where an add was not answered but carried "
        "out, it is a Failure: nobody then knows which task to wait for. It takes no simulated now with a question."
    ),
    options=(*_COMMON, "auth", "unit", "preferences", "threshold"),
)

ZEP = Adapter(
    target="memory.adapters.zep:ZepMemory",
    packages=("zep_cloud", "httpx"),
    extra="zep",
    capabilities=_WRITES_ANEW,
    tried="imitated",
    note=(
        "Facts carry the dates between which Zep holds them true, and these can lie ahead of the question; its own "
        "created_at is the wall clock. A query is cut at 400 characters."
    ),
    options=(*_COMMON, "scope", "reranker"),
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
    options=(*_COMMON, "embedding"),
)

HINDSIGHT = Adapter(
    target="memory.adapters.hindsight:HindsightMemory",
    packages=("hindsight_client", "hindsight_client_api"),
    extra="hindsight",
    capabilities=_WRITES_ANEW,
    tried="imitated",
    note=(
        "query_timestamp anchors what is near in time and hides nothing. A real server (1.1.0, without a model) kept "
        "the contract and ran the demo without a leak, but two equal runs did not find quite the same. Tests against "
        "a real one run where PASTLANE_HINDSIGHT_URL names it."
    ),
    options=(*_COMMON, "retain_timeout_s", "budget", "max_tokens"),
)

ROWS: Mapping[str, Adapter] = {
    "mem0-platform": MEM0_PLATFORM,
    "supermemory": SUPERMEMORY,
    "memobase": MEMOBASE,
    "memos": MEMOS,
    "zep": ZEP,
    "letta": LETTA,
    "hindsight": HINDSIGHT,
}
"""By the names that `--memory` takes."""
