"""The words for each setting, by what it belongs to; `lexicon` has them all in order."""
