"""Hostile input: one table of targets, and engines that make millions of broken inputs out of small good ones.

A target is a function of bytes. Whatever it is given, it ends, in time and in bounded memory, or raises one of the
project's own errors; everything else is a finding.
"""
