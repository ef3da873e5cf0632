"""Whether a run can be trusted, in sentences: leaks, failures, what is missing, and how far the numbers carry."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, assert_never

from replay.reporting.kept import ReportedRun
from replay.version import own_code_digest, pastlane_version
from scoring.aggregate import measure_of
from scoring.diagnosis_places import unsaid_ids
from scoring.intervals import FEW_SCENARIOS
from scoring.number_text import percent
from scoring.plain_text import counted
from scoring.records import BEFORE_EVIDENCE, MAIN
from scoring.render_rated import NOTABLE, is_often_unchanged, rate_or_dash

Level = Literal["good", "note", "bad"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What looking at every hit again found, against the source where that is at hand."""

    n_hits: int = 0
    """Hits that name messages."""
    n_ahead: int = 0
    """Those of them that name a message which was not known at the cutoff."""
    is_known: bool = False
    """Whether the source was at hand, so that there was anything to check against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing to know before trusting a number."""

    level: Level
    title: str
    text: str


def _good(title: str, text: str) -> Statement:
    return Statement(level="good", title=title, text=text)


def _note(title: str, text: str) -> Statement:
    return Statement(level="note", title=title, text=text)


def _bad(title: str, text: str) -> Statement:
    return Statement(level="bad", title=title, text=text)


def trust_of(run: ReportedRun, checked: Checked, missing: str = "") -> tuple[Statement, ...]:
    """The statements on one run, leaks first; always at least one. `missing` says why the source is not at hand."""
    return (
        *_leaks(run, checked),
        *_failed(run.metric, run.n_missing),
        *_answers(run.metric),
        *_wording(run.metric["retrieval"]["wording"]),
        *_reach(run),
        *_versions(run),
        *_history(missing),
    )


def _leaks(run: ReportedRun, checked: Checked) -> Iterator[Statement]:
    leak = run.metric["leakage"]
    elsewhere = leak.get("elsewhere", 0)
    n_checked = leak["hits"] - leak["unverifiable"]
    of = f"{counted(leak['hits'], 'hit', spec=',')} in {counted(leak['searches'], 'search', 'searches', ',')}"
    if leak["violations"]:
        yield _bad(
            "The future leaked",
            f"{leak['violations'] - elsewhere:,} of {of}{_more(elsewhere)} could not have come from what was known at "
            "the cutoff. The agent was not shown what leaked, but the memory cannot be trusted.",
        )
    elif n_checked:
        checked_hits = of if n_checked == leak["hits"] else f"the {n_checked:,} that name messages, of {of},"
        yield _good(
            "No leak found",
            f"None of {checked_hits} came from the future: each was checked against what had been delivered by then.",
        )
    elif leak["hits"]:
        yield _note(
            "No hit could be checked",
            f"None of {of} names a message, so that whether one came from the future is not known.",
        )
    else:
        yield _note("No hit to check", "No search of this run brought anything back.")
    if leak["unverifiable"]:
        yield _note(
            "Hits without a source",
            f"{counted(leak['unverifiable'], 'hit names', 'hits name', ',')} no message, so that nobody can check "
            "one by one where they come from; pastlane audit tests such a memory from the outside.",
        )
    n_contexts = sum(bool(item.turn.context) for item in run.scored)
    if n_contexts:
        yield _note(
            "Text in the prompt",
            f"For {counted(n_contexts, 'entry', 'entries', ',')} the memory put text into the prompt. That is not "
            "checked hit by hit; pastlane audit tests it from the outside.",
        )
    if checked.n_ahead:
        yield _bad(
            "Ahead of the cutoff",
            "Read against the source, a message that was not known yet is named by "
            f"{checked.n_ahead:,} of {counted(checked.n_hits, 'hit', spec=',')}.",
        )
    elif checked.is_known and checked.n_hits:
        yield _good(
            "Checked again for this report",
            f"The source was read again: every hit that names messages ({checked.n_hits:,} in all) names only "
            "messages from before its query's cutoff.",
        )


def _more(elsewhere: int) -> str:
    return f" and {counted(elsewhere, 'hit', spec=',')} of other looks of the replay" if elsewhere else ""


def _failed(metric: Mapping[str, Any], n_missing: int) -> Iterator[Statement]:
    if n_missing:
        entries = counted(n_missing, "entry is", "entries are", ",")
        yield _bad("Not finished", f"{entries} still to be asked.")
    probes = metric["failed_probes"]
    if metric["failed_entries"]:
        rate_all = percent(metric["right_rate_all"])
        what = "the exact match is" if measure_of(metric) == "exact match" else "right are"
        as_wrong = f"; with failures as wrong, {what} {rate_all}" if metric["rated"] else ""
        yield _bad(
            "Failures",
            f"{counted(metric['failed_entries'], 'entry has', 'entries have', ',')} no answer. Rates are of the "
            f"others{as_wrong}. "
            f"First: {metric['first_failure'][:300]}",
        )
    elif not n_missing:
        title = "No query failed" if probes["count"] else "Nothing failed"
        yield _good(title, "Every query has an answer.")
    if probes["count"]:
        searches = counted(probes["count"], "search", "searches")
        yield _note(
            "Searches of the replay's own failed",
            f"{searches} that the replay made for itself failed, so that what they would have told is untold. "
            f"First: {probes['first'][:300]}",
        )


def _answers(metric: Mapping[str, Any]) -> Iterator[Statement]:
    malformed = metric["malformed_calls"]
    if malformed["calls"]:
        yield _note(
            "Calls that could not be read",
            f"{counted(malformed['calls'], 'call', spec=',')} of the agent's, in "
            f"{_queries(malformed['queries'])}, had arguments that are no JSON object and ran nothing; "
            f"first {malformed['first'][:200]}. Was the model's answer cut (--max-tokens)?",
        )
    yield from _rated(metric)
    broken = list(dict.fromkeys(metric["broken_references"]))
    if broken:
        rate = rate_or_dash(metric["without_broken_reference"], "exact_match_rate")
        yield _note(
            "Broken references",
            f"The car rejects the reference of {_queries(len(broken))} ({', '.join(broken[:5])}"
            f"{', ...' if len(broken) > 5 else ''}); without them the exact match is {rate}.",
        )
    yield from _lucky(metric["diagnosis"])
    guess = metric["life"]["guess"]
    if guess["queries"]:
        say = _good if guess["guess_rate"] <= NOTABLE else _note
        yield say(
            "Guessing",
            "Right before any evidence was said: "
            f"{guess['right']} of {counted(guess['queries'], 'answer')} ({percent(guess['guess_rate'])}). So much can "
            "be had by luck.",
        )


def _wording(wording: Mapping[str, Any]) -> Iterator[Statement]:
    if wording["named"]:
        facts = counted(wording["named"], "fact", spec=",")
        yield _note(
            "Words of its own",
            f"The memory rewords. Of {facts} whose message a hit names, {wording['kept']:,} "
            f"({percent(wording['kept_rate'])}) are still said in its words. Recall by message and by session is of "
            "the messages named; causes and facts covered are of the words.",
        )


def _lucky(diagnosis: Mapping[str, Any]) -> Iterator[Statement]:
    n_queries, n_lucky = diagnosis["queries"], diagnosis["causes"]["lucky"]["count"]
    if n_lucky and n_lucky >= NOTABLE * n_queries:
        yield _note(
            "Right without evidence",
            f"Of {_queries(n_queries)}, {n_lucky:,} ({percent(n_lucky / n_queries)}) were right though nothing "
            "that states the evidence reached the agent. Some of that is luck. Much of it means that the memory says "
            "in its own words what cannot be recognised, or knows the answers from elsewhere: one that reads the data "
            "set's own files passes every check of the future. The list of queries can be filtered by lucky.",
        )


def _rated(metric: Mapping[str, Any]) -> Iterator[Statement]:
    n_queries, n_rated = metric["completed_tasks"], metric["rated"]
    if 0 < n_rated < n_queries and measure_of(metric) != "exact match":
        others = counted(n_queries - n_rated, "query names", "queries name", ",")
        yield _note(
            "In no rate",
            f"{others} neither commands nor an answer, so that nothing is right or wrong there. Rates are over "
            f"the other {n_rated:,} of {n_queries:,}.",
        )
    elif 0 < n_rated < n_queries:
        others = counted(n_queries - n_rated, "query expects", "queries expect", ",")
        yield _note(
            "In no rate",
            f"{others} no command of the car: nothing that an agent does to it is right or wrong there. Rates and "
            f"causes are over the other {n_rated:,} of {n_queries:,}.",
        )
    if is_often_unchanged(metric):
        n_answered, n_changing = metric["answered_with_commands"], metric["answered_with_changes"]
        others = (
            f" Over the other {n_changing:,} the exact match is {percent(metric['exact_match_rate_with_changes'])}."
        )
        yield _note(
            "Doing nothing is often right",
            f"The reference changes nothing in {n_answered - n_changing:,} of {_queries(n_answered)}, so that an "
            f"agent that never acts is right there and every other can only lose.{others if n_changing else ''}",
        )


def _reach(run: ReportedRun) -> Iterator[Statement]:
    n_scenarios = run.metric["intervals"]["scenarios"]
    if n_scenarios < 2:
        yield _note(
            "No intervals",
            "Intervals are drawn from whole scenarios, and there is one: another one may differ by any amount.",
        )
    elif n_scenarios < FEW_SCENARIOS:
        yield _note(
            "Few scenarios",
            f"Intervals are drawn from {n_scenarios} scenarios; with so few they are too narrow, and one without "
            "width says only that these scenarios agree.",
        )
    at_end = run.metric["cutoff_policies"].get("end", 0)
    if at_end and run.config.cutoff == "auto":
        yield _note("Asked at the end", f"Without a known moment, and so asked when all was said: {_queries(at_end)}.")
    mains = [item.turn for item in run.scored if item.turn.point == MAIN]
    unsaid = [turn.query_id for turn in mains if turn.cutoff_policy != BEFORE_EVIDENCE and unsaid_ids(turn)]
    early = list(dict.fromkeys(unsaid))
    if early:
        yield _bad(
            "Asked before its evidence",
            f"Of {_queries(len(early))} ({', '.join(early[:5])}{', ...' if len(early) > 5 else ''}) the source "
            "names evidence that is said at or after the cutoff: no memory can hold it by then, and what is right "
            "there nobody could know. pastlane lint shows them.",
        )
    cut = run.metric["left_out"]
    if cut["queries"]:
        yield _note(
            "Cut histories",
            f"For {_queries(cut['queries'])} the memory's text left messages out, at most {cut['most']:,}.",
        )


def _versions(run: ReportedRun) -> Iterator[Statement]:
    config = run.config
    if (config.version, config.own_code) != (pastlane_version(), own_code_digest()):
        yield _note(
            "Another version answered",
            f"Answered by Pastlane {config.version} (code {config.own_code or 'unknown'}), scored for this report "
            f"by {pastlane_version()} (code {own_code_digest()}).",
        )
    match run.published:
        case "same":
            yield _good(
                "As in the run folder",
                "Worked out anew from the run's log; the numbers are those of its metric.json.",
            )
        case "differs":
            yield _note(
                "Not as metric.json has it",
                "metric.json in the run folder was written by other code or at another moment of the run, and "
                "differs from the numbers here; pastlane rescore brings it up to date.",
            )
        case "two_moments":
            yield _note(
                "Files of two moments",
                "Files in the run folder are not those that metric.json was written with, as when a run is killed "
                "while it publishes; pastlane rescore writes them all anew.",
            )
        case None:
            pass
        case _:
            assert_never(run.published)


def _history(missing: str) -> Iterator[Statement]:
    if missing:
        yield _note(
            "Without the history",
            f"The source could not be read again: {missing}. The timeline has no message times, and evidence "
            "stands without its words. pastlane report --source FORMAT:PATH says where the data is now.",
        )


def _queries(number: int) -> str:
    return counted(number, "query", "queries", ",")
