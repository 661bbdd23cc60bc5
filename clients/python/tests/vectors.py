"""Vectors of the repository, which all SDKs share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from platonic_client.credentials import Credentials, RotationKey

_folder = Path(__file__).parents[3] / "test" / "vectors"
sender = "01920000-0000-7000-8000-0000000000ad"


def read_vectors(name: str) -> Any:
    """Reads a file of vectors; a source distribution has none."""
    if not _folder.exists():
        pytest.skip("the vectors are in the repository alone")
    return json.loads((_folder / name).read_text())


def credentials_of(key_id: str, seed: str) -> Credentials:
    """Returns credentials with the key of a seed."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed))
    return Credentials(sender, key_id, key, RotationKey(1, bytes(32)))
