"""Outside memory systems under the protocol: one file a system, each an optional extra."""
