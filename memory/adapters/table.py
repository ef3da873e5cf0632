"""The table of outside systems: what each needs, what it can do, and what of it was tried.

The adapters' own modules are imported only when one is asked for, since each needs the system's client.
"""

from collections.abc import Mapping

from memory.adapters import rows_embedded, rows_served
from memory.adapters.adapter import Adapter

ADAPTERS: Mapping[str, Adapter] = {**rows_embedded.ROWS, **rows_served.ROWS}
