#!/usr/bin/env python3
"""The smallest API server that can be judged: HTTPS, three health endpoints, one flag that it checks."""
import argparse
import signal
import ssl
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

parser = argparse.ArgumentParser(prog="acme-apiserver", allow_abbrev=False)
parser.add_argument("--bind-address", metavar="IP", default="0.0.0.0", help="address to listen on (default 0.0.0.0)")
parser.add_argument("--secure-port", metavar="int", type=int, default=6443, help="port to serve HTTPS on (default 6443)")
parser.add_argument("--tls-cert-file", metavar="string", help="certificate to serve with")
parser.add_argument("--tls-private-key-file", metavar="string", help="its private key")
# Flags that it takes and does nothing with.
flags, ignored = parser.parse_known_args()

if flags.secure_port == 0:
    sys.exit("acme-apiserver: --secure-port cannot be 0")


class Answers(BaseHTTPRequestHandler):
    def do_GET(self):
        healthy = self.path in ("/livez", "/healthz", "/readyz")
        self.send_response(200 if healthy else 404)
        self.end_headers()
        self.wfile.write(b"ok" if healthy else b"no such path")


server = ThreadingHTTPServer((flags.bind_address, flags.secure_port), Answers)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(flags.tls_cert_file, flags.tls_private_key_file)
server.socket = context.wrap_socket(server.socket, server_side=True)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
server.serve_forever()
