"""Agents: what answers a query with the tools of the car and of the memory."""
