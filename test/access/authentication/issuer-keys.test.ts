import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTokenVerifier } from "../../../server/access/authentication/json-web-token.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { goodClaims, issuerWithFile, nowMs, plans, type SigningKey, sign, signingKey } from "./issuing.ts";

let first: SigningKey;
let second: SigningKey;

beforeAll(async () => {
  first = await signingKey("ES256", "first");
  second = await signingKey("ES256", "second");
});

/** An issuer whose HTTP answers and clock the test controls. Tokens never expire within the test. */
function issuer() {
  const clock = { ms: nowMs };
  const web = { keys: [first], status: 200, body: undefined as string | undefined, down: false };
  const fetched: number[] = [];
  const fetch: typeof globalThis.fetch = async () => {
    fetched.push(clock.ms);
    if (web.down) throw new TypeError("fetch failed");
    return new Response(web.body ?? JSON.stringify({ keys: web.keys.map((key) => key.publicJwk) }), {
      status: web.status,
    });
  };
  const configured = {
    ...issuerWithFile(temporaryDirectory(), "https://issuer.example", []),
    jwks: "https://issuer.example/jwks.json",
  };
  const verify = createTokenVerifier([configured], plans, { now: () => clock.ms, fetch });
  const outcome = async (key: SigningKey) => {
    const token = await sign(key, goodClaims({ exp: nowMs }));
    return verify(token).then(
      () => "good",
      (error) => error.reason ?? error,
    );
  };
  return { clock, web, fetched, verify, outcome };
}

describe("the keys of an issuer", () => {
  it("are fetched once, also for concurrent tokens", async () => {
    const { outcome, fetched } = issuer();
    expect(await Promise.all(Array.from({ length: 20 }, () => outcome(first)))).toEqual(Array(20).fill("good"));
    expect(fetched).toHaveLength(1);
  });

  it("are fetched again for an unknown kid, but not for every token that has one", async () => {
    const { outcome, fetched, web, clock } = issuer();
    expect(await outcome(first)).toBe("good");
    for (let token = 0; token < 10; token += 1) expect(await outcome(second)).toBe("INVALID_API_KEY");
    expect(fetched).toHaveLength(1);
    web.keys = [first, second];
    clock.ms += 5_000;
    expect(await outcome(second)).toBe("good");
    expect(fetched).toHaveLength(2);
  });

  it("are refused once the set is read again without them", async () => {
    const { outcome, web, clock } = issuer();
    expect(await outcome(first)).toBe("good");
    web.keys = [second];
    clock.ms += 300_000;
    expect(await outcome(first)).toBe("INVALID_API_KEY");
    expect(await outcome(second)).toBe("good");
  });

  it("that could never be read cause UNAVAILABLE, not INVALID_API_KEY", async () => {
    const { outcome, web, clock, fetched } = issuer();
    web.down = true;
    for (let token = 0; token < 10; token += 1) expect(await outcome(first)).toBe("UNAVAILABLE");
    expect(fetched).toHaveLength(1);
    web.down = false;
    clock.ms += 5_000;
    expect(await outcome(first)).toBe("good");
  });

  it("of which one is new while they cannot be read: its tokens cause UNAVAILABLE, and are good afterwards", async () => {
    const { outcome, web, clock } = issuer();
    expect(await outcome(first)).toBe("good");
    Object.assign(web, { keys: [first, second], status: 503 });
    clock.ms += 5_000;
    expect([await outcome(second), await outcome(second), await outcome(first)]).toEqual([
      "UNAVAILABLE",
      "UNAVAILABLE",
      "good",
    ]);
    web.status = 200;
    clock.ms += 5_000;
    expect([await outcome(second), await outcome(first)]).toEqual(["good", "good"]);
    const other = await signingKey("ES256", "other");
    expect(await outcome(other)).toBe("INVALID_API_KEY");
  });

  it("stay valid for an hour in which they cannot be read, and no longer", async () => {
    const { outcome, web, clock } = issuer();
    expect(await outcome(first)).toBe("good");
    web.down = true;
    clock.ms += 3_600_000;
    expect(await outcome(first)).toBe("good");
    clock.ms += 300_000;
    expect(await outcome(first)).toBe("UNAVAILABLE");
  });

  it("are not read from an error, from a body that is not a key set, or from one that is too long", async () => {
    const wrong = [
      { status: 500 },
      { status: 404 },
      { body: "<html>" },
      { body: "{}" },
      { body: "null" },
      { body: `{"keys":[]${" ".repeat(1024 * 1024)}}` },
    ];
    for (const answer of wrong) {
      const { outcome, web } = issuer();
      Object.assign(web, answer);
      expect(await outcome(first), JSON.stringify(answer).slice(0, 40)).toBe("UNAVAILABLE");
    }
  });

  it("that cannot be read: the cause says why, for the log, and the message does not", async () => {
    const { verify, web } = issuer();
    web.status = 503;
    const token = await sign(first, goodClaims({ exp: nowMs }));
    const error = await verify(token).catch((caught) => caught);
    expect(error.message).not.toContain("503");
    expect(String(error.cause)).toContain("https://issuer.example/jwks.json answered 503");
  });

  it("in a file are read again when the file changes", async () => {
    const directory = temporaryDirectory();
    const clock = { ms: nowMs };
    const configured = issuerWithFile(directory, "https://issuer.example", [first]);
    const verify = createTokenVerifier([configured], plans, { now: () => clock.ms, fetch });
    const token = await sign(second, goodClaims({ exp: nowMs }));
    await expect(verify(token)).rejects.toMatchObject({ reason: "INVALID_API_KEY" });
    issuerWithFile(directory, "https://issuer.example", [second]);
    clock.ms += 10_000;
    expect((await verify(token)).principal.id).toContain("alice");
    await expect(verify(await sign(first, goodClaims({ exp: nowMs })))).rejects.toMatchObject({
      reason: "INVALID_API_KEY",
    });
  });

  it("are fetched over HTTP, and redirects are not followed", async () => {
    const server = createServer((request, response) => {
      if (request.url === "/moved") response.writeHead(302, { Location: "/jwks" }).end();
      else response.end(JSON.stringify({ keys: [first.publicJwk] }));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const at = (path: string) => {
      const configured = {
        ...issuerWithFile(temporaryDirectory(), "https://issuer.example", []),
        jwks: `http://127.0.0.1:${port}${path}`,
      };
      return createTokenVerifier([configured], plans, { now: () => nowMs, fetch });
    };
    const token = await sign(first, goodClaims());
    expect((await at("/jwks")(token)).principal.id).toContain("alice");
    await expect(at("/moved")(token)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  });
});
