"""Scores are computed from records; nothing here runs anything."""
