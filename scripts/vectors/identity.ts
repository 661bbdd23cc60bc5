import { type Golden, golden } from "./golden.ts";
import { preimage } from "./orders.ts";
import { Trace, type Vector } from "./trace.ts";

const { identity, mint } = golden("rotating-tokens");
const { key, agreement } = golden("signing");
const { staticKey } = golden("channel");

/** A text in a token's digest: its length in 4 bytes, and the text. */
const text = (name: string, value = "") =>
  [
    [`length of ${name}`, "u32", Buffer.byteLength(value)],
    [name, "utf8", value],
  ] as const;

/** Returns rotating tokens. rotating-tokens.json has refused ones, with their reasons. */
export function tokenVectors(): Vector[] {
  const { rotation_key: rotation, signing_key: signing } = identity;
  return mint.map(({ name, header, payload }: Golden) => {
    const claims = JSON.parse(payload);
    const trace = new Trace();
    addCode(trace, header, claims, rotation);
    trace.join("header", [["header", "utf8", header]]);
    trace.join("payload", [["payload, with the code in base64url", "utf8", payload]]);
    const dot = ["dot", "utf8", "."] as const;
    const coded = ["header", "payload"].map((part) => {
      trace.base64url(`coded ${part}`, part);
      return [part, "step", `coded ${part}`] as const;
    });
    const [first, second] = coded as [(typeof coded)[0], (typeof coded)[0]];
    trace.join("signed bytes", [first, dot, second]);
    trace.sign("signature", signing.private_key_hex, "signed bytes");
    trace.base64url("coded signature", "signature");
    trace.join("token", [["signed bytes", "step", "signed bytes"], dot, ["signature", "step", "coded signature"]]);
    return { name, purpose: "token", input: { header: JSON.parse(header), payload: claims }, steps: trace.steps };
  });
}

function addCode(trace: Trace, header: string, claims: Golden, { version, secret_hex: secret }: Golden): void {
  trace.join("rotation key", [["rotation key", "hex", secret]]);
  trace.join("salt", [["sub", "utf8", claims.sub]]);
  trace.join("info", [["info", "utf8", `platonic rotation v${version}|${claims.client_id}`]]);
  trace.hkdf("client key", "rotation key", "salt", "info");
  trace.join("hashed bytes", [
    ...text("domain", "platonic rotation claims v1"),
    ...text("header", Buffer.from(header, "utf8").toString("base64url")),
    ...["sub", "aud", "client_id", "scope"].flatMap((name) => text(name, claims[name])),
    ["iat", "u64", claims.iat],
    ["exp", "u64", claims.exp],
    ...["jti", "chal", "cb"].flatMap((name) => text(name, claims[name])),
    ...text("rot.kid", claims.rot.kid),
  ]);
  trace.sha256("digest", "hashed bytes");
  trace.join("bytes of the code", [
    ...text("domain", "platonic rotation code v1"),
    ["version", "u32", version],
    ["w", "u64", claims.rot.w],
    ["n", "u64", claims.rot.n],
    ["digest", "step", "digest"],
  ]);
  trace.hmac("code", "client key", "bytes of the code");
  trace.base64url("coded code", "code");
}

/** Returns the static key of the channel, an agreement, and a webhook of a third party. */
export function otherVectors(): Vector[] {
  return [channelKey(), agreementVector(), webhook()];
}

function channelKey(): Vector {
  const trace = new Trace();
  trace.join("static key", [["X25519 public key", "hex", staticKey.publicKey]]);
  preimage(trace, "channel", "static key");
  trace.sign("signature", key.seed, "signed bytes");
  return { name: "static key", purpose: "channel", input: { publicKey: staticKey.publicKey }, steps: trace.steps };
}

function agreementVector(): Vector {
  const trace = new Trace();
  trace.join("text", [["text", "utf8", agreement.text]]);
  trace.sha256("digest of the text", "text");
  const digest = trace.bytesOf("digest of the text").toString("hex");
  const statement = JSON.stringify({ agreement: agreement.id, identity: agreement.identity, sha256: digest });
  trace.join("statement", [["JSON with the digest in hexadecimal", "utf8", statement]]);
  trace.join("signed bytes", [
    ["prefix", "utf8", "platonic.agreement.v1"],
    ["zero byte", "u8", 0],
    ["statement", "step", "statement"],
  ]);
  trace.sign("signature", key.seed, "signed bytes");
  const input = { id: agreement.id, identity: agreement.identity, text: agreement.text };
  return { name: "agreement", purpose: "agreement", input, steps: trace.steps };
}

function webhook(): Vector {
  const input = { id: "msg_1", timestamp: "1800000000", payload: '{"approved":true}' };
  const trace = new Trace();
  trace.join("secret", [["secret of both", "hex", "30".repeat(32)]]);
  trace.join("signed bytes", [
    ["id", "utf8", input.id],
    ["dot", "utf8", "."],
    ["timestamp", "utf8", input.timestamp],
    ["dot", "utf8", "."],
    ["payload", "utf8", input.payload],
  ]);
  trace.hmac("signature", "secret", "signed bytes");
  return { name: "webhook", purpose: "webhook", input, steps: trace.steps };
}
