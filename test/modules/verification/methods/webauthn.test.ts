import { execFileSync } from "node:child_process";
import { createPrivateKey, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RegistrationResponseJSON, verifyRegistrationResponse } from "@simplewebauthn/server";
import { describe, expect, it, vi } from "vitest";
import {
  beginWebAuthnAuthentication,
  beginWebAuthnRegistration,
  type Credential,
  checkWebAuthnAuthentication,
  checkWebAuthnRegistration,
} from "../../../../server/modules/verification/methods/webauthn.ts";
import { hasOpenssl } from "../../../support/http/certificate.ts";
import {
  type Authenticator,
  type Cbor,
  createAuthenticator,
  type Flaws,
} from "../../../support/identity/authenticator.ts";

const openssl = "openssl";
const party = { name: "Platonic", id: "example.org", origins: ["https://example.org", "https://login.example.org"] };
const page = { origin: "https://login.example.org", rpId: "example.org" };
const user = { handle: Buffer.from("handle"), name: "ada" };

async function registered(device: Authenticator): Promise<Credential> {
  const { challenge: stored, options } = await beginWebAuthnRegistration(party, user, [], randomBytes);
  const proven = await checkWebAuthnRegistration(party, stored, device.register(options));
  if (proven === undefined) throw new Error("not registered");
  return proven.credential;
}

const flaws: [string, Flaws][] = [
  ["for another site", { rpId: "example.com" }],
  ["from another origin", { origin: "https://example.org.evil.test" }],
  ["from the origin without TLS", { origin: "http://login.example.org" }],
  ["from a foreign frame", { crossOrigin: true }],
  ["from what may be a foreign frame", { crossOrigin: "true" }],
  ["below a page of another site", { topOrigin: "https://evil.test" }],
  ["below a named page of another site", { crossOrigin: true, topOrigin: "https://evil.test" }],
  ["with a backup of what cannot be backed up", { backups: { eligible: false, done: true } }],
  ["to another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
  ["without a user", { userPresent: false, userVerified: false }],
  ["without verification of the user", { userVerified: false }],
];

describe.each(["ES256", "EdDSA"] as const)("a credential with %s", (algorithm) => {
  it("is registered and proves possession and inherence", async () => {
    const device = createAuthenticator(algorithm, page);
    const begun = await beginWebAuthnRegistration(party, user, [], randomBytes);
    expect(begun.options.authenticatorSelection?.userVerification).toBe("required");
    expect(begun.options.rp.id).toBe("example.org");
    expect(begun.options.challenge).toBe(Buffer.from(begun.challenge).toString("base64url"));
    const first = await checkWebAuthnRegistration(party, begun.challenge, device.register(begun.options));
    expect(first?.credential).toMatchObject({ counter: 1, transports: ["usb"], isDeviceBound: true });
    expect(first?.evidence).toEqual(["WEBAUTHN", "HARDWARE_KEY", "WEBAUTHN_USER_VERIFICATION"]);
    const credential = first?.credential as Credential;
    const authentication = await beginWebAuthnAuthentication(party, [credential], randomBytes);
    expect(authentication.options.userVerification).toBe("required");
    const response = device.authenticate(authentication.options);
    const proven = await checkWebAuthnAuthentication(party, authentication.challenge, user, [credential], response);
    expect(proven?.credential).toEqual({ ...credential, counter: 2 });
    expect(proven?.evidence).toContain("WEBAUTHN_USER_VERIFICATION");
  });

  it.each([
    ...flaws,
    ["of another kind", { type: "webauthn.get" }],
    ["with an algorithm not asked for", { algorithm: -35 }],
  ])("is not registered %s", async (_, flaw) => {
    const { challenge: stored, options } = await beginWebAuthnRegistration(party, user, [], randomBytes);
    const response = createAuthenticator(algorithm, page).register(options, flaw);
    expect(await checkWebAuthnRegistration(party, stored, response)).toBeUndefined();
  });

  it.each([
    ...flaws,
    ["of another kind", { type: "webauthn.create" }],
    ["with a broken signature", { breakSignature: true }],
    ["with the handle of another user", { userHandle: Buffer.from("another").toString("base64url") }],
    ["with a handle that continues that of the user", { userHandle: Buffer.from("handle2").toString("base64url") }],
    ["with a handle that is no text", { userHandle: ["aGFuZGxl"] }],
    ["with a handle of no digits", { userHandle: "%" }],
    ["when it may be copied, unlike at its registration", { backups: { eligible: true, done: false } }],
    ["when it is copied, unlike at its registration", { backups: { eligible: true, done: true } }],
  ])("proves nothing %s", async (_, flaw) => {
    const device = createAuthenticator(algorithm, page);
    const credential = await registered(device);
    const { challenge: stored, options } = await beginWebAuthnAuthentication(party, [credential], randomBytes);
    const response = device.authenticate(options, flaw);
    expect(await checkWebAuthnAuthentication(party, stored, user, [credential], response)).toBeUndefined();
    expect(
      await checkWebAuthnAuthentication(party, stored, user, [credential], device.authenticate(options)),
    ).toBeDefined();
  });

  it("whose counter does not grow is refused, since it may be a clone", async () => {
    const device = createAuthenticator(algorithm, page);
    const credential = { ...(await registered(device)), counter: 7 };
    const { challenge: stored, options } = await beginWebAuthnAuthentication(party, [credential], randomBytes);
    for (const counter of [0, 6, 7]) {
      const response = device.authenticate(options, { counter });
      expect(await checkWebAuthnAuthentication(party, stored, user, [credential], response)).toBeUndefined();
    }
    const next = device.authenticate(options, { counter: 8 });
    const proven = await checkWebAuthnAuthentication(party, stored, user, [credential], next);
    expect(proven?.credential.counter).toBe(8);
    expect(
      await checkWebAuthnAuthentication(party, stored, user, [proven?.credential as Credential], next),
    ).toBeUndefined();
  });

  it("whose counter has always been zero is accepted", async () => {
    const device = createAuthenticator(algorithm, page);
    const credential = { ...(await registered(device)), counter: 0 };
    const { challenge: stored, options } = await beginWebAuthnAuthentication(party, [credential], randomBytes);
    const response = device.authenticate(options, { counter: 0 });
    expect(await checkWebAuthnAuthentication(party, stored, user, [credential], response)).toBeDefined();
  });
});

describe("a credential", () => {
  it("that is synchronised is not a hardware key", async () => {
    const device = createAuthenticator("ES256", page, true);
    const { challenge: stored, options } = await beginWebAuthnRegistration(party, user, [], randomBytes);
    const proven = await checkWebAuthnRegistration(party, stored, device.register(options));
    expect(proven?.evidence).toEqual(["WEBAUTHN", "WEBAUTHN_USER_VERIFICATION"]);
  });

  it("that may be copied proves nothing as one that may not, and whether it is copied may change", async () => {
    const device = createAuthenticator("ES256", page, true);
    const credential = await registered(device);
    const { challenge: stored, options } = await beginWebAuthnAuthentication(party, [credential], randomBytes);
    const bound = device.authenticate(options, { backups: { eligible: false, done: false } });
    expect(await checkWebAuthnAuthentication(party, stored, user, [credential], bound)).toBeUndefined();
    const alone = device.authenticate(options, { backups: { eligible: true, done: false } });
    expect(await checkWebAuthnAuthentication(party, stored, user, [credential], alone)).toBeDefined();
  });

  it.each([undefined, null, "", Buffer.from("handle").toString("base64url")])(
    "proves its user with the handle %j",
    async (userHandle) => {
      const device = createAuthenticator("ES256", page);
      const credential = await registered(device);
      const { challenge: stored, options } = await beginWebAuthnAuthentication(party, [credential], randomBytes);
      const response = device.authenticate(options, { userHandle });
      expect(await checkWebAuthnAuthentication(party, stored, user, [credential], response)).toBeDefined();
    },
  );

  it("has an id of 1,023 bytes at most", async () => {
    const ofLength = async (bytes: number) => {
      const { challenge: stored, options } = await beginWebAuthnRegistration(party, user, [], randomBytes);
      const device = createAuthenticator("ES256", page, false, bytes);
      return (await checkWebAuthnRegistration(party, stored, device.register(options))) !== undefined;
    };
    expect([await ofLength(1023), await ofLength(1024)]).toEqual([true, false]);
  });

  it("proves possession alone when user verification is not required", async () => {
    const device = createAuthenticator("ES256", page);
    const credential = await registered(device);
    const { challenge: stored, options } = await beginWebAuthnAuthentication(party, [credential], randomBytes);
    const response = device.authenticate(options, { userVerified: false });
    const proven = await checkWebAuthnAuthentication(party, stored, user, [credential], response, false);
    expect(proven?.evidence).toEqual(["WEBAUTHN", "HARDWARE_KEY"]);
  });

  it("of another user proves nothing, under its own id or a stolen one", async () => {
    const [mine, others] = [createAuthenticator("ES256", page), createAuthenticator("ES256", page)];
    const credential = await registered(mine);
    const { challenge: stored, options } = await beginWebAuthnAuthentication(party, [credential], randomBytes);
    const response = others.authenticate(options);
    expect(await checkWebAuthnAuthentication(party, stored, user, [credential], response)).toBeUndefined();
    const stolen = { ...response, id: credential.id, rawId: credential.id };
    expect(await checkWebAuthnAuthentication(party, stored, user, [credential], stolen)).toBeUndefined();
  });

  it("with a certificate in any attestation format is refused, without a network request", async () => {
    const fetchSpy = vi.spyOn(globalThis, "fetch");
    const { challenge: stored, options } = await beginWebAuthnRegistration(party, user, [], randomBytes);
    for (const format of ["packed", "tpm", "android-key", "fido-u2f", "apple"]) {
      const statement = (): Cbor => statementOf(Buffer.alloc(70), Buffer.from("certificate"));
      const response = createAuthenticator("ES256", page).register(options, { attestation: { format, statement } });
      expect(await checkWebAuthnRegistration(party, stored, response)).toBeUndefined();
    }
    expect(fetchSpy).not.toHaveBeenCalled();
    fetchSpy.mockRestore();
  });

  it.skipIf(!hasOpenssl)("with a valid attestation certificate is refused too", async () => {
    const { key, raw } = makeAttestationCertificate();
    const { challenge: stored, options } = await beginWebAuthnRegistration(party, user, [], randomBytes);
    const statement = (signed: Uint8Array): Cbor => statementOf(sign("sha256", signed, key), raw);
    const response = createAuthenticator("ES256", page).register(options, {
      attestation: { format: "packed", statement },
    });
    const expected = { expectedChallenge: options.challenge, expectedOrigin: page.origin, expectedRPID: page.rpId };
    const judged = await verifyRegistrationResponse({ response: response as RegistrationResponseJSON, ...expected });
    expect(judged.verified).toBe(true);
    expect(await checkWebAuthnRegistration(party, stored, response)).toBeUndefined();
  });

  it.each([undefined, null, 1, "x", [], {}, { response: {} }, { id: "a", response: { clientDataJSON: "e30" } }])(
    "cannot be %j",
    async (response) => {
      const credential = await registered(createAuthenticator("ES256", page));
      expect(await checkWebAuthnRegistration(party, Buffer.alloc(32), response)).toBeUndefined();
      expect(await checkWebAuthnAuthentication(party, Buffer.alloc(32), user, [credential], response)).toBeUndefined();
    },
  );
});

function statementOf(signature: Uint8Array, certificate: Uint8Array): Cbor {
  return new Map<string, Cbor>([
    ["alg", -7],
    ["sig", signature],
    ["x5c", [certificate]],
  ]);
}

/** An attestation certificate as device manufacturers issue it. */
function makeAttestationCertificate(): { key: KeyObject; raw: Uint8Array } {
  const directory = mkdtempSync(join(tmpdir(), "platonic-attestation-"));
  const [keyFile, certFile] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const subject = ["-subj", "/C=CH/O=Maker/OU=Authenticator Attestation/CN=Device"];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", keyFile];
  const form = [
    "-out",
    certFile,
    "-days",
    "2",
    "-config",
    "/dev/null",
    "-addext",
    "basicConstraints=critical,CA:FALSE",
  ];
  execFileSync(openssl, ["req", "-x509", ...key, ...form, ...subject], { stdio: "ignore" });
  const made = { key: createPrivateKey(readFileSync(keyFile)), raw: new X509Certificate(readFileSync(certFile)).raw };
  rmSync(directory, { recursive: true });
  return made;
}
