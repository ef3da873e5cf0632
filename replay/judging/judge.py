"""The judge: a model is asked about each answer in words, one request a query, and its verdict kept by entry.

The rule: what the judge was asked with is part of the record (its name and the hash of its prompt), its requests go
through the same tape as any other, and a reply that is no verdict is none: it is never read as wrong or right.
"""

import re
from collections.abc import Callable, Iterable
from contextlib import closing

from memory.chat import ChatMessage, ChatModel, ChatRequest
from memory.errors import ChatFailure
from memory.prompting import Prompt, prompts_digest, read_prompt
from replay.models import ModelRequest, Models
from scoring.answer_score import said
from scoring.answers import Judgement
from scoring.records import MAIN, Turn, Verdict

PACKAGE = "replay.judging"
UNKNOWN = "This is not known: the earlier conversations do not tell it."
"""The reference of a question whose right answer is that nobody knows."""

MOST_SHOWN = 80
"""Characters of a reply that is no verdict."""
_WORD = re.compile(r"[a-z]+")


def judge_turns(
    turns: Iterable[Turn],
    judge: str,
    chat_for: Callable[[str], ChatModel],
    on_none: Callable[[str], object] = lambda why: None,
) -> Judgement:
    """The verdict on every answer at the point `main`, in the order of the Turns.

    `judge` is the model's name, for the record; `chat_for` gives the model for a name that stands for the scenario on
    a tape, `judge:<scenario>`. A Turn with a Failure, or whose query has no right answer in words, is not judged; an
    answer without words is an omission, and nobody is asked. Where the judge fails, there is no verdict; `on_none`
    hears why, in words that hold no key and have an end.

    Raises:
        RunStopped: no request may be made any more.
    """
    chats: dict[str, ChatModel] = {}
    verdicts: dict[str, Verdict | None] = {}
    for turn in turns:
        if turn.point != MAIN or turn.failure is not None or turn.gold.answer is None:
            continue
        if not said(turn).strip():
            verdicts[turn.entry_id] = "omission"
            continue
        if turn.scenario not in chats:
            chats[turn.scenario] = chat_for(f"judge:{turn.scenario}")
        verdicts[turn.entry_id] = _ask(chats[turn.scenario], turn, on_none)
    return Judgement(judge=judge, prompt_digest=prompts_digest([judge_prompt()]), verdicts=verdicts)


def judge_with(
    request: ModelRequest, turns: Iterable[Turn], on_none: Callable[[str], object] = lambda why: None
) -> Judgement:
    """The verdicts of the model of `request`, within its limits; its tape is written or replayed as for a run.

    Raises:
        InputError: something in the request cannot be used.
        RunStopped: a limit was reached, or the tape does not hold a request; what was paid for is on the tape.
    """
    with closing(Models(request)) as models:
        return judge_turns(turns, request.options.model, models.chat, on_none)


def judge_prompt() -> Prompt:
    """The prompt of the judge."""
    return read_prompt(PACKAGE, "verdict")


def read_verdict(text: str) -> Verdict | None:
    """The verdict of a reply whose first or last word it is, in any case; None for anything else.

    Both ends are looked at, since models like to explain before or after; where they disagree, there is no verdict.
    """
    words = _WORD.findall(text.lower())
    found = {verdict for word in words[:1] + words[-1:] if (verdict := _verdict(word)) is not None}
    return found.pop() if len(found) == 1 else None


def _verdict(word: str) -> Verdict | None:
    match word:
        case "correct" | "hallucination" | "omission":
            return word
        case _:
            return None


def _ask(chat: ChatModel, turn: Turn, on_none: Callable[[str], object]) -> Verdict | None:
    text = judge_prompt().fill(
        question=turn.query,
        date=turn.cutoff_iso,
        reference=turn.gold.answer or UNKNOWN,
        facts="\n".join(f"- {fact}" for fact in turn.gold.facts) or "(none given)",
        answer=said(turn),
    )
    try:
        reply = chat.complete(ChatRequest(messages=(ChatMessage(role="user", text=text.rstrip("\n")),)), "ask")
    except ChatFailure as exc:
        on_none(f"{turn.entry_id}: {exc}")
        return None
    verdict = read_verdict(reply.text)
    if verdict is None:
        on_none(f"{turn.entry_id}: no verdict at either end of its reply {reply.text[:MOST_SHOWN]!r}")
    return verdict
