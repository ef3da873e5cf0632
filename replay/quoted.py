"""What of an answer is the frame of a message that it quotes: told by the message, not guessed from the text.

The rule: who speaks is known. The guard holds the messages that the memory was given, so nothing is told that was said
after the cutoff; where a line was shown under no message's id, or in words of the memory's own, the names of all who
have spoken by then tell what stands behind a stamp.
"""

from memory.guard import Guard
from memory.own_words import Stretch
from scoring.answer_score import said
from scoring.frames import frame_length, lines_of
from scoring.records import Turn


def frames_in(turn: Turn, guard: Guard) -> tuple[Stretch, ...] | None:
    """Where in the Turn's answer the frames of lines stand that the agent was shown, in order; None without an answer.

    A line that the agent was not shown has none: it is what the agent itself says.
    """
    answer = said(turn)
    if not answer:
        return None
    wanted = {line for _, line in lines_of(answer) if line}
    sources: dict[str, dict[str, None]] = {line: {} for _, line in lines_of(turn.context) if line in wanted}
    for call in turn.tool_calls:
        for hit in () if call.search is None else call.search.hits[: call.top_k]:
            for line in {line for _, line in lines_of(hit.text)} & wanted:
                sources.setdefault(line, {}).update(dict.fromkeys(hit.message_ids))
    words = {
        line: guard.words_in(line, ids) or Stretch(frame_length(line, guard.speakers), len(line))
        for line, ids in sources.items()
    }
    frames: list[Stretch] = []
    for begin, line in lines_of(answer):
        if line in words:
            start, end = words[line]
            around = (Stretch(begin, begin + start), Stretch(begin + end, begin + len(line)))
            frames.extend(frame for frame in around if not frame.is_empty)
    return tuple(frames)
