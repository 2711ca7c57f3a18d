"""What receivers remember: in memory, in a real Redis and in a real PostgreSQL."""

import multiprocessing
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agency_service.handlers import Answer, WebhookHandler
from agency_service.stores import EventStore, MemoryStore, RedisStore, SqlStore
from agency_service.testing import example_event, sign_webhook

SECRET = f"svc_whsec_{'A' * 32}"
Open = Callable[..., EventStore]


def redis_store(address: str, **settings: Any) -> EventStore:
    from redis import Redis

    return RedisStore(Redis.from_url(address), **settings)


def sql_store(address: str, **settings: Any) -> EventStore:
    import psycopg

    connection = psycopg.connect(address, autocommit=True)

    def query(text: str, values: Any) -> Any:
        cursor = connection.execute(text, values)  # type: ignore[call-overload]
        return cursor.fetchall() if cursor.description else None

    store = SqlStore(query, **settings)
    store.create_table()
    return store


@pytest.fixture(scope="module")
def redis_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed")
    folder = tmp_path_factory.mktemp("redis")
    path = folder / "socket"
    options = ["--port", "0", "--unixsocket", str(path), "--dir", str(folder), "--save", ""]
    server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
    while not Path(path).exists():
        assert server.poll() is None
        time.sleep(0.02)
    yield f"unix://{path}"
    server.terminate()
    server.wait()


@pytest.fixture(params=["redis", "sql"])
def shared_store(request: pytest.FixtureRequest) -> Open:
    """Opens a store of another worker with each call."""
    if request.param == "redis":
        pytest.importorskip("redis")
        return partial(redis_store, request.getfixturevalue("redis_address"))
    pytest.importorskip("psycopg")
    if "STORE_DATABASE" not in os.environ:
        pytest.skip("STORE_DATABASE is not set to the address of a PostgreSQL database")
    return partial(sql_store, os.environ["STORE_DATABASE"])


def claims_once(store: EventStore) -> None:
    first, second = f"first-{time.time()}", f"second-{time.time()}"
    assert [store.claim(first, "a", 60), store.claim(first, "b", 60)] == ["claimed", "running"]
    store.release(first, "b")
    assert store.claim(first, "c", 60) == "running"
    store.release(first, "a")
    assert store.claim(first, "c", 60) == "claimed"
    assert store.claim(second, "a", 0.05) == "claimed"
    time.sleep(0.1)
    assert store.claim(second, "b", 60) == "claimed"
    store.complete(second, "b")
    assert store.claim(second, "c", 60) == "done"
    time.sleep(0.6)
    assert store.claim(second, "d", 60) == "claimed"


def test_memory_claims_an_event_once() -> None:
    claims_once(MemoryStore(ttl=0.5))


def test_a_shared_store_claims_an_event_once(shared_store: Open) -> None:
    claims_once(shared_store(ttl=0.5))


def test_of_two_workers_one_handles_an_event(shared_store: Open) -> None:
    calls: list[str] = []
    answered = threading.Event()
    delivery = sign_webhook(example_event("ping", id=f"two-{time.time()}"), SECRET)

    def on_ping(event: Any) -> None:
        calls.append(event.id)
        # Until the other worker has answered.
        assert answered.wait(10)

    def work(store: EventStore) -> Answer:
        answer = WebhookHandler(SECRET, {"ping": on_ping}, deduplicate=store).respond(*delivery)
        answered.set()
        return answer

    with ThreadPoolExecutor(2) as workers:
        assert sorted(workers.map(work, [shared_store(), shared_store()])) == [(204, ""), (503, "running")]
    assert (work(shared_store()), len(calls)) == ((204, ""), 1)


def crash(open_store: Open, body: bytes, headers: dict[str, str]) -> None:
    """A worker that ends while its function runs."""
    handler = WebhookHandler(SECRET, {"ping": lambda event: os._exit(7)}, deduplicate=open_store(), lease=1.5)
    handler.respond(body, headers)


def test_an_event_whose_worker_crashed_is_handled_by_another(shared_store: Open) -> None:
    delivery = sign_webhook(example_event("ping", id=f"crash-{time.time()}"), SECRET)
    worker = multiprocessing.get_context("spawn").Process(target=crash, args=(shared_store, *delivery))
    worker.start()
    worker.join()
    assert worker.exitcode == 7
    calls: list[str] = []
    handler = WebhookHandler(SECRET, {"ping": lambda event: calls.append(event.id)}, deduplicate=shared_store())
    answers = [handler.respond(*delivery)]
    while answers[-1].status == 503 and len(answers) < 100:
        time.sleep(0.1)
        answers.append(handler.respond(*delivery))
    assert (answers[0], answers[-1], len(calls)) == ((503, "running"), (204, ""), 1)


def test_memory_forgets_the_oldest_handled_events_beyond_its_bound() -> None:
    store = MemoryStore(max_events=2)
    assert store.claim("running", "a", 60) == "claimed"
    for id in ("1", "2", "3"):
        store.claim(id, "a", 60)
        store.complete(id, "a")
    assert [store.claim(id, "b", 60) for id in ("running", "3", "1")] == ["running", "done", "claimed"]


def test_sql_statements_have_their_values_apart() -> None:
    statements: list[tuple[str, Any]] = []
    store = SqlStore(lambda text, values: statements.append((text, values)), table="app.events")
    store.create_table()
    assert store.claim("e1'", "t", 60) == "running"
    store.complete("e1'", "t")
    store.release("e1'", "t")
    assert len(statements) == 7
    assert all(text.count("%s") == len(values) and "e1'" not in text for text, values in statements)
    assert "app_events_expires_at ON app.events" in statements[1][0]
