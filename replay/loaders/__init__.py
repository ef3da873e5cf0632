"""Loaders: one file per source format; `formats` is the table of them."""
