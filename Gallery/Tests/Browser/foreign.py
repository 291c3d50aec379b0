"""A site of somebody else's: pages that ask the server for what they should not get."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ForeignSite:
    """Shows one page, under whatever name it is asked for."""

    def __init__(self, page: str):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler(page.encode()))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.port = self._server.server_port

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=10)

    @staticmethod
    def _handler(page: bytes) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

            def log_message(self, *_):
                pass

        return Handler
