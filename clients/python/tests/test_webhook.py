"""Webhooks are verified by any of several secrets, in five minutes around their time."""

from __future__ import annotations

import base64

import pytest
from vectors import read_vectors

from platonic_client.webhook import BadWebhook, verify_webhook

_body = b'{"approved":true}'
_sent_at = 1_800_000_000
_other = "whsec_" + base64.b64encode(b"another secret, of 24 by").decode()


def _vector() -> tuple[str, dict[str, str]]:
    vectors = read_vectors("steps/others.json")["vectors"]
    steps = next(vector for vector in vectors if vector["name"] == "webhook")["steps"]
    secret, _, signature = (base64.b64encode(bytes.fromhex(step["bytes"])).decode() for step in steps)
    headers = {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(_sent_at), "Webhook-Signature": f"v1,{signature}"}
    return f"whsec_{secret}", headers


def test_webhooks_of_the_service_are_good() -> None:
    secret, headers = _vector()
    verify_webhook([secret], headers, _body, _sent_at)
    verify_webhook([_other, secret], headers, _body, _sent_at + 299)
    several = headers | {"Webhook-Signature": f"v1,AAAA v1,! {headers['Webhook-Signature']}"}
    verify_webhook([secret], several, _body, _sent_at - 299)


@pytest.mark.parametrize(
    ("change", "body", "late"),
    [
        ({}, b'{"approved":false}', 0),
        ({}, _body, 300),
        ({}, _body, -300),
        ({"Webhook-Id": "msg_2"}, _body, 0),
        ({"Webhook-Id": ""}, _body, 0),
        ({"Webhook-Timestamp": "now"}, _body, 0),
        ({"Webhook-Timestamp": "1800000001"}, _body, 0),
        ({"Webhook-Signature": ""}, _body, 0),
        ({"Webhook-Signature": "v1"}, _body, 0),
    ],
)
def test_other_webhooks_are_bad(change: dict[str, str], body: bytes, late: int) -> None:
    secret, headers = _vector()
    with pytest.raises(BadWebhook):
        verify_webhook([secret], headers | change, body, _sent_at + late)


def test_another_secret_or_version_is_refused() -> None:
    secret, headers = _vector()
    with pytest.raises(BadWebhook):
        verify_webhook([_other], headers, _body, _sent_at)
    second = headers | {"Webhook-Signature": headers["Webhook-Signature"].replace("v1,", "v2,")}
    with pytest.raises(BadWebhook):
        verify_webhook([secret], second, _body, _sent_at)


def test_secrets_that_are_none_are_told_apart_from_bad_webhooks() -> None:
    for secrets in ([], ["whsec_"], ["no base64!"]):
        with pytest.raises(ValueError, match="secret") as raised:
            verify_webhook(secrets, {"webhook-id": "msg_1", "webhook-timestamp": str(_sent_at)}, b"", _sent_at)
        assert not isinstance(raised.value, BadWebhook)


def test_a_webhook_is_of_the_present() -> None:
    secret, headers = _vector()
    with pytest.raises(BadWebhook, match="another time"):
        verify_webhook([secret], headers, _body)
