"""The replay: time, cutoffs, agents, and the command line."""
