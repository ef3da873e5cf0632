"""A memory over HTTP: the contract across processes, what is sent, and what a server may do wrong."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from fixtures.doubles import HonestMemory
from memory.adapters import calling, http_exchange
from memory.adapters.http import HttpMemory, http_memory
from memory.backend import BackendFactory, Capabilities, Setup
from memory.errors import BackendFailure, BadOption, MissingSecret
from memory.guard import Guard
from memory.messages import Batch, Forget, Message
from memory.position import Position, just_after
from replay.agents.registry import find_agent
from replay.check_memory import check_memory_factory
from replay.prepare import Request, prepare
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from scoring.codec import turn_to_json
from scoring.records import Turn
from tests.contract_memory import HOSTILE_TEXTS, LATER, NOON_US, deliver, filled, find, ids, message, messages
from tests.imitation_http import ABSENT, DONE, NO_HITS, Handler, Says, served

SEATS = messages("seat heating on", "the seat is cold", "warm the seat please", "seat", "my seat, your seat")
KEY = "key-marked-70d1-5ac2"
NO_TIME = Says(act=lambda handler: time.sleep(10.0))


@pytest.fixture(scope="module")
def reference() -> Iterator[str]:
    """The address of the reference server, which runs as a process."""
    command = [sys.executable, "-m", "fixtures.memory_server", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
        process.kill()


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(calling, "LONGEST_PAUSE_S", 0.02)


def setup(namespace: str = "contract", **options: str) -> Setup:
    return Setup(namespace=namespace, options=options)


def made(url: str, **options: str) -> HttpMemory:
    return HttpMemory(setup(**options), url)


def fresh(url: str, name: str) -> BackendFactory:
    """A factory whose every memory has a namespace of its own."""
    numbers = iter(range(10**6))
    return lambda given: HttpMemory(setup(f"{name}-{next(numbers)}"), url)


# Across processes, with the reference server.


def test_it_keeps_the_contract_of_all_memories(reference: str) -> None:
    report = check_memory_factory(http_memory(reference), timeout_s=30)
    assert report.exit_code == 0, report.render()
    assert report.result("scenarios_at_once").verdict == "passed"
    assert report.result("enormous_text_is_taken").verdict == "passed"


def test_a_server_says_what_it_can_do(reference: str) -> None:
    memory = http_memory(reference + "/")(setup("says"))
    assert memory.capabilities == Capabilities(forgets=True, served=True)


def test_what_was_ingested_is_found_with_source_and_simulated_stamp(reference: str) -> None:
    memory = filled(fresh(reference, "found"), SEATS)
    best, *rest = find(memory, "warm seat")
    assert (best.text, best.score, best.message_ids) == ("warm the seat please", 2.0, ("m000003",))
    assert best.at_us == SEATS[2].position.at_us
    assert ids(rest) == ["m000005", "m000004", "m000002", "m000001"]
    assert ids(find(memory, "warm seat", 2)) == ["m000003", "m000005"]
    assert json.loads(memory.raw_answer)["hits"][1]["message_ids"] == ["m000005"]


def test_any_text_is_data_in_messages_and_in_queries(reference: str) -> None:
    short = [text for text in HOSTILE_TEXTS if len(text) < 2000]
    memory = filled(fresh(reference, "hostile"), messages(*short))
    for text in HOSTILE_TEXTS:
        find(memory, text)
    assert "座椅" in [hit.text for hit in find(memory, "座椅")]


def test_an_empty_memory_finds_nothing_and_says_nothing(reference: str) -> None:
    memory = fresh(reference, "empty")(setup())
    deliver(memory, [])
    assert find(memory, "seat") == []
    assert memory.context(LATER) == ""
    assert memory.leftovers() == []
    memory.tick(LATER)
    memory.close()


def test_namespaces_know_nothing_of_each_other_and_only_the_own_is_emptied(reference: str) -> None:
    one, other = (HttpMemory(setup(name), reference) for name in ("ours/1 ?#%", "ours/2"))
    deliver(one, SEATS[:1])
    deliver(other, SEATS[1:2])
    assert (ids(find(one, "seat")), ids(find(other, "seat"))) == (["m000001"], ["m000002"])
    assert HttpMemory(setup("ours/1 ?#%"), reference).leftovers() == ["seat heating on"]
    one.reset()
    assert (find(one, "seat"), one.leftovers()) == ([], [])
    assert ids(find(other, "seat")) == ["m000002"]


def test_a_forgotten_message_is_not_found_again(reference: str) -> None:
    memory = filled(fresh(reference, "forgets"), SEATS[:3])
    memory.forget(Forget(message_ids=("m000002", "unknown"), person="Bo", text="the cold \ud800 seat"), LATER)
    assert ids(find(memory, "seat")) == ["m000003", "m000001"]


def test_asking_changes_nothing(reference: str) -> None:
    memory = filled(fresh(reference, "asking"), SEATS)
    before = find(memory, "warm seat")
    for query in ("seat", "your", ""):
        find(memory, query)
    assert find(memory, "warm seat") == before


def test_the_demo_is_replayed_over_http_as_in_the_process(reference: str) -> None:
    prepared = prepare(Request(source="demo", limit=6))

    def turns(memory: BackendFactory, namespace: str) -> list[bytes]:
        found: list[Turn] = []
        replay = ScenarioReplay(
            prepared.scenarios[0], ReplaySettings(), memory, find_agent("lexical", None), namespace=namespace
        )
        replay.run(lambda turn, timing: found.append(turn))
        return [turn_to_json(turn) for turn in found]

    assert turns(http_memory(reference), "demo") == turns(HonestMemory, "here")


# What is sent.


def test_messages_are_sent_in_order_with_their_simulated_times_and_the_running_number() -> None:
    with served() as script:
        memory = HttpMemory(Setup(namespace="ours", zone="Europe/Lisbon"), script.url)
        late = Message(
            id="m000002",
            position=Position(NOON_US + 1, 2),
            speaker="Bo",
            role="assistant",
            text="half \ud800 a pair",
            occurred_at_us=NOON_US - 1,
        )
        memory.ingest(Batch(messages=(message(1, "座椅", minutes=0), late), now=just_after(late.position)))
        memory.search("what?", limit=7, now=LATER)
    (ingested,) = script.at("/ingest")
    key = ingested.value.pop("key")
    assert len(key) == 32
    assert ingested.value == {
        "namespace": "ours",
        "zone": "Europe/Lisbon",
        "now": {"at": "2025-03-04T12:00:00.000001+00:00", "seq": 3},
        "messages": [
            {
                "id": "m000001",
                "at": "2025-03-04T12:00:00.000000+00:00",
                "seq": 1,
                "speaker": "Ann",
                "role": "user",
                "text": "座椅",
                "occurred_at": None,
            },
            {
                "id": "m000002",
                "at": "2025-03-04T12:00:00.000001+00:00",
                "seq": 2,
                "speaker": "Bo",
                "role": "assistant",
                "text": "half ? a pair",
                "occurred_at": "2025-03-04T11:59:59.999999+00:00",
            },
        ],
    }
    assert script.at("/search")[-1].value == {
        "namespace": "ours",
        "query": "what?",
        "limit": 7,
        "now": {"at": "2026-03-04T12:00:00.000000+00:00", "seq": 0},
    }


def test_a_key_goes_into_the_header_and_none_is_sent_without() -> None:
    with served() as script, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUR_KEY", KEY)
        made(script.url, key_env="OUR_KEY")
        assert {one.headers["authorization"] for one in script.asked} == {f"Bearer {KEY}"}
        script.asked.clear()
        made(script.url)
        assert all("authorization" not in one.headers for one in script.asked)


def test_no_proxy_of_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with served() as script:
        assert find(made(script.url), "seat") == []


def test_an_address_may_have_a_path() -> None:
    with served(**{"base/ingest": [DONE], "base/search": [NO_HITS]}) as script:
        assert find(made(script.url + "/base/"), "seat") == []
        assert script.asked[-1].path == "/base/search"


# What may be missing.


def test_a_server_with_ingest_and_search_will_do_and_is_asked_once_for_the_rest() -> None:
    with served() as script:
        memory = made(script.url)
        assert memory.capabilities == Capabilities(served=True)
        for number, one in enumerate(SEATS):
            deliver(memory, [one])
            assert memory.leftovers() == []
            assert memory.context(Position(NOON_US + number, 0)) == ""
            memory.tick(LATER)
            memory.forget(Forget(message_ids=(), person="", text=""), LATER)
        memory.reset()
        assert len(script.at("/ingest")) == 5
        for path in ("/capabilities", "/leftovers", "/context", "/tick", "/forget", "/settle", "/namespace/contract"):
            assert len(script.at(path)) == 1


@pytest.mark.parametrize("status", [404, 405, 501])
def test_an_endpoint_that_answered_before_is_not_missing_later(status: int) -> None:
    with served(tick=[DONE, Says(status=status)]) as script:
        memory = made(script.url)
        memory.tick(LATER)
        with pytest.raises(BackendFailure, match=rf"tick: POST /tick: status {status}"):
            memory.tick(LATER)


def test_what_the_capabilities_promise_is_not_missing() -> None:
    said = Says(value={"contract": 1, "capabilities": {"forgets": True, "waits": True}})
    with served(capabilities=[said]) as script:
        memory = made(script.url)
        with pytest.raises(BackendFailure, match="POST /forget: status 404"):
            memory.forget(Forget(message_ids=(), person="", text=""), LATER)
        with pytest.raises(BackendFailure, match="POST /settle: status 404"):
            memory.settle(1)


@pytest.mark.parametrize("path", ["/ingest", "/search"])
def test_a_server_without_ingest_or_search_is_a_wrong_address(path: str) -> None:
    with served() as script:
        memory = made(script.url)
        script.answers[path] = [ABSENT]
        with pytest.raises(BackendFailure, match=rf"POST {path}: status 404.*is the address right\?"):
            deliver(memory, SEATS[:1]) if path == "/ingest" else find(memory, "seat")


def test_a_wrong_path_is_found_before_anything_is_fed() -> None:
    with served() as script, pytest.raises(BackendFailure, match=r"start: POST /search: status 404.*address right"):
        made(script.url + "/wrong")


# Settling.


def test_settling_asks_until_all_can_be_found() -> None:
    not_yet = Says(value={"done": False})
    with served(settle=[not_yet, not_yet, DONE]) as script:
        made(script.url).settle(5)
        told = [one.value["timeout_s"] for one in script.at("/settle")]
        assert len(told) == 3
        assert 5 >= told[0] > told[1] > told[2] > 0


def test_a_server_that_never_settles_is_late() -> None:
    with served(settle=[Says(value={"done": False})]) as script, pytest.raises(TimeoutError, match="POST /settle"):
        made(script.url).settle(0.2)


def test_a_server_that_hangs_while_it_settles_is_late_and_not_asked_for_longer() -> None:
    with served(settle=[NO_TIME]) as script:
        memory = made(script.url)
        with pytest.raises(BackendFailure, match=r"POST /settle: no whole answer .* within 0\.2"):
            memory.settle(0.2)
        assert len(script.at("/settle")) == 1


# Attempts.


def test_what_is_asked_to_wait_waits_and_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("memory.adapters.http.Caller", partial(calling.Caller, sleep=pauses.append))
    with served(ingest=[Says(status=429, headers=(("Retry-After", "7.5"),)), DONE]) as script:
        memory = made(script.url)
        deliver(memory, SEATS[:1])
        assert pauses == [7.5]
        assert memory.n_retries == 1
        assert len(script.at("/ingest")) == 2
        assert len({one.value["key"] for one in script.at("/ingest")}) == 1


@pytest.mark.parametrize("status", [500, 503, 504])
def test_a_server_that_fails_is_tried_five_times(status: int) -> None:
    with served(search=[NO_HITS, Says(status=status, value={"error": "the disk is full"})]) as script:
        memory = made(script.url)
        with pytest.raises(BackendFailure, match=rf"status {status}.*the disk is full.*5 attempts"):
            find(memory, "seat")
        assert len(script.at("/search")) == 6


def test_an_ingest_that_was_not_answered_is_repeated_under_its_key() -> None:
    with served(ingest=[NO_TIME, DONE]) as script:
        deliver(made(script.url, timeout_s="0.2"), SEATS[:2])
        first, second = script.at("/ingest")
        assert first.value == second.value


def test_batches_have_keys_of_their_own() -> None:
    with served() as script:
        for namespace in ("a", "b"):
            memory = HttpMemory(setup(namespace), script.url)
            for batch in (SEATS[:1], SEATS[1:3], SEATS[3:]):
                deliver(memory, batch)
        assert len({one.value["key"] for one in script.at("/ingest")}) == 6


@pytest.mark.parametrize("status", [400, 401, 403, 422])
def test_what_is_refused_is_sent_once(status: int) -> None:
    with served(ingest=[Says(status=status)]) as script:
        with pytest.raises(BackendFailure, match=f"status {status}"):
            deliver(made(script.url), SEATS[:1])
        assert len(script.at("/ingest")) == 1


def test_a_refused_key_is_told_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUR_KEY", KEY)
    with served(capabilities=[Says(status=401, value={"error": f"who is {KEY}?"})]) as script:
        with pytest.raises(BackendFailure, match="start: GET /capabilities: the key is refused") as caught:
            made(script.url, key_env="OUR_KEY")
        assert KEY not in repr(caught.value)
        assert len(script.asked) == 1


def test_a_key_that_comes_back_is_blotted_out_however_it_is_spelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUR_KEY", KEY)
    spelled = "".join(f"\\u{ord(char):04x}" for char in KEY)
    body = f'{{"hits": [{{"text": "{KEY} {spelled}", "score": 1, "namespace": "{spelled}"}}]}}'.encode()
    with served(search=[NO_HITS, Says(body=body), Says(status=500, value=KEY)]) as script:
        memory = made(script.url, key_env="OUR_KEY")
        (hit,) = find(memory, "seat")
        assert (hit.text, hit.namespace) == ("[key] [key]", "[key]")
        assert json.loads(memory.raw_answer)["hits"][0]["text"] == "[key] [key]"
        with pytest.raises(BackendFailure) as caught:
            find(memory, "seat")
        assert KEY not in repr(caught.value)


def test_nobody_at_the_address_is_a_failure_that_names_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(BackendFailure, match=rf"start: GET /capabilities: no answer from http://127\.0\.0\.1:{port}"):
        made(f"http://127.0.0.1:{port}")


def test_a_server_that_does_not_speak_tls_is_not_asked_without_it() -> None:
    with served() as script:
        with pytest.raises(BackendFailure, match="start: GET /capabilities: no answer from https"):
            made(script.url.replace("http:", "https:"))
        assert script.asked == []


def test_a_redirect_is_not_followed() -> None:
    with served() as elsewhere, served() as script:
        away = Says(status=307, headers=(("Location", elsewhere.url + "/search"),))
        script.answers["/search"] = [NO_HITS, away]
        with pytest.raises(BackendFailure, match="leads elsewhere"):
            find(made(script.url), "seat")
        assert elsewhere.asked == []
        assert len(script.at("/search")) == 2


# Answers of another shape.

HIT = '{"text": "seat", "score": 1'


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"<html><body>Welcome!</body></html>", "no JSON but '<html>"),
        (b"", "no JSON but nothing"),
        (b'{"hits": [', "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"null", "the whole"),
        (b"[]", "the whole"),
        (b"{}", "hits"),
        (b'{"hits": null}', "hits"),
        (b'{"hits": {}}', "hits"),
        (b'{"hits": [], "total": 1}', "total"),
        (b'{"hits": [], "hits": []}', "'hits' stands twice"),
        (b'{"hits": [null]}', "hits.0"),
        (b'{"hits": [{"score": 1}]}', r"hits\.0\.text"),
        (b'{"hits": [{"text": null, "score": 1}]}', r"hits\.0\.text"),
        (b'{"hits": [{"text": "", "score": 1}]}', r"hits\.0\.text"),
        (b'{"hits": [{"text": "seat"}]}', r"hits\.0\.score"),
        (b'{"hits": [{"text": "seat", "score": "1"}]}', r"hits\.0\.score"),
        (b'{"hits": [{"text": "seat", "score": true}]}', r"hits\.0\.score"),
        (b'{"hits": [{"text": "seat", "score": NaN}]}', "hits"),
        (b'{"hits": [{"text": "seat", "score": -Infinity}]}', "hits"),
        (b'{"hits": [{"text": "seat", "score": 1e999}]}', r"hits\.0\.score"),
        (b'{"hits": [{"text": "\\ud800", "score": 1}]}', "no JSON"),
        (f'{{"hits": [{HIT}}}, {HIT}, "message_ids": null}}]}}'.encode(), r"hits\.1\.message_ids"),
        (f'{{"hits": [{HIT}, "message_ids": [7]}}]}}'.encode(), r"hits\.0\.message_ids\.0"),
        (f'{{"hits": [{HIT}, "massage_ids": []}}]}}'.encode(), r"hits\.0\.massage_ids"),
        (f'{{"hits": [{HIT}, "at": 1741089600}}]}}'.encode(), r"hits\.0\.at"),
        (f'{{"hits": [{HIT}, "at": "2025-03-04"}}]}}'.encode(), r"hits\.0\.at"),
        (f'{{"hits": [{HIT}, "at": "2025-03-04T12:00:00"}}]}}'.encode(), r"hits\.0\.at"),
        (f'{{"hits": [{HIT}, "at": "2025-02-30T12:00:00Z"}}]}}'.encode(), r"hits\.0\.at"),
        (f'{{"hits": [{HIT}, "at": "2025-03-04T12:00:00+24:00"}}]}}'.encode(), r"hits\.0\.at"),
        (f'{{"hits": [{HIT}, "namespace": null}}]}}'.encode(), r"hits\.0\.namespace"),
    ],
    ids=lambda value: str(value)[:44],
)
@pytest.mark.parametrize("with_key", [False, True], ids=["without key", "with key"])
def test_an_answer_of_another_shape_is_a_failure_that_names_endpoint_and_field(
    body: bytes, told: str, with_key: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUR_KEY", KEY)
    told = "" if with_key and told.startswith("hits") else told  # where it is no JSON, that is told instead
    with served(search=[NO_HITS, Says(body=body)]) as script:
        memory = made(script.url, key_env="OUR_KEY") if with_key else made(script.url)
        with pytest.raises(BackendFailure, match=rf"search: POST /search answered .*{told}") as caught:
            find(memory, "seat")
        assert len(str(caught.value)) < 300
        assert len(script.at("/search")) == 2


def test_a_stamp_may_have_another_offset_and_fewer_digits() -> None:
    hits = [{"text": "seat", "score": 1, "at": at} for at in ("2025-03-04T13:00:00+01:00", "2025-03-04T12:00:00.5Z")]
    with served(search=[Says(value={"hits": hits})]) as script:
        assert [hit.at_us for hit in find(made(script.url), "seat")] == [NOON_US, NOON_US + 500_000]


@pytest.mark.parametrize(
    ("path", "call"),
    [
        ("ingest", lambda memory: deliver(memory, SEATS[:1])),
        ("tick", lambda memory: memory.tick(LATER)),
        ("forget", lambda memory: memory.forget(Forget(message_ids=(), person="", text=""), LATER)),
        ("namespace/contract", lambda memory: memory.reset()),
    ],
)
def test_what_was_not_done_is_a_failure(path: str, call: Callable[[HttpMemory], None]) -> None:
    with served(**{path: [Says(value={"done": False})]}) as script:
        with pytest.raises(BackendFailure, match="it was not done"):
            call(made(script.url))
        script.answers[f"/{path}"] = [Says(value={"ok": 1})]
        with pytest.raises(BackendFailure, match="done: Field required"):
            call(made(script.url))


@pytest.mark.parametrize(
    "said", [{"contract": 2}, {"capabilities": {"verbatim": "no"}}, {"capabilities": {"fast": True}}]
)
def test_another_contract_or_an_unknown_capability_is_refused_at_the_start(said: object) -> None:
    with served(capabilities=[Says(value=said)]) as script, pytest.raises(BackendFailure, match="start: GET /cap"):
        made(script.url)


def test_an_answer_without_an_end_is_cut_at_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_exchange, "MAX_ANSWER_BYTES", 2**20)
    with served(search=[NO_HITS, Says(body=b" " * 2**21)]) as script:
        with pytest.raises(BackendFailure, match="larger than 1 MiB"):
            find(made(script.url), "seat")
        assert len(script.at("/search")) == 2


def test_an_answer_that_is_compressed_is_not_unpacked() -> None:
    packed = Says(body=b"\x1f\x8b", headers=(("Content-Encoding", "gzip"),))
    with served(search=[NO_HITS, packed]) as script, pytest.raises(BackendFailure, match="compressed"):
        find(made(script.url), "seat")


def _writes(content: bytes) -> Says:
    def act(handler: Handler) -> None:
        handler.wfile.write(content)

    return Says(act=act)


def _slowly(head: bytes, pieces: bytes) -> Says:
    """Sends `head`, then a byte every 50 ms, for three seconds at most."""

    def act(handler: Handler) -> None:
        handler.wfile.write(head)
        for byte in (pieces * 60)[:60]:
            time.sleep(0.05)
            handler.wfile.write(bytes([byte]))

    return Says(act=act)


@pytest.mark.parametrize(
    "says",
    [
        NO_TIME,
        _slowly(b"HTTP/1.1 200 OK\r\n", b"X-Filler: x\r\n"),
        _slowly(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", b" "),
        _slowly(b'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"hits": []}', b" "),
        _slowly(b"HTTP/1.1 500 No\r\nContent-Length: 1000\r\n\r\n", b" "),
    ],
    ids=["hangs", "trickles its head", "trickles", "is complete but never ends", "trickles an error"],
)
def test_a_search_that_hangs_or_trickles_is_late(says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "ATTEMPTS", 2)
    with served(search=[NO_HITS, says]) as script:
        memory = made(script.url, timeout_s="0.3")
        with pytest.raises(BackendFailure, match=r"POST /search: no whole answer .* within 0\.3 s \(2 attempts\)"):
            find(memory, "seat")
        assert len(script.at("/search")) == 3
        script.answers["/search"] = [NO_HITS]
        assert find(memory, "seat") == []


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    torn = _writes(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{")
    with served(search=[NO_HITS, torn, NO_HITS]) as script:
        assert find(made(script.url), "seat") == []
        assert len(script.at("/search")) == 3


def test_what_is_no_http_at_all_is_a_failure() -> None:
    noise = _writes(b"SSH-2.0-OpenSSH_9.2\r\n")
    with (
        served(capabilities=[noise]) as script,
        pytest.raises(BackendFailure, match="start: GET /capabilities: no answer"),
    ):
        made(script.url)


def test_the_guard_reports_a_hit_from_another_namespace() -> None:
    hit = {"text": "seat heating on", "score": 1, "message_ids": ["m000001"], "namespace": "another"}
    with served(search=[NO_HITS, Says(value={"hits": [hit]})]) as script:
        guard = Guard(made(script.url), namespace="contract")
        guard.ingest(Batch(messages=(SEATS[0],), now=just_after(SEATS[0].position)))
        record = guard.search("seat", limit=5, now=LATER)
        assert record.hits == ()
        assert [violation.kind for violation in record.violations] == ["foreign_namespace"]
        assert json.loads(guard.raw_answers[0])["hits"] == [hit]


# Addresses, options and keys.


@pytest.mark.parametrize(
    "url",
    [
        "http://",
        "http://:80",
        "ftp://host",
        "file:///etc/passwd",
        "host:80",
        "http://host:99999",
        "http://host:port",
        "http://host:0",
        "http://[::1",
        "http://host/?x=1",
        "http://host?",
        "http://host/#x",
        "http://ho st/",
        "http://höst/",
        "http://host/\n",
        "http://host\\@other",
        "http://user:geheim@host",
        "http://@host",
    ],
)
def test_what_is_no_address_is_refused_before_anything_is_asked(url: str) -> None:
    with pytest.raises(BadOption, match="a memory's address looks like") as caught:
        http_memory(url)
    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    "options", [{"tiemout_s": "1"}, {"timeout_s": "0"}, {"timeout_s": "3601"}, {"timeout_s": "nan"}, {"timeout_s": "x"}]
)
def test_options_are_known_and_bounded(options: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        made("http://127.0.0.1:9", **options)


@pytest.mark.parametrize("key", ["a key", 'a"key', "a\\key", "kéy", "a\nkey"])
def test_a_key_that_no_header_carries_is_refused_and_not_shown(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUR_KEY", key)
    with pytest.raises(BadOption) as caught:
        made("http://127.0.0.1:9", key_env="OUR_KEY")
    assert key not in str(caught.value)


def test_a_variable_without_a_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OUR_KEY", raising=False)
    with pytest.raises(MissingSecret, match="OUR_KEY"):
        made("http://127.0.0.1:9", key_env="OUR_KEY")
