"""Constructed queries whose cause is known, for the tests of the diagnosis."""

from dataclasses import dataclass, field, replace
from typing import Any

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from memory.provenance import Violation, ViolationKind
from scoring.records import Branch, FactEvidence, FactProbe, Failure, Gold, Origin, ToolCall, Turn
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import State

NOW = Position(1_000_000, 0)
QUERY = "What now?"
FACT = "[March 1, 2025] At 8:00 AM, Ada wanted the radio at volume 30"
OTHER = "[March 2, 2025] At 9:00 AM, Ben liked the driver seat heating on level 2"
ON_ITS_OWN = "Ada wants radio volume 30"
"""A memory's own words for `FACT`."""
CHAT = Hit(text="Ada: what a lovely heron", score=1.0, message_ids=("m9",))


def call(name: str, **args: Any) -> Command:
    return Command(name=f"carcontrol_{name}", args=args)


def volume(level: int) -> Command:
    return call("radio_set_volume", volume=level)


def heat(seat: str, level: int) -> Command:
    return call("seat_set_heating_level", seat=seat, level=level)


def massage(level: int) -> Command:
    """The factory level is 1; each level switches the massage on."""
    return call("seat_set_massage_level", seat="driver", level=level)


NAMED_AHEAD = Gold(commands=(volume(30),), reasoning_type="state_shift", evidence_ids=("m1",))
"""Evidence by message in a Turn that holds no visible session of it."""
RADIO_ON = call("radio_switch", switch=True)
HUD_ON = call("HUD_switch", switch=True)


def branch(commands: tuple[Command, ...], base: dict[str, Any]) -> Branch:
    done = carry_out(State(base), commands)
    return Branch(commands=commands, accepted=done.accepted, events=done.events)


def hits(*ids: str) -> tuple[Hit, ...]:
    return tuple(Hit(text=f"text of {i}", score=1.0, message_ids=(i,)) for i in ids)


def search(found: tuple[Hit, ...], query: str = "radio") -> SearchRecord:
    return SearchRecord(query=query, limit=20, now=NOW, hits=found)


def searched(found: tuple[Hit, ...], top_k: int = 5, query: str = "radio") -> ToolCall:
    record = search(found, query)
    return ToolCall(kind="search", name="search_memory", args={}, ok=True, answer="", search=record, top_k=top_k)


def withheld(*ids: str, kind: ViolationKind = "foreign_text") -> SearchRecord:
    """A search of which every hit was withheld."""
    violations = tuple(Violation(kind=kind, detail="not the words of it", hit=hit) for hit in hits(*ids))
    return replace(search(()), violations=violations)


def withholding(message_id: str, kind: ViolationKind = "foreign_text") -> ToolCall:
    return replace(searched(()), search=withheld(message_id, kind=kind))


def malformed(name: str) -> ToolCall:
    return ToolCall(kind="malformed", name=name, args={}, ok=False, answer="a call is a name and arguments, not '{'")


@dataclass(frozen=True, kw_only=True)
class Case:
    """A query in short: evidence `m1` states the first fact, `m2` the second."""

    name: str
    cause: str
    should: tuple[Command, ...] = (volume(30),)
    did: tuple[Command, ...] = ()
    facts: tuple[str, ...] = (FACT,)
    calls: tuple[ToolCall, ...] = ()
    context: str = ""
    question: tuple[Hit, ...] = ()
    """What the replay's search for the bare question brought."""
    itself: dict[int, tuple[Hit, ...]] = field(default_factory=dict)
    """What its search for a fact's own words brought."""
    base: dict[str, Any] = field(default_factory=dict)
    is_aligned: bool = True
    changes: dict[str, Any] = field(default_factory=dict)

    def turn(self) -> Turn:
        evidence = tuple(
            FactEvidence(message_ids=(f"m{number}",), confidence=1.0) for number in range(1, len(self.facts) + 1)
        )
        gold = Gold(
            commands=self.should,
            reasoning_type="state_shift",
            facts=self.facts,
            fact_evidence=evidence if self.is_aligned else (),
        )
        whole = Turn(
            scenario="1",
            index=0,
            origin=Origin(source_file="qa_1.json", event_index=0),
            query=QUERY,
            cutoff=NOW,
            cutoff_iso="1970-01-01T00:00:01+00:00",
            cutoff_policy="explicit",
            visible_messages=9,
            hidden_messages=0,
            gold=gold,
            base=self.base,
            reference=branch(self.should, self.base),
            predicted=branch(self.did, self.base),
            tool_calls=self.calls,
            context=self.context,
            probe=search(self.question, QUERY),
            fact_probes=tuple(
                FactProbe(fact=number, search=search(found, self.facts[number]))
                for number, found in self.itself.items()
            ),
        )
        return replace(whole, **self.changes)


SHOWN = (searched(hits("m9", "m1")),)
BOTH = (searched(hits("m1", "m2")),)
MISSED = (searched(hits("m9", "m8")),)
OTHER_SHOWN = (searched(hits("m9", "m2")),)
TWO = (FACT, OTHER)
REPLY = Hit(text="[2025-03-01 08:01] Car: The radio is at volume 30.", score=1.0, message_ids=("m3",))
"""Said in the session of the first fact, which `ONE_SESSION` names."""
ELSEWHERE = Hit(text=REPLY.text, score=1.0, message_ids=("m7",))
ONE_SESSION: dict[str, Any] = {"evidence_sessions": (("m1", "m3"),)}
SAID = "The radio at 30, please."
REWORDED: dict[str, Any] = {"evidence_words": {"m1": SAID, "m2": "Seat heating on two for me."}}
"""Of a memory that rewords: what the messages said."""
HUSK = Hit(text="They talked for a while.", score=1.0, message_ids=("m1",))
KEPT = Hit(text="Ada on radio: 30", score=1.0, message_ids=("m1",))
UNNAMED_OWN = Hit(text=ON_ITS_OWN, score=1.0)

CASES = (
    # right or not to be told
    Case(name="shown and right", cause="right", did=(volume(30),), calls=SHOWN),
    Case(name="right by an alias of the place", cause="right", should=(heat("driver", 2),), did=(heat("主驾", 2),),
         calls=SHOWN),
    Case(name="right by another order and a repetition", cause="right", should=(volume(30), heat("driver", 2)),
         did=(heat("driver", 2), volume(30), volume(30)), calls=SHOWN),
    Case(name="right after a rejected try", cause="right", did=(volume(900), volume(30)), calls=SHOWN),
    Case(name="right with part of the evidence", cause="right", did=(volume(30),), facts=TWO, calls=SHOWN),
    Case(name="right with evidence below what was shown", cause="right", did=(volume(30),),
         calls=(searched(hits("m8", "m1"), top_k=1),)),
    Case(name="right where nobody knows the facts", cause="right", did=(volume(30),), facts=()),
    Case(name="rightly nothing done", cause="right", should=(), calls=SHOWN),
    Case(name="right without evidence", cause="lucky", did=(volume(30),), calls=MISSED, itself={0: hits("m1")}),
    Case(name="right without a search", cause="lucky", did=(volume(30),), question=hits("m1")),
    Case(name="a failure, however right", cause="failure", did=(volume(30),), calls=SHOWN,
         changes={"failure": Failure(stage="search", message="gone")}),
    Case(name="a failure before a broken reference", cause="failure", should=(volume(900),),
         changes={"failure": Failure(stage="model", message="gone")}),
    Case(name="a reference that the car rejects", cause="broken_reference", should=(volume(900),), did=(volume(30),),
         calls=SHOWN),
    Case(name="a broken reference, met by doing nothing", cause="broken_reference", should=(volume(900),)),
    # what the memory missed
    Case(name="not even by its own words", cause="not_stored", calls=MISSED, itself={0: hits("m9")}),
    Case(name="an empty memory, the wrong action", cause="not_stored", did=(HUD_ON,), calls=(searched(()),),
         itself={0: ()}),
    Case(name="neither of two facts is stored", cause="not_stored", facts=TWO, calls=MISSED,
         itself={0: (), 1: hits("m7")}),
    Case(name="by its own words only", cause="not_found", calls=MISSED, itself={0: hits("m1")}),
    Case(name="by the bare question only", cause="not_found", calls=MISSED, question=hits("m7", "m1")),
    Case(name="one of two is stored, none found", cause="not_found", facts=TWO, calls=MISSED,
         itself={0: (), 1: hits("m2")}),
    Case(name="the agent never asked", cause="not_found", question=hits("m1")),
    Case(name="nobody searched for the fact's words", cause="not_found", calls=MISSED),
    Case(name="one of two was found", cause="partly_found", did=(volume(20),), facts=TWO, calls=OTHER_SHOWN,
         itself={0: ()}),
    Case(name="two are needed, one of them was found", cause="partly_found", should=(volume(30), heat("driver", 2)),
         facts=TWO, calls=SHOWN, itself={1: hits("m2")}),
    Case(name="the one that was found switches, which no words tell", cause="partly_found", should=(RADIO_ON,),
         facts=("[March 1, 2025] At 8:00 AM, Ada wanted the radio on", OTHER), calls=SHOWN, itself={1: ()}),
    Case(name="the one that was found names two values", cause="partly_found", did=(volume(20),), calls=SHOWN,
         facts=("[March 1, 2025] At 8:00 AM, Ada moved the radio from volume 20 to volume 30 and back to 20", OTHER)),
    Case(name="one found but not shown, the other not found", cause="partly_found", facts=TWO,
         calls=(searched(hits("m8", "m2"), top_k=1),), itself={0: hits("m1")}),
    Case(name="found below what was shown", cause="not_shown", did=(volume(20),),
         calls=(searched(hits("m8", "m1"), top_k=1),)),
    Case(name="one of two shown, the other below", cause="not_shown", facts=TWO,
         calls=(searched(hits("m2", "m1"), top_k=1),)),
    Case(name="the car's reply is below what was shown, too", cause="not_shown", did=(volume(20),),
         calls=(searched((*hits("m8"), REPLY, *hits("m1")), top_k=1),), changes=ONE_SESSION),
    Case(name="the value was shown by another session", cause="not_shown", did=(volume(20),),
         calls=(searched((ELSEWHERE, *hits("m1")), top_k=1),), changes=ONE_SESSION),
    Case(name="all withheld", cause="withheld", calls=(withholding("m1"),), itself={0: ()}),
    Case(name="one shown, the other withheld", cause="withheld", facts=TWO, calls=(*OTHER_SHOWN, withholding("m1"))),
    Case(name="withheld from the replay's search only", cause="withheld", calls=MISSED,
         changes={"fact_probes": (FactProbe(fact=0, search=withheld("m1")),)}),
    Case(name="withheld by one search, shown by another", cause="no_action", calls=(withholding("m1"), *SHOWN)),
    Case(name="what was withheld has to do with nothing", cause="not_stored", calls=(withholding("m9"),),
         itself={0: ()}),
    Case(name="what was withheld is another namespace's", cause="not_stored",
         calls=(withholding("m1", "foreign_namespace"),), itself={0: ()}),
    # what the agent was told, though not by every fact
    Case(name="the fact that tells was shown, the other was not found", cause="wrong_value", did=(volume(20),),
         facts=TWO, calls=SHOWN, itself={1: ()}),
    Case(name="the fact that tells was shown, the other below", cause="no_action", facts=TWO,
         calls=(searched(hits("m1", "m2"), top_k=1),)),
    Case(name="the half that was left undone was told", cause="missing_change", facts=TWO, calls=OTHER_SHOWN,
         should=(volume(30), heat("driver", 2)), did=(volume(30),), itself={0: ()}),
    Case(name="the car's reply was shown, the fact below", cause="wrong_value", did=(volume(20),),
         calls=(searched((REPLY, *hits("m1")), top_k=1),), changes=ONE_SESSION),
    Case(name="the question tells it, the fact is not stored", cause="wrong_value", did=(volume(20),), calls=MISSED,
         itself={0: ()}, changes={"query": "Ada said: 'Set the radio to volume 30, please.'"}),
    Case(name="the question names a difference, and no value", cause="not_stored", did=(volume(20),), calls=MISSED,
         itself={0: ()}, changes={"query": "Ada said: 'Make the radio volume louder by 30, please.'"}),
    Case(name="right by the question alone", cause="right", did=(volume(30),), calls=MISSED,
         itself={0: ()}, changes={"query": "Ada said: 'Set the radio to volume 30, please.'"}),
    Case(name="more than was needed, which nothing told", cause="partly_found", did=(volume(30), HUD_ON), facts=TWO,
         calls=SHOWN, itself={1: ()}),
    Case(name="asked before the message that the source names", cause="not_said", did=(volume(20),),
         calls=(searched((CHAT,)),), changes={"gold": NAMED_AHEAD}),
    Case(name="asked before all evidence on purpose", cause="not_said", calls=(searched((CHAT,)),),
         changes={"cutoff_policy": "before-evidence"}),
    Case(name="right before the message that the source names", cause="lucky", did=(volume(30),),
         calls=(searched((CHAT,)),), changes={"gold": NAMED_AHEAD}),
    # what the agent did
    Case(name="two facts by two searches, then nothing", cause="no_action", facts=TWO,
         calls=(searched(hits("m1")), searched(hits("m2")))),
    Case(name="nothing done where nobody knows the facts", cause="no_action", facts=()),
    Case(name="called with arguments that are no JSON object", cause="malformed_call",
         calls=(*SHOWN, malformed("carcontrol_radio_set_volume"))),
    Case(name="a malformed search is no malformed command", cause="no_action",
         calls=(*SHOWN, malformed("search_memory"))),
    Case(name="malformed at first, then with another value", cause="wrong_value", did=(volume(20),),
         calls=(*SHOWN, malformed("carcontrol_radio_set_volume"))),
    Case(name="another command in its stead", cause="wrong_command", did=(HUD_ON,), calls=SHOWN),
    Case(name="half way by another command", cause="wrong_command", did=(RADIO_ON,), calls=SHOWN),
    Case(name="a command that does not exist", cause="wrong_command", did=(call("radio_louder"),), calls=SHOWN),
    Case(name="two commands, one of them another", cause="wrong_command", should=(volume(30), heat("driver", 2)),
         did=(volume(30), HUD_ON), facts=TWO, calls=BOTH),
    Case(name="another value", cause="wrong_value", did=(volume(20),), calls=SHOWN),
    Case(name="another place", cause="wrong_value", should=(heat("driver", 2),), did=(heat("passenger", 2),),
         calls=SHOWN),
    Case(name="a value out of range", cause="wrong_value", did=(volume(900),), calls=SHOWN),
    Case(name="two commands, one with another value", cause="wrong_value", should=(volume(30), heat("driver", 2)),
         did=(volume(30), heat("driver", 3)), facts=TWO, calls=BOTH),
    Case(name="right first, then overwritten", cause="wrong_value", did=(volume(30), volume(20)), calls=SHOWN),
    Case(name="another value after a rejected try, another change missing", cause="wrong_value",
         should=(volume(30), heat("driver", 2)), did=(volume(900), volume(20)), facts=TWO, calls=BOTH),
    Case(name="the value that the car had anyway", cause="wrong_value", should=(call("instrumentPanel_set_color",
         color="green"),), did=(call("instrumentPanel_set_color", color="white"),), calls=SHOWN),
    Case(name="another value where the one needed is the factory's", cause="wrong_value", should=(massage(1),),
         did=(massage(3),), calls=SHOWN),
    Case(name="the factory's value, then another", cause="wrong_value", should=(massage(1),),
         did=(massage(1), massage(3)), calls=SHOWN),
    Case(name="another command that changes nothing", cause="wrong_command",
         did=(call("instrumentPanel_set_color", color="white"),), calls=SHOWN),
    Case(name="what another command had done already, and one undone", cause="missing_change",
         should=(volume(30), heat("driver", 2)), did=(volume(30), RADIO_ON), calls=SHOWN),
    Case(name="two commands, one undone", cause="missing_change", should=(volume(30), heat("driver", 2)),
         did=(volume(30),), facts=TWO, calls=BOTH),
    Case(name="one seat of two, the same command", cause="missing_change",
         should=(heat("driver", 2), heat("passenger", 3)), did=(heat("主驾", 2),), calls=SHOWN),
    Case(name="the right call, rejected for what was in its way", cause="missing_change",
         should=(call("fuelPort_set_locked", locked=False), call("fuelPort_set_open", open_state=True)),
         did=(call("fuelPort_set_open", open_state=True), call("fuelPort_set_locked", locked=False)),
         base={"fuelPort.is_locked": True}, calls=SHOWN),
    Case(name="all that was needed, and more", cause="extra_change", did=(volume(30), HUD_ON), calls=SHOWN),
    Case(name="something where nothing was needed", cause="extra_change", should=(), did=(HUD_ON,), calls=SHOWN),
    Case(name="right, then switched off by another command", cause="extra_change",
         did=(volume(30), call("radio_switch", switch=False)), calls=SHOWN),
    # where only text can tell
    Case(name="a memory's own words, a wrong value", cause="wrong_value", did=(volume(20),),
         calls=(searched((UNNAMED_OWN,)),)),
    Case(name="a context states it, nothing done", cause="no_action", context=f"- {ON_ITS_OWN}\n- herons"),
    Case(name="a context states another number", cause="unrecognised", context="- Ada wants radio volume 40",
         itself={0: ()}),
    Case(name="nobody knows its message, a hit's words tell", cause="wrong_command", is_aligned=False, did=(HUD_ON,),
         calls=(searched((Hit(text=f"Ada: {ON_ITS_OWN}", score=1.0, message_ids=("m5",)),)),)),
    Case(name="nobody knows its message, no hit's words tell", cause="not_stored", is_aligned=False,
         calls=(searched((CHAT,)),), itself={0: (CHAT,)}),
    Case(name="nobody knows its message, its own words bring it", cause="not_found", is_aligned=False,
         calls=(searched((CHAT,)),),
         itself={0: (Hit(text=f"Ada: {ON_ITS_OWN}", score=1.0, message_ids=("m5",)),)}),
    Case(name="another message says the same, and the known one is not found", cause="not_stored",
         calls=(searched((Hit(text="Ada: radio, please", score=1.0, message_ids=("m5",)),)),), itself={0: (CHAT,)}),
    Case(name="nothing that it finds names a message or states the fact", cause="unrecognised",
         calls=(searched((Hit(text="Ada wants the radio", score=1.0),)),),
         itself={0: (Hit(text="Ada wants the radio", score=1.0),)}),
    Case(name="hits without a message, and its own words find none", cause="not_stored",
         calls=(searched((Hit(text="Ada wants the radio", score=1.0),)),), itself={0: ()}),
    # a memory that names messages and rewords them
    Case(name="the message is named, the value is gone", cause="lost_in_words", calls=(searched((HUSK,)),),
         itself={0: (HUSK,)}, changes=REWORDED),
    Case(name="the message is named, the value is kept", cause="no_action", calls=(searched((KEPT,)),),
         changes=REWORDED),
    Case(name="one kept, of one nothing but the place", cause="lost_in_words", facts=TWO,
         should=(volume(30), heat("driver", 2)), did=(volume(30),),
         calls=(searched((KEPT, Hit(text="Ben spoke", score=1.0, message_ids=("m2",)))),), changes=REWORDED),
    Case(name="the message is named and lost, another hit of it holds it", cause="not_found",
         calls=(searched((HUSK,)),), itself={0: (KEPT,)}, changes=REWORDED),
    Case(name="lost, but the question tells it", cause="no_action", calls=(searched((HUSK,)),),
         changes={**REWORDED, "query": "Ada: set the radio volume to 30."}),
    Case(name="lost, and right all the same", cause="lucky", did=(volume(30),), calls=(searched((HUSK,)),),
         changes=REWORDED),
)  # fmt: skip
"""More than forty; each cause at least once."""
