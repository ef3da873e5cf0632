"""The agent without a model: it reads, chooses and acts by rules, and gives its reasons.

Rule protected: the same question and memory give the same calls; nothing is changed that the question does not ask for.
"""

from memory.messages import Question
from replay.agents.agent import Decision, Toolbox
from replay.agents.lexical.claims import Claim
from replay.agents.lexical.choose import Choice, choose
from replay.agents.lexical.facts import Record
from replay.agents.lexical.speech import is_direct, strength
from replay.agents.lexical.names import named_requests
from replay.agents.lexical.plan import Step, steps_for
from replay.agents.lexical.recall import recall
from replay.agents.lexical.scene import Scene, read_scene
from replay.agents.lexical.settings import Candidate, candidates
from replay.agents.lexical.values import own_value, shift_of, shifted


class LexicalAgent:
    """Answers questions about a car's settings by words and rules alone."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """Act on the car through `tools`; returns the reason of every choice, and of doing nothing."""
        scene = read_scene(question.text, question.people)
        records = recall(question, scene, tools)
        decisions = [
            Decision(step="scene", choice=scene.owner or "nobody named", reason=f"wishes {dict(scene.wishes)}, seats {dict(scene.places)}")
        ]
        wanted = _wanted(scene, records)
        for named in named_requests(scene, records):
            wanted.append((Step(name=named.command, args=dict(named.args), reason=named.reason), []))
        for step, reasons in wanted:
            decisions.extend(reasons)
            tools.call("list_module_tools", {"module": step.name.split("_")[1]})
            tools.call(step.name, dict(step.args))
            decisions.append(Decision(step="command", choice=f"{step.name}({step.args})", reason=step.reason))
        return tuple(decisions)


def _wanted(scene: Scene, records: tuple[Record, ...]) -> list[tuple[Step, list[Decision]]]:
    """The steps for the settings that are meant, each with its reasons."""
    wanted: list[tuple[Step, list[Decision]]] = []
    first: Candidate | None = None
    chosen: Claim | None = None
    for candidate in candidates(scene, records):
        setting = candidate.setting
        if first is not None and (setting.device == first.setting.device or not _also(candidate, scene, chosen)):
            continue
        own = own_value(setting, scene) if first is None else None
        choice = choose(setting, candidate.claims, scene, records)
        if choice is None and own is None:
            continue
        reasons = [Decision(step="setting", choice=setting.key, reason=f"question {candidate.asked:.1f}, memory {candidate.known:.1f}")]
        if own is not None:
            value, why = own, "the question gives the value itself"
        else:
            assert choice is not None
            value = shifted(setting, choice.claim.value, shift_of(setting, scene.request))
            why = choice.why
        reasons.append(Decision(step="value", choice=str(value), reason=why))
        steps = steps_for(setting, value, scene, _telling(candidate, choice))
        wanted.extend((step, reasons if i == 0 else []) for i, step in enumerate(steps))
        if first is None:
            first, chosen = candidate, choice.claim if choice else None
    return wanted


def _also(candidate: Candidate, scene: Scene, chosen: Claim | None) -> bool:
    """Whether a second setting is meant, too: asked for beyond doubt, or wished for in one breath with the first."""
    if not candidate.claims:
        return False
    if strength(candidate.setting, scene.request) >= 5.0 and is_direct(candidate.setting, scene.request):
        return True
    return chosen is not None and not chosen.record.spoken and any(
        claim.record is chosen.record and claim.sentence == chosen.sentence and claim.mood == "wanted"
        and is_direct(candidate.setting, claim.sentence) and strength(candidate.setting, claim.sentence) >= 4.5
        for claim in candidate.claims
    )


def _telling(candidate: Candidate, choice: Choice | None) -> tuple[Claim, ...]:
    """The claims that may tell a place: the chosen one first, then others of its owners."""
    if choice is None:
        return candidate.claims
    owners = set(choice.claim.owners)
    return (choice.claim, *(claim for claim in candidate.claims if owners & set(claim.owners)))
