"""The rows of Mem0's platform, Supermemory, Memobase and MemOS in the table of outside systems."""

from collections.abc import Mapping

from memory.adapters.adapter import Adapter
from memory.backend import Capabilities

_FORGETFUL = Capabilities(
    verbatim=False, forgets=True, survives_restart=True, simulated_time=True, waits=True, served=True
)
"""A served system that names its sources and can be told to forget them."""

MEM0_PLATFORM = Adapter(
    target="memory.adapters.mem0_platform:Mem0PlatformMemory",
    packages=("mem0",),
    extra="mem0",
    capabilities=_FORGETFUL,
    tried="imitated",
    note=(
        "An add that was sent and not answered is a Failure: the platform has no key that would make sending it again "
        "harmless. It may add its signals for ranking by time shortly after it reports a memory as stored."
    ),
    options=("url", "key_env", "timeout_s", "unit", "infer", "threshold"),
)

SUPERMEMORY = Adapter(
    target="memory.adapters.supermemory:SupermemoryMemory",
    packages=("supermemory",),
    extra="supermemory",
    capabilities=_FORGETFUL,
    tried="imitated",
    note=(
        "The API of version 5. It takes the date of what it is given, but none of a question: 'yesterday' in a query "
        "is read by the system's own clock. Where its memories grow from several messages, the newest is named."
    ),
    options=("url", "key_env", "timeout_s", "search_mode", "dreaming", "threshold"),
)

MEMOBASE = Adapter(
    target="memory.adapters.memobase:MemobaseMemory",
    packages=("memobase",),
    extra="memobase",
    capabilities=Capabilities(
        source_ids=False, verbatim=False, survives_restart=True, simulated_time=True, waits=True, served=True
    ),
    tried="imitated",
    note=(
        "Names no sources, so hits cannot be verified, and cannot forget single messages. Its records are stamped with "
        "the server's clock; these stamps are left out, and the range of days that it searches is made to hold all."
    ),
    options=("url", "key_env", "timeout_s", "threshold", "profile_tokens"),
)

MEMOS = Adapter(
    target="memory.adapters.memos:MemosMemory",
    packages=("httpx2",),
    extra="",
    capabilities=_FORGETFUL,
    tried="imitated",
    note=(
        "By its HTTP interface, as documented; no client of its own is used. Where an add was not answered but carried "
        "out, it is a Failure: nobody then knows which task to wait for. It takes no simulated now with a question."
    ),
    options=("url", "key_env", "timeout_s", "unit", "preferences", "threshold"),
)

ROWS: Mapping[str, Adapter] = {
    "mem0-platform": MEM0_PLATFORM,
    "supermemory": SUPERMEMORY,
    "memobase": MEMOBASE,
    "memos": MEMOS,
}
"""By the names that `--memory` takes."""
