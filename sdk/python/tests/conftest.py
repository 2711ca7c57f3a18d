import threading
from collections.abc import Iterator

import pytest
from scripted import Handler, Server

import agency_service.core


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(agency_service.core.random, "random", lambda: 0.0)
    with Server(("127.0.0.1", 0), Handler) as started:
        started.script, started.seen, started.bodies = [], [], []
        threading.Thread(target=started.serve_forever, args=(0.01,), daemon=True).start()
        yield started
        started.shutdown()
