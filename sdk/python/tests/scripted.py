"""A server that answers by a script."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from agency_service import AsyncClient, Client

Answer = tuple[int, dict[str, str], str]
JSON = {"content-type": "application/json"}
PROBLEM = {"content-type": "application/problem+json"}
UNAVAILABLE: Answer = (503, PROBLEM, '{"type":"https://e/service_unavailable","title":"Away","status":503}')
LIMITED: Answer = (
    429,
    {"Retry-After": "0", **PROBLEM},
    '{"type":"https://e/rate_limited","title":"Slow","status":429}',
)
NOT_FOUND: Answer = (404, PROBLEM, '{"type":"https://e/not_found","title":"Not found","status":404}')
EMPTY: Answer = (200, JSON, '{"data":[],"next_cursor":null}')


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    script: list[Answer]
    seen: list[tuple[str, str, dict[str, str]]]
    bodies: list[bytes]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def answer(self) -> None:
        self.server.bodies.append(self.rfile.read(int(self.headers.get("content-length") or 0)))
        self.server.seen.append(
            (self.command, self.path, {name.lower(): value for name, value in self.headers.items()})
        )
        status, headers, body = self.server.script.pop(0)
        if status == 0:
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in {"content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *args: Any) -> None:
        pass


def client_of(server: Server, **settings: Any) -> Client:
    return Client(f"http://127.0.0.1:{server.server_port}/", "svc_live_x", **settings)


def async_client_of(server: Server, **settings: Any) -> AsyncClient:
    return AsyncClient(f"http://127.0.0.1:{server.server_port}/", "svc_live_x", **settings)
