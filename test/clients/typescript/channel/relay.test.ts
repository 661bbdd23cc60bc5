import { afterEach, expect, test, vi } from "vitest";
import { httpTransport, IdentityClient, Session, TokenMinter } from "../../../../clients/typescript/src/index.ts";
import { operatorKey } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer();

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The minter of a new identity. */
async function newMinter(): Promise<TokenMinter> {
  const identities = new IdentityClient(httpTransport({ baseUrl: server().url, credentials: operatorKey }));
  const { credentials } = await identities.register({ username: `u${crypto.randomUUID().slice(0, 8)}` });
  return new TokenMinter({ credentials, clientId: "app" });
}

/** Passes what is sent to a host on to the service, as a relay does; returns the paths of the calls. */
function relay(host: string): string[] {
  const paths: string[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { origin, pathname } = new URL(url);
    if (origin !== host) return fetch(url, init);
    paths.push(pathname.split("/").at(-1) as string);
    return fetch(server().url + pathname, init);
  });
  return paths;
}

test("a service that asks for tokens of another audience gets none, so that it cannot relay them", async () => {
  const minter = await newMinter();
  const sent = relay("https://relay.example");
  const session = new Session("https://relay.example", minter);
  await expect(session.token()).rejects.toThrow("asks for tokens of the audience platonic");
  expect(sent).toEqual(["CreateChallenge"]);
  const known = new Session("https://relay.example", minter, { audience: "platonic" });
  expect(await known.token()).toMatch(/^pls_/);
  const pinned = new Session(server().url, minter, { audience: "https://elsewhere.example" });
  await expect(pinned.token()).rejects.toMatchObject({ reason: "STATE_INVALID" });
});

test("credentials are sent without encryption to this machine alone", async () => {
  const minter = await newMinter();
  for (const baseUrl of ["http://service.example", "http://127.0.0.1.example", "http://10.0.0.1:8080"]) {
    expect(() => new Session(baseUrl, minter)).toThrow(/must begin with https/);
    expect(() => httpTransport({ baseUrl, credentials: operatorKey })).toThrow(/must begin with https/);
    expect(httpTransport({ baseUrl })).toBeDefined();
    expect(httpTransport({ baseUrl, credentials: operatorKey, allowPlainHttp: true })).toBeDefined();
    expect(new Session(baseUrl, minter, { allowPlainHttp: true })).toBeDefined();
  }
  for (const baseUrl of ["https://service.example", "http://localhost:1", "http://127.8.0.1:1", "http://[::1]:1"])
    expect(httpTransport({ baseUrl, credentials: operatorKey })).toBeDefined();
});
