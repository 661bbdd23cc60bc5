"""The part of a client that is the same for threads and asyncio."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from platonic.identity.v1 import identity_service_pb2 as identity

from . import _base64
from ._calls import Bearer, CoreCalls, StaticBearer
from ._endpoint import Endpoint
from ._io import Io
from ._key_set import fetch_key_set
from .credentials import Credentials, RotationKey
from .errors import PlatonicError, Reason
from .hooks import Hook
from .session import Session

_name = re.compile(r"[0-9A-Za-z._-]{1,64}\Z")
_methods: Any = identity.DESCRIPTOR.services_by_name["IdentityService"].methods_by_name


class ClientCore:
    """Calls of a client, and the session by which they are made."""

    def __init__(
        self,
        make_io: Callable[[Endpoint, bytes | None], Io],
        endpoint: str,
        *,
        api_key: str,
        credentials: Credentials | None,
        client_id: str,
        audience: str | None,
        timeout: float | None,
        plain_text: bool,
        root_certificates: bytes | None,
        on_attempt: Iterable[Hook],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.endpoint = Endpoint.parse(endpoint)
        if api_key and credentials is not None:
            raise ValueError("give either an API key or credentials, not both")
        if not _name.match(client_id):
            raise ValueError("a client id has 1 to 64 letters, digits, dots, hyphens and underscores")
        if (api_key or credentials is not None) and not plain_text:
            self.endpoint.require_encrypted()
        self.hooks = tuple(on_attempt)
        self._root_certificates = root_certificates
        self.io = make_io(self.endpoint, root_certificates)
        self.session: Session | None = None
        bearer: Bearer = StaticBearer(api_key)
        if credentials is not None:
            open_calls = CoreCalls(self.io, StaticBearer(""), self.hooks, timeout)
            self.session = Session(open_calls, self.endpoint, credentials, client_id, audience, clock)
            bearer = self.session
        self.calls = CoreCalls(self.io, bearer, self.hooks, timeout)

    async def key_set(self) -> str:
        """Fetches the keys that the service publishes."""
        return await self.io.blocking(fetch_key_set, self.endpoint, self._root_certificates)

    async def register(self, username: str, email: str, display_name: str) -> Credentials:
        """Makes an identity, whose signing key is made here."""
        key = Ed25519PrivateKey.generate()
        request = identity.CreateIdentityRequest(
            username=username,
            email=email or None,
            display_name=display_name or None,
            public_key=_base64.encode(key.public_key().public_bytes_raw()),
        )
        answer = await self.calls.unary(_methods["CreateIdentity"], request, identity.CreateIdentityResponse)
        try:
            rotation_key = RotationKey(answer.rotation_key.version, _base64.decode(answer.rotation_key.secret))
            return Credentials(answer.identity.id, answer.signing_key.id, key, rotation_key)
        except ValueError as error:
            raise PlatonicError(Reason.UNKNOWN, f"the service answered no credentials: {error}") from error
