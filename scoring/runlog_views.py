"""The run file for people: views with readable names over the log, the factory values, and a table that explains all.

They are made with the file, hold nothing that the log does not hold, and nothing of ours reads them: a log without
them is as good. Scores are not kept there, but follow from the log; the one rate that the views work out,
`exact_match`, takes text as equal without regard to the case of ASCII letters (`metric.json`: of any letters).
"""

import sqlite3

from vehicle.schema import Value
from vehicle.settings import FIELDS

_TABLES = """
CREATE TABLE readme (part TEXT NOT NULL, name TEXT NOT NULL, meaning TEXT NOT NULL);
CREATE TABLE factory (field TEXT NOT NULL PRIMARY KEY, value) WITHOUT ROWID;
"""
_NAME = """t.scenario || '/' || json_extract(t.record, '$.origin.event_index')
        || coalesce('@' || nullif(json_extract(t.record, '$.point'), 'main'), '')"""
"""The name of a query as the command line takes it."""
_IS_LATEST = """t.attempt = (SELECT max(o.attempt) FROM turns o WHERE o.scenario = t.scenario AND o.query = t.query)"""
_STREAM = "t.scenario || '/' || t.query || '/' || t.attempt || '/' || b.branch"
_BRANCHES = "(SELECT 'reference' AS branch UNION ALL SELECT 'predicted') b"


def _readable(json: str, path: str) -> str:
    """A value inside JSON; what is true or false as that word, for SQLite has but 1 and 0."""
    return (
        f"CASE json_type({json}, '{path}') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' "
        f"ELSE json_extract({json}, '{path}') END"
    )


_VIEWS = f"""
CREATE VIEW changed_fields AS
    SELECT t.number AS turn, b.branch AS branch, json_extract(e.event, '$.path') AS field,
        max(e.number) AS position, {_readable("e.event", "$.value")} AS value
    FROM turns t CROSS JOIN {_BRANCHES} JOIN vehicle_events e ON e.stream = {_STREAM}
    WHERE {_IS_LATEST} AND json_extract(e.event, '$.kind') = 'field_changed'
    GROUP BY t.number, b.branch, json_extract(e.event, '$.path');

CREATE VIEW fields_after AS
    SELECT c.turn AS turn, c.field AS field, c.before AS before,
        CASE WHEN r.turn IS NULL THEN c.before ELSE r.value END AS reference,
        CASE WHEN p.turn IS NULL THEN c.before ELSE p.value END AS predicted
    FROM (
        SELECT t.number AS turn, f.field AS field,
            CASE WHEN b.key IS NULL THEN (SELECT value FROM factory WHERE field = f.field)
                WHEN b.type IN ('true', 'false') THEN b.type ELSE b.value END AS before
        FROM (SELECT DISTINCT turn, field FROM changed_fields) f
        JOIN turns t ON t.number = f.turn
        LEFT JOIN json_each(t.record, '$.base') b ON b.key = f.field
    ) c
    LEFT JOIN changed_fields r ON r.turn = c.turn AND r.field = c.field AND r.branch = 'reference'
    LEFT JOIN changed_fields p ON p.turn = c.turn AND p.field = c.field AND p.branch = 'predicted';

CREATE VIEW differences AS
    SELECT {_NAME} AS query, a.field AS field, a.before AS before, a.reference AS reference, a.predicted AS predicted,
        a.turn AS turn
    FROM fields_after a JOIN turns t ON t.number = a.turn
    WHERE lower(a.reference) IS NOT lower(a.predicted);

CREATE VIEW queries AS
    SELECT {_NAME} AS query, t.scenario AS scenario, json_extract(t.record, '$.point') AS point,
        json_extract(t.record, '$.gold.reasoning_type') AS reasoning_type,
        json_extract(t.record, '$.query') AS question, json_extract(t.record, '$.cutoff_iso') AS asked_at,
        json_extract(t.record, '$.cutoff_policy') AS cutoff_policy,
        json_extract(t.record, '$.visible_messages') AS visible_messages,
        json_extract(t.record, '$.hidden_messages') AS hidden_messages,
        CASE WHEN t.failed OR NOT json_extract(t.record, '$.gold.expects_commands') THEN NULL
            ELSE coalesce(d.n, 0) = 0 END AS exact_match,
        json_extract(t.record, '$.failure.stage') AS failed_in, json_extract(t.record, '$.failure.message') AS failure,
        (SELECT count(*) FROM json_each(t.record, '$.tool_calls') c
            WHERE json_type(c.value, '$.search') = 'object') AS searches,
        json_array_length(t.record, '$.predicted.commands') AS commands_called,
        json_array_length(t.record, '$.reference.commands') AS commands_wanted,
        json_extract(t.record, '$.gold.answer') AS right_answer,
        (SELECT json_extract(c.value, '$.choice') FROM json_each(t.record, '$.decisions') c
            WHERE json_extract(c.value, '$.step') = 'answer' ORDER BY c.key DESC LIMIT 1) AS answer,
        t.attempt + 1 AS attempts, json_extract(t.timing, '$.agent_ms') AS agent_ms, t.number AS turn
    FROM turns t
    LEFT JOIN (
        SELECT turn, count(*) AS n FROM fields_after WHERE lower(reference) IS NOT lower(predicted) GROUP BY turn
    ) d ON d.turn = t.number
    WHERE {_IS_LATEST};

CREATE VIEW events AS
    SELECT {_NAME} AS query, t.attempt + 1 AS attempt, b.branch AS branch, e.number AS position,
        json_extract(t.record, '$.cutoff_iso') AS at, json_extract(e.event, '$.kind') AS kind,
        json_extract(e.event, '$.path') AS field, {_readable("e.event", "$.value")} AS value,
        json_extract(e.event, '$.command') AS command, json_extract(e.event, '$.args') AS args,
        json_extract(e.event, '$.reason') AS reason, t.number AS turn
    FROM turns t CROSS JOIN {_BRANCHES} JOIN vehicle_events e ON e.stream = {_STREAM};

CREATE VIEW calls AS
    SELECT {_NAME} AS query, c.key + 1 AS call, json_extract(c.value, '$.kind') AS kind,
        json_extract(c.value, '$.name') AS name, json_extract(c.value, '$.args') AS args,
        CASE WHEN json_extract(c.value, '$.ok') THEN 'true' ELSE 'false' END AS ok,
        json_extract(c.value, '$.answer') AS answer, t.number AS turn
    FROM turns t JOIN json_each(t.record, '$.tool_calls') c
    WHERE {_IS_LATEST};

CREATE VIEW searches AS
    SELECT {_NAME} AS query, 'agent' AS by, c.key + 1 AS call, json_extract(c.value, '$.search.query') AS text,
        json_array_length(c.value, '$.search.hits') AS hits,
        min(json_extract(c.value, '$.top_k'), json_array_length(c.value, '$.search.hits')) AS shown,
        json_array_length(c.value, '$.search.violations') AS withheld, t.number AS turn
    FROM turns t JOIN json_each(t.record, '$.tool_calls') c
    WHERE {_IS_LATEST} AND json_type(c.value, '$.search') = 'object'
    UNION ALL
    SELECT {_NAME}, 'replay', NULL, json_extract(t.record, '$.probe.query'),
        json_array_length(t.record, '$.probe.hits'), 0, json_array_length(t.record, '$.probe.violations'), t.number
    FROM turns t WHERE {_IS_LATEST} AND json_type(t.record, '$.probe') = 'object'
    UNION ALL
    SELECT {_NAME}, 'replay', NULL, json_extract(c.value, '$.search.query'),
        json_array_length(c.value, '$.search.hits'), 0, json_array_length(c.value, '$.search.violations'), t.number
    FROM turns t JOIN json_each(t.record, '$.fact_probes') c
    WHERE {_IS_LATEST};

CREATE VIEW hits AS
    SELECT {_NAME} AS query, c.key + 1 AS call, h.key + 1 AS rank,
        CASE WHEN h.key < json_extract(c.value, '$.top_k') THEN 'true' ELSE 'false' END AS shown,
        json_extract(h.value, '$.score') AS score, json_extract(h.value, '$.text') AS text,
        json_extract(h.value, '$.message_ids') AS message_ids, t.number AS turn
    FROM turns t JOIN json_each(t.record, '$.tool_calls') c JOIN json_each(c.value, '$.search.hits') h
    WHERE {_IS_LATEST};

CREATE VIEW withheld AS
    SELECT {_NAME} AS query, 'agent' AS by, c.key + 1 AS call, json_extract(v.value, '$.kind') AS kind,
        json_extract(v.value, '$.detail') AS detail, json_extract(v.value, '$.hit.text') AS text, t.number AS turn
    FROM turns t JOIN json_each(t.record, '$.tool_calls') c JOIN json_each(c.value, '$.search.violations') v
    WHERE {_IS_LATEST}
    UNION ALL
    SELECT {_NAME}, 'replay', NULL, json_extract(v.value, '$.kind'), json_extract(v.value, '$.detail'),
        json_extract(v.value, '$.hit.text'), t.number
    FROM turns t JOIN json_each(t.record, '$.probe.violations') v
    WHERE {_IS_LATEST}
    UNION ALL
    SELECT {_NAME}, 'replay', NULL, json_extract(v.value, '$.kind'), json_extract(v.value, '$.detail'),
        json_extract(v.value, '$.hit.text'), t.number
    FROM turns t JOIN json_each(t.record, '$.fact_probes') c JOIN json_each(c.value, '$.search.violations') v
    WHERE {_IS_LATEST}
    UNION ALL
    SELECT {_NAME}, 'other look', NULL, json_extract(v.value, '$.kind'), json_extract(v.value, '$.detail'),
        json_extract(v.value, '$.hit.text'), t.number
    FROM turns t JOIN (SELECT '$.leftovers' AS path UNION ALL SELECT '$.other_violations') p
        JOIN json_each(t.record, p.path) v
    WHERE {_IS_LATEST};
"""
README = (
    ("about", "this file", "The log of a run of Pastlane: what was asked, found and called, what became of the car."),
    ("about", "append-only", "Triggers refuse every change to the log; a run that goes on adds rows at the end."),
    ("about", "where to begin", "The view queries, one row a query; its column query leads to the rows of the others."),
    ("about", "query", "<scenario>/<number>, with @<point> where a query is asked at several moments."),
    ("about", "attempt", "A query at which anything failed is asked again by the same command; the latest counts."),
    ("about", "branch", "Two futures of the car from the moment asked: reference (right), predicted (what was done)."),
    ("about", "true, false", "Written as words; JSON stands where a cell holds a list or arguments."),
    ("view", "queries", "One row a query, latest attempt: when asked, what was known, whether the car ended up right."),
    ("column", "queries.visible_messages", "How many messages were known when it was asked."),
    ("column", "queries.hidden_messages", "How many of the timeline were still ahead then."),
    ("column", "queries.exact_match", "1: both branches end alike; empty: nothing to carry out, or a failure."),
    ("column", "queries.failed_in", "Where something broke, so that there is no answer; empty otherwise."),
    ("column", "queries.agent_ms", "Real milliseconds of the agent's own thinking; no two runs have that in common."),
    ("column", "queries.turn", "The number of the row in turns that all of this was read from."),
    ("view", "differences", "One row a field in which the two branches end differently, latest attempts."),
    ("column", "differences.before", "The value when the query was asked; empty: there was no such field."),
    ("view", "events", "The vehicle log: each field that changed, each command refused, of every attempt."),
    ("column", "events.position", "Its place in the branch, from 1; pastlane state --at takes it."),
    ("column", "events.at", "The simulated instant: that of the question."),
    ("view", "calls", "Every call of the agent, in order: searches, listings, commands."),
    ("view", "searches", "Every search: the agent's, and those that the replay made after the answer to see more."),
    ("column", "searches.shown", "How many of the hits the agent was shown."),
    ("column", "searches.withheld", "How many hits could not have come from what was known then: leaks."),
    ("view", "hits", "Every hit of the agent's searches, best first; those with shown = true it saw."),
    ("view", "withheld", "Every hit that was withheld, and why: all that leakage counts."),
    (
        "column",
        "withheld.by",
        "Whose search found it: agent, replay (both in searches), or an other look of the replay.",
    ),
    ("view", "changed_fields", "What each branch made of each field that it touched; differences builds on it."),
    ("view", "fields_after", "Each field that a branch touched: before, and at the end of both branches."),
    ("table", "run", "The format of this file, and the configuration of the run as JSON."),
    ("table", "turns", "One row an attempt: the whole record as JSON, and real durations apart."),
    ("table", "checksums", "Of each row of turns with its events, so that a damaged file is noticed."),
    ("table", "vehicle_events", "The events of both branches of each attempt; stream is their place in turns."),
    ("table", "vehicle_forks", "Where vehicle logs were forked from others; empty in runs."),
    ("table", "starts", "One row for each time that the run was begun or gone on with."),
    ("table", "factory", "What each field of the car is when it leaves the factory."),
    ("table", "readme", "This table."),
)
"""Part, name and meaning of whatever the file holds."""


SCHEMA = _TABLES + _VIEWS
"""The statements that make the tables and views; those of the log may come later."""


def describe(connection: sqlite3.Connection) -> None:
    """Fill `readme` and `factory` of a new file, in the caller's transaction.

    Raises:
        sqlite3.Error: they cannot be written, or are filled already.
    """
    connection.executemany("INSERT INTO readme VALUES (?, ?, ?)", README)
    connection.executemany("INSERT INTO factory VALUES (?, ?)", ((f, _word(v)) for f, v in FIELDS.items()))


def _word(value: Value) -> int | str:
    return ("false", "true")[value] if isinstance(value, bool) else value
