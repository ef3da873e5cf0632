"""Ratios, measured side by side: what the replay, the scoring and the ingest cost next to a plain way of doing it."""
