"""Mem0 without its reports to its makers: every adapter that uses it takes it from here.

At its import Mem0 starts a telemetry client and writes an identity of the machine into the home folder; both are
decided by environment variables that it reads then. So they are set before it: no telemetry, a folder that goes with
the process. Where something else had imported it before, its telemetry is switched off all the same.
"""

import atexit
import os
import shutil
import tempfile

os.environ["MEM0_TELEMETRY"] = "False"
if "MEM0_DIR" not in os.environ:
    os.environ["MEM0_DIR"] = tempfile.mkdtemp(prefix="pastlane-mem0-")
    atexit.register(shutil.rmtree, os.environ["MEM0_DIR"], ignore_errors=True)

import mem0
import mem0.memory.telemetry as mem0_telemetry

mem0_telemetry.MEM0_TELEMETRY = False
mem0_telemetry.client_telemetry.posthog = None

__all__ = ["mem0"]
