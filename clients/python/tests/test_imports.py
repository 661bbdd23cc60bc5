"""Modules that a program waits for when it imports the client."""

from __future__ import annotations

import subprocess
import sys

import pytest

import platonic_client

_heavy = ("asyncio", "cryptography", "google", "grpc", "platonic", "ssl", "urllib.request")


def _imported_by(code: str) -> set[str]:
    """Returns the heavy packages that a program imports."""
    program = f"import sys\nsys.path[:] = {sys.path!r}\n{code}\nprint(*sys.modules, sep='\\n')"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    return {name for name in told.stdout.split() if name in _heavy}


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    assert _imported_by("import platonic_client") == set()
    assert _imported_by("from platonic_client import BadWebhook, verify_webhook") == set()
    assert _imported_by("from platonic_client import Client, PlatonicError, Wallet") >= {"grpc", "platonic"}


def test_messages_of_a_service_are_imported_with_its_client() -> None:
    program = "from platonic_client import Client\nclient = Client('http://127.0.0.1:1')\n"
    told = "assert ('platonic.geocode.v1.responses_pb2' in sys.modules) is {}\n"
    _imported_by(f"{program}{told.format(False)}client.geocode\n{told.format(True)}client.close()")


def test_all_names_are_there() -> None:
    for name in platonic_client.__all__:
        assert getattr(platonic_client, name) is not None
        assert name in dir(platonic_client)
    assert "Wallet" in dir(platonic_client)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Wallets'"):
        platonic_client.Wallets  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="Wallets"):
        exec("from platonic_client import Wallets")
