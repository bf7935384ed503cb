"""An OpenID Connect issuer for tests in Python, by its control over HTTP: python3 -m unittest issuer_test.py"""

import json
import ssl
import subprocess
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen

COMMAND = ["node_modules/.bin/orch-conformance-peers", "oidc-issuer", "--control-port", "0", "--format", "json"]


class Issuer:
    """A running issuer, and what controls it."""

    def __enter__(self):
        self.process = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] == "started":
                self.url = event["url"]
                ca = next(path for path in event["files"] if path.endswith("ca.crt"))
                self.trust = ssl.create_default_context(cafile=ca)
            if event["event"] == "control":
                self.control = event["url"] + "/peers/oidc-issuer"
                return self
        raise RuntimeError("The issuer did not start.")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate()

    def ask(self, method, word, said=None):
        body = None if said is None else json.dumps(said).encode()
        with urlopen(Request(f"{self.control}/{word}", body, method=method)) as answer:
            return json.load(answer)

    def keys(self):
        """What is under test would ask this."""
        return urlopen(f"{self.url}/keys", context=self.trust).status


class IssuerTest(unittest.TestCase):
    def test_scripted_asked_and_reset(self):
        with Issuer() as issuer:
            token = issuer.ask("POST", "token", {"claims": {"sub": "bob", "aud": "my-api"}})["token"]
            self.assertEqual(len(token.split(".")), 3)

            issuer.ask("PUT", "script", {"rules": [{"on": "keys", "times": 1, "status": 503}]})
            with self.assertRaises(HTTPError) as refused:
                issuer.keys()
            refused.exception.close()
            self.assertEqual(refused.exception.code, 503)
            self.assertEqual(issuer.keys(), 200)

            entries = issuer.ask("GET", "journal?what=/keys&times=2&withinMs=2000")["entries"]
            self.assertEqual([entry["method"] for entry in entries], ["GET", "GET"])
            issuer.ask("POST", "reset")
            self.assertEqual(issuer.ask("GET", "journal")["entries"], [])


if __name__ == "__main__":
    unittest.main()
