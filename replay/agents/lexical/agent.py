"""The agent without a model: it reads, chooses and acts by rules, and gives its reasons.

Rule protected: the same question and memory give the same calls; nothing is changed that the question does not ask for.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.messages import Question
from replay.agents.agent import Decision, Toolbox
from replay.agents.lexical.choose import Choice, is_change
from replay.agents.lexical.claims import Claim, asked_state
from replay.agents.lexical.facts import READ_AT_MOST, Record, narrated
from replay.agents.lexical.given import own_value
from replay.agents.lexical.names import Named, named_request
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.people import everyone, relatives
from replay.agents.lexical.plan import Step, step_for
from replay.agents.lexical.pronouns import pronouns
from replay.agents.lexical.recall import recall
from replay.agents.lexical.scene import Scene, read_scene
from replay.agents.lexical.setting import Setting, command_name
from replay.agents.lexical.settings import Candidate, candidates
from replay.agents.lexical.speech import is_named, quiet, strength
from replay.agents.lexical.text import plain, spell
from replay.agents.lexical.values import Shift, between, shift_of, shifted

_BEYOND_DOUBT = 5.0
_CLEAR = 4.5
_NAMED = 4.0
"""What the name of a device counts that has but one setting."""
_BOTH = pattern("both|them|these|all (three|of them)")
"""Means settings that were named before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """A step and what led to it."""

    step: Step
    reasons: tuple[Decision, ...]
    candidate: Candidate | None = None
    claim: Claim | None = None


class LexicalAgent:
    """Answers questions about a car's settings by words and rules alone."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """Act on the car through `tools`; returns the reason of every choice, and of doing nothing."""
        text = question.text[:READ_AT_MOST]
        telling = f"{text}\n{narrated(tools.context)}"
        question = replace(question, text=text, people=everyone(question.people, telling))
        called = pronouns(telling, question.people)
        scene = read_scene(question.text, question.people, called, relatives(question.people, spell(telling)))
        records = recall(question, scene, tools, called)
        decisions = [_seen(scene, records)]
        found = candidates(scene, records)
        named = named_request(scene, records, found)
        if named:
            # what plays or leads is spoken of with the name, though nobody says "the navigation"
            scene = replace(scene, request=f"{scene.request} ; {named.device}")
            found = candidates(scene, records)
        plans = [*_settings(found, scene, records, beside=named is not None), *map(_named, [named] if named else [])]
        listed: set[str] = set()
        for plan in plans:
            step = plan.step
            if step.module not in listed:
                listed.add(step.module)
                tools.call("list_module_tools", {"module_name": step.module})
            result = tools.call(step.name, dict(step.args))
            shown = ", ".join(f"{name}={value!r}" for name, value in step.args.items())
            outcome = step.reason if result.ok else f"{step.reason}; refused: {result.text}"
            decisions += [*plan.reasons, Decision(step="command", choice=f"{step.name}({shown})", reason=outcome)]
        if not plans:
            nothing = Decision(step="nothing", choice="no command", reason="no remembered value fits the question")
            decisions.append(nothing)
        return tuple(decisions)


def _seen(scene: Scene, records: Sequence[Record]) -> Decision:
    """Whose wishes are taken to count, and what there is to go by."""
    seats = ", ".join(f"{who}: {place}" for who, place in scene.places.items()) or "seats not told"
    wishes = ", ".join(f"{who} {n:.1f}" for who, n in scene.wishes.items()) or "nobody named"
    reason = f"wishes: {wishes}; {seats}; {len(records)} records"
    return Decision(step="scene", choice=scene.owner or "nobody", reason=reason)


def _settings(found: Sequence[Candidate], scene: Scene, records: Sequence[Record], *, beside: bool) -> list[_Plan]:
    """The steps for the settings that are meant: the likeliest with a value, and what is asked for beside it.

    `beside`: the question asks for something else, such as a destination, so that a setting must be spoken of, too.
    """
    chat = any(record.spoken for record in records)
    plans: list[_Plan] = []
    if found and _clearness(found[0].setting, scene) < _BEYOND_DOUBT:
        # what is remembered best is not what is asked for: what is given a value goes before it
        found = tuple(sorted(found, key=lambda candidate: not _is_given(candidate, scene)))
    for candidate in found:
        if beside and not _beside(candidate, scene, chat=chat):
            continue
        if plans and not _also(candidate, scene, plans):
            continue
        plan = _plan(candidate, scene, first=not plans)
        if plan is not None:
            plans.append(plan)
    return plans


def _beside(candidate: Candidate, scene: Scene, *, chat: bool) -> bool:
    """Whether a setting is meant beside a name: it is asked for itself, or facts tell of it clearly."""
    asked = strength(candidate.setting, scene.request)
    return _is_given(candidate, scene) or asked >= _CLEAR or (not chat and candidate.is_clearly_told)


def _is_given(candidate: Candidate, scene: Scene) -> bool:
    """Whether the question names a setting beyond doubt and gives it a value: nothing has to be remembered for it."""
    if _clearness(candidate.setting, scene) < _BEYOND_DOUBT:
        return False
    if candidate.setting.kind == "boolean":
        return asked_state(candidate.setting, scene.request) is not None
    return own_value(candidate.setting, scene, named=True) is not None


def _clearness(setting: Setting, scene: Scene) -> float:
    """How clearly the question names a setting; what it is only like does not count."""
    return strength(setting, scene.request) + 0.5 * strength(setting, scene.words)


def _plan(candidate: Candidate, scene: Scene, *, first: bool) -> _Plan | None:
    """The step for one setting; None where no value is known."""
    setting = candidate.setting
    own = own_value(setting, scene, named=not first)
    choice = candidate.choices[0] if candidate.choices else None
    if own is not None:
        value, why = own, "the question gives the value itself"
    elif choice is not None:
        shift = shift_of(setting, scene.request)
        middle = between(setting, scene.request, candidate.choices) if shift == Shift() else None
        value, why = shifted(setting, choice.claim.value, shift), choice.why
        value = value if middle is None else middle
        if value != choice.claim.value:
            why = f"{choice.claim.value} changed as asked; {why}"
    else:
        state = _plainly(candidate, scene)
        if state is None:
            return None
        value, why = state, "nothing is remembered; the question asks plainly"
    asked = asked_state(setting, scene.request) if isinstance(value, bool) else None
    if asked not in (None, value):
        value, why = asked, "the question asks for it plainly, against what is remembered"
    clear = f"question {candidate.asked:.1f}, memory {candidate.known:.1f}"
    reasons = (
        Decision(step="setting", choice=setting.key, reason=clear),
        Decision(step="value", choice=str(value), reason=why),
    )
    step = step_for(setting, value, scene, _telling(candidate, choice))
    return _Plan(step=step, reasons=reasons, candidate=candidate, claim=choice.claim if choice else None)


def _plainly(candidate: Candidate, scene: Scene) -> bool | None:
    """On or off where the question asks for it beyond doubt, on where it only names what can be switched; else None."""
    setting = candidate.setting
    if _clearness(setting, scene) < _BEYOND_DOUBT:
        return None
    if not (setting.kind == "boolean" or setting.switch):
        return None
    state = asked_state(setting, scene.request)
    return True if state is None and setting.kind == "boolean" else state


def _named(named: Named) -> _Plan:
    return _Plan(step=Step(name=command_name(named.command), args=dict(named.args), reason=named.reason), reasons=())


def _also(candidate: Candidate, scene: Scene, plans: Sequence[_Plan]) -> bool:
    """Whether a second setting is meant, too: asked for beyond doubt, or wished for in one breath with the first."""
    setting = candidate.setting
    first = plans[0]
    if _is_one_value(candidate, plans):
        return False
    if _is_given(candidate, scene) or _in_one_go(candidate, scene, plans):
        return True
    devices = [plan.candidate.setting.device for plan in plans if plan.candidate is not None]
    if first.candidate is not None and first.candidate.setting.key == f"{setting.device}.power":
        clear = bool(candidate.choices) and _is_clear(setting, candidate.choices[0].claim)
        return clear and devices.count(setting.device) == 1
    if first.candidate is not None and setting.device == first.candidate.setting.device:
        return setting.key.endswith(".power") and asked_state(setting, scene.request) is True
    if not (candidate.claims and candidate.known) and asked_state(setting, scene.request) is None:
        return False
    if is_named(setting, scene.request) and strength(setting, scene.request) >= _BEYOND_DOUBT:
        return True
    chosen = first.claim
    if chosen is None or chosen.record.spoken or " and " not in chosen.sentence:
        return False
    breath = chosen.sentence
    return is_named(setting, breath) and strength(setting, breath) >= _CLEAR and any(
        claim.record is chosen.record and claim.sentence == breath and claim.mood != "rejected"
        for claim in candidate.claims
    )  # fmt: skip


def _is_one_value(candidate: Candidate, plans: Sequence[_Plan]) -> bool:
    """Whether the number that the second setting would get is the very one, in its sentence, that another got."""
    if not candidate.choices or type(candidate.choices[0].claim.value) is not int:
        return False
    mate = candidate.choices[0].claim
    return any(
        plan.claim is not None and plan.claim.record is mate.record and plan.claim.sentence == mate.sentence
        and plan.claim.value == mate.value
        for plan in plans
    )  # fmt: skip


def _in_one_go(candidate: Candidate, scene: Scene, plans: Sequence[_Plan]) -> bool:
    """Whether the second setting was set together with the first by the same people, and is asked for no less."""
    first = plans[0]
    if first.claim is None or first.candidate is None or not candidate.choices or first.claim.record.spoken:
        return False
    mate, setting = candidate.choices[0].claim, candidate.setting
    if mate.record is not first.claim.record or mate.mood == "rejected":
        return False
    if not set(mate.owners) & set(first.claim.owners):
        return False
    if setting.command in [plan.candidate.setting.switch for plan in plans if plan.candidate is not None]:
        return False
    if setting.key.endswith(".power") or not _is_clear(setting, mate):
        return False
    for plan in plans:
        if plan.claim is None or plan.candidate is None or not isinstance(mate.value, int):
            continue
        if isinstance(mate.value, bool) and plan.candidate.setting.device != setting.device:
            continue
        same_seat = plan.candidate.setting.device == setting.device and not _BOTH.search(mate.record.words)
        if plan.claim.value == mate.value and (plan.claim.sentence == mate.sentence or same_seat):
            return False
    asked = min(strength(first.candidate.setting, scene.request), _BEYOND_DOUBT)
    return strength(setting, scene.request) >= asked


def _is_clear(setting: Setting, claim: Claim) -> bool:
    """Whether the claim's own words, or what its speaker says besides, name the setting clearly."""
    texts = [quiet(claim.sentence), quiet(plain(claim.record.parts[claim.part].text))]
    if _BOTH.search(claim.sentence):
        texts.append(claim.record.words)
    enough = _CLEAR if setting.aspect else _NAMED
    return any(is_named(setting, text) and strength(setting, text) >= enough for text in texts)


def _telling(candidate: Candidate, choice: Choice | None) -> tuple[Claim, ...]:
    """The claims that may tell a place: the chosen one first, then others of its owners.

    Where its owners changed their mind later and kept the value, it was the place that they changed.
    """
    if choice is None:
        return candidate.claims
    chosen = choice.claim
    others = [claim for claim in candidate.claims if set(chosen.owners) & set(claim.owners)]
    changed = [
        claim for claim in others
        if claim.value == chosen.value and claim.record.when > chosen.record.when and is_change(claim)
    ]  # fmt: skip
    return (*reversed(changed), chosen, *others)
