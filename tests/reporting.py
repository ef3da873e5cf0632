"""Runs to make reports of, for the tests of the report."""

import json
from pathlib import Path

IMAGE = '<img src=x onerror="window.broken = 1">'
END = "</script><script>window.broken = 2</script><!--"
TURNED = "left \u202etfel\u202c right"
LONG = "seat heating " + "x" * 1_000_000
EVIL_ID = 'a"><svg onload=window.broken=3>'


def hostile_source(folder: Path) -> str:
    """A source whose every text tries to be more than text."""
    said = [
        f"Seat heating on two, please, always. {IMAGE}",
        f"Seat heating on two. {END}",
        f"Seat heating two. {TURNED}",
        f"{LONG}{IMAGE}",
        "Seat heating two @@INDEX@@ {{window.broken=4}} ${window.broken=5}",
    ]
    records: list[dict[str, object]] = [
        {"record": "scenario", "id": EVIL_ID, "zone": "Europe/Lisbon", "people": ["Ada", "Ben"]}
    ]
    for n, text in enumerate(said):
        who = "Ada <b onmouseover=window.broken=6>"
        records.append(
            {"record": "message", "at": f"2025-03-03T08:3{n}:00", "speaker": who, "text": text, "id": f"m{n}"}
        )
    records.append(
        {"record": "forget", "at": "2025-03-03T09:00:00", "person": "Ada", "messages": ["m4"], "text": IMAGE}
    )
    records.append(
        {
            "record": "query",
            "cutoff": "2025-03-04T08:00:00",
            "text": f"At 8:00 AM, Ada got in. 'My seat heating, as usual.' {IMAGE}{END}{TURNED}",
            "commands": [{"name": "carcontrol_seat_set_heating_level", "args": {"seat": "driver", "level": 2}}],
            "facts": [f"Ada wants seat heating two {IMAGE}"],
            "evidence": ["m0"],
            "superseded": [{"evidence": ["m1"], "commands": []}],
            "reasoning_type": "kind<svg onload=window.broken=7>",
        }
    )
    records.append({"record": "message", "at": "2025-03-05T08:30:00", "speaker": "Ben", "text": "Later."})
    path = folder / "hostile.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return f"timeline:{path}"


def words_source(folder: Path) -> str:
    """The path of a timeline whose three queries want words: one is told, one is told nobody, one nowhere."""
    asked = [
        ("What is the cat called?", {"answer": "Pixel", "evidence": ["m0"]}),
        ("What is the dog called?", {"answer": ""}),
        ("Which colour has the boat?", {"answer": "red"}),
    ]
    records: list[dict[str, object]] = [
        {"record": "scenario", "id": "words", "zone": "Europe/Lisbon", "people": ["Ada", "Ben"]},
        {"record": "message", "at": "2025-03-03T08:30:00", "speaker": "Ada", "text": "The cat is Pixel.", "id": "m0"},
    ]
    records += [
        {"record": "query", "cutoff": "2025-03-04T08:00:00", "text": text, "reasoning_type": "fact", **right}
        for text, right in asked
    ]
    records.append({"record": "message", "at": "2025-03-05T08:30:00", "speaker": "Ben", "text": "Later."})
    path = folder / "words.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return str(path)
