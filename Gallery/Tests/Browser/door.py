"""A door before an upstream's covers, which says who asks, holds the answers back, and sees who leaves."""

import queue
import select
import socket
import threading
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from gallery import PATIENCE

# Of one connection, and not of the answer.
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding"}


class Door:
    """Passes everything on to the upstream; covers only when it is open."""

    def __init__(self, upstream: str):
        self._upstream = urlsplit(upstream).netloc
        self._asked: queue.Queue[str] = queue.Queue()
        self._left: queue.Queue[str] = queue.Queue()
        # Whoever waits at the door looks at two sockets at once: that of the one who asked, and this one, whose other
        # end is closed when the door opens.
        self._opener, self._opened = socket.socketpair()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def next_asked(self) -> str:
        """The next cover that somebody waits for at the door."""
        return self._asked.get(timeout=PATIENCE)

    def wait_until_left(self, path: str):
        """Returns when the one who asked for this cover has closed the connection without an answer."""
        left = []
        while path not in left:
            try:
                left.append(self._left.get(timeout=PATIENCE))
            except queue.Empty:
                raise TimeoutError(f"the connection for {path} stayed open; closed were those for {left}") from None

    def open(self):
        self._opener.close()

    def stop(self):
        self.open()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=10)

    def _waits(self, path: str, connection: socket.socket) -> bool:
        """Whether the one who asked was still there when the door was opened."""
        if select.select([self._opened], [], [], 0)[0]:
            return True
        self._asked.put(path)
        if self._opened in select.select([self._opened, connection], [], [])[0]:
            return True
        self._left.put(path)
        return False

    def _handler(door) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path.startswith("/covers/") and not door._waits(self.path, self.connection):
                    return
                upstream = HTTPConnection(door._upstream, timeout=PATIENCE)
                # With the name of the door as the host, so that the addresses in the answer lead back to it.
                upstream.request("GET", self.path, headers=dict(self.headers))
                answer = upstream.getresponse()
                body = answer.read()
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in HOP_BY_HOP | {"content-length"}:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                upstream.close()

            def log_message(self, *_):
                pass

        return Handler
