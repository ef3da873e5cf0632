"""A narrated text cut into what is told and what is quoted.

Rule protected: a word in quotes that nobody says (a value such as 'blue'), and a quote within a quote, stay where they
are.
"""

import re

from replay.agents.lexical.inflection import verbs

SPEAKING = (
    "say|reply|answer|mention|complain|mutter|shout|yell|explain|comment|note|state|add|realize|realise|think|whisper|"
    "exclaim|groan|remark|joke|announce|suggest|insist|respond|sigh|laugh|admit|cry|whine|grumble|wonder|mumble|plead|"
    "protest|gasp|hiss|squeal|apologize|apologise|murmur|declare|repeat|chuckle|giggle|snap|sob|scream|growl|moan|"
    "inquire|enquire|confirm|agree|interject|interrupt|retort|quip|confess|promise|propose|blurt|stammer|lament|"
    "clarify|specify|object|snort|smile|grin|nod|decide|observe|continue|demand|point out|chime in|conclude|cheer|muse|"
    "go on"
)
"""Verbs of speech that need nobody who is spoken to."""
TELLING = "tell|ask|correct|command|request|remind|instruct|warn|call|beg|offer|urge|order|tease|advise"
"""Those that take who is spoken to as their object."""
SAYS = verbs(f"{TELLING}|{SPEAKING}", "past") + "|says|saying|asks|asking|tells|telling|stating"
SPEECH = re.compile(rf"\b(?:{SAYS})\b")
INDIRECT = re.compile(
    rf"\b(?:{SAYS}|{verbs('assure|swear|find|think|believe|feel|claim|note', 'plain', 'third', 'past')})\b(?: "
    rf"[\w'-]+){{0,3}}? (?:that\b|(?=(?:he|she|they)\b))"
)
"""What is told to be said by someone is theirs, whoever acts in it."""
_OPEN = re.compile(r"(?<![\w'])'(?=\S)|(?<=[:,] )'|(?<![\w\"])\"(?=\S)")


def pieces(text: str) -> list[tuple[bool, str]]:
    """The text cut into told and quoted stretches; quotes within quotes and quoted values stay where they are."""
    found: list[tuple[bool, str]] = []
    at = start = 0
    while m := _OPEN.search(text, at):
        mark = text[m.start()]
        before = text[start : m.start()].rstrip()
        end = _closing(text, m.end(), mark)
        inside = text[m.end() : end]
        speech = before.endswith((":", ",")) or (len(inside.split()) > 2 and bool(SPEECH.search(before[-60:])))
        speech = speech or (not before and len(inside.split()) > 3)
        speech = speech or (inside.endswith((".", "!", "?", ",")) and before.endswith((".", "!", "?", "'", '"')))
        if not speech or not inside.strip():
            at = end + 1
            continue
        found.append((False, before))
        found.append((True, inside.strip()))
        at = start = end + 1
    found.append((False, text[start:]))
    return [piece for piece in found if piece[0] or piece[1].strip()]


def _closing(text: str, start: int, mark: str) -> int:
    """Where the quotation that starts at `start` ends; the end of the text where it is not closed."""
    depth = 1
    for i in range(start, len(text)):
        if text[i] != mark:
            continue
        before, after = text[i - 1], text[i + 1 : i + 2]
        if not after.isalnum() and not before.isspace():
            depth -= 1
            if depth == 0:
                return i
        elif not before.isalnum() and after.isalnum():
            depth += 1
    return len(text)
