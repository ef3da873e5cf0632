"""Small files of our own in the formats of LoCoMo, LongMemEval and HaluMem, for tests."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from replay.dataset import Dataset, Selection
from replay.findings import Finding, Findings
from replay.loaders.formats import load_source


def strict(source: str) -> Dataset:
    return load_source(source, Selection(), Findings(strict=True))


def lenient(source: str) -> tuple[Dataset, list[Finding]]:
    findings = Findings(strict=False)
    dataset = load_source(source, Selection(), findings)
    return dataset, list(findings)


def kinds(source: str) -> list[tuple[str, str, str]]:
    return [(finding.kind, finding.level, finding.item) for finding in lenient(source)[1]]


def json_file(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


def locomo_turn(turn_id: str, speaker: str, text: str, **more: Any) -> dict[str, Any]:
    return {"speaker": speaker, "dia_id": turn_id, "text": text, **more}


def locomo_conversation(**changes: Any) -> dict[str, Any]:
    """Two people who fish and bake; session 10 is in the file before session 2, session 3 has no content."""
    return {
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Ines",
            "speaker_b": "Tomo",
            "session_10_date_time": "12:05 am on 3 July, 2024",
            "session_10": [locomo_turn("D10:1", "Tomo", "The trout weighed two kilos.")],
            "session_2_date_time": "12:30 pm on 1 June, 2024",
            "session_2": [
                locomo_turn("D2:1", "Ines", "I bake rye bread on Sundays."),
                locomo_turn("D2:2", "Tomo", "Look!", blip_caption="a red rowing boat", img_url=["x"], query="boat"),
            ],
            "session_3_date_time": "1:00 pm on 2 June, 2024",
        },
        "qa": [
            {"question": "What does Ines bake?", "answer": "rye bread", "evidence": ["D2:1"], "category": 4},
            {"question": "How heavy was the trout?", "answer": 2, "evidence": ["D10:01; D2:2"], "category": 1},
            {"question": "Who owns a car?", "adversarial_answer": "Ines", "evidence": ["D"], "category": 5},
        ],
        "event_summary": {},
        **changes,
    }


def longmemeval_item(**changes: Any) -> dict[str, Any]:
    """A question with three sessions, unsorted; the last in time is after the question."""
    return {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "What is my cat called?",
        "answer": "Pixel",
        "question_date": "2024/03/05 (Tue) 10:00",
        "haystack_dates": ["2024/03/04 (Mon) 09:00", "2024/03/01 (Fri) 22:15", "2024/03/05 (Tue) 10:00"],
        "haystack_session_ids": ["noise_7", "answer_1", "noise_8"],
        "haystack_sessions": [
            [{"role": "assistant", "content": "Good morning."}, {"role": "user", "content": "What is rust?"}],
            [
                {"role": "user", "content": "My cat Pixel is ill.", "has_answer": True},
                {"role": "assistant", "content": "Poor Pixel."},
            ],
            [{"role": "user", "content": "Pixel is well again."}],
        ],
        "answer_session_ids": ["answer_1"],
        **changes,
    }


def halumem_point(content: str, **changes: Any) -> dict[str, Any]:
    return {
        "index": 1,
        "memory_content": content,
        "memory_type": "Event Memory",
        "memory_source": "primary",
        "is_update": "False",
        "original_memories": [],
        "importance": 0.7,
        "timestamp": "Dec 15, 2025, 08:41:23",
        **changes,
    }


def halumem_session(day: int, said: Sequence[str], **more: Any) -> dict[str, Any]:
    """A session at 08:00 of a day in December 2025, a turn every minute, the person first; over at 08:30."""
    return {
        "start_time": f"Dec {day}, 2025, 08:00:00",
        "end_time": f"Dec {day}, 2025, 08:30:00",
        "dialogue": [
            {
                "role": "assistant" if i % 2 else "user",
                "content": text,
                "timestamp": f"Dec {day}, 2025, 08:{i:02}:00",
                "dialogue_turn": i // 2,
            }
            for i, text in enumerate(said)
        ],
        **more,
    }


HOME = "Nadia Brook lives in Oslo"
MOVED = "Nadia Brook lives in Bergen"
RUMOUR = "Nadia Brook owns a sailing boat"


def halumem_user(**changes: Any) -> dict[str, Any]:
    """Nadia lives in Oslo, then in Bergen; a generated session stands between."""
    question = {"question": "Where does Nadia live?", "difficulty": "easy", "question_type": "Dynamic Update"}
    return {
        "uuid": "u-1",
        "persona_info": "Name: Nadia Brook; Gender: female",
        "sessions": [
            halumem_session(
                1,
                ["I live in Oslo.", "Nice city.", "My brother has a sailing boat."],
                memory_points=[halumem_point(HOME), halumem_point(RUMOUR, memory_source="interference")],
                questions=[
                    {
                        **question,
                        "answer": "Oslo",
                        "evidence": [{"memory_content": HOME, "memory_type": "Event Memory"}],
                    }
                ],
            ),
            halumem_session(2, ["What is 2 + 2?", "4"], is_generated_qa_session=True, questions=[]),
            halumem_session(
                3,
                ["I live in Bergen now.", "Congratulations."],
                memory_points=[halumem_point(MOVED, is_update="True", original_memories=[HOME])],
                questions=[
                    {
                        **question,
                        "answer": "Bergen",
                        "evidence": [{"memory_content": MOVED, "memory_type": "Event Memory"}],
                    },
                    {
                        "question": "What is her shoe size?",
                        "answer": "Nobody said.",
                        "evidence": [],
                        "difficulty": "hard",
                        "question_type": "Memory Boundary",
                    },
                ],
            ),
        ],
        **changes,
    }


def halumem_file(folder: Path, *users: object) -> Path:
    path = folder / "users.jsonl"
    path.write_text("".join(json.dumps(user) + "\n" for user in users), encoding="utf-8")
    return path
