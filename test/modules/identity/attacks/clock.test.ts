import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { newClient, refused } from "../../../support/identity/client.ts";
import { World } from "../../../support/identity/world.ts";

/** Where the clock of client and server stands, which are one process here. Undefined: it goes. */
let setMs: number | undefined;
const realNow = Date.now;

// Before the servers start, which keep this function.
beforeAll(() => {
  vi.spyOn(Date, "now").mockImplementation(() => setMs ?? realNow());
});
afterEach(() => {
  setMs = undefined;
});
afterAll(() => {
  vi.restoreAllMocks();
});

function setClock(ms: number): void {
  setMs = ms;
}

onEveryServer("a clock that is wrong", ({ server }) => {
  const world = () => new World(server());

  test("and was set back makes no used token good again, nor one from what is now the future", async () => {
    const { mint } = await newClient(world());
    const nowMs = Date.now();
    setClock(nowMs);
    const used = await mint({ counter: 5 });
    expect(await world().authenticate(used)).toMatchObject({ success: true });
    for (const backMs of [1, 10_000, 29_000, 3_600_000]) {
      setClock(nowMs - backMs);
      expect(await world().authenticate(used), String(backMs)).toEqual(refused("ROTATION_INVALID"));
    }
    expect(await world().authenticate(await mint({ counter: 6, nowMs }))).toEqual(refused("ROTATION_INVALID"));
    expect(await world().authenticate(await mint({ counter: 6 }))).toMatchObject({ success: true });
  });

  test("at a client may be 30 s ahead, or behind after the end; not a second more", async () => {
    const { mint } = await newClient(world());
    const nowMs = Math.floor(Date.now() / 1000) * 1000;
    setClock(nowMs);
    const at = async (counter: number, aheadMs: number) => {
      const result = await world().authenticate(await mint({ counter, nowMs: nowMs + aheadMs }));
      return result.error_code ?? "good";
    };
    expect(await at(1, 30_000)).toBe("good");
    expect(await at(2, 31_000)).toBe("AUTH_ERROR_ROTATION_INVALID");
    expect(await at(3, -329_000)).toBe("good");
    expect(await at(4, -330_000)).toBe("AUTH_ERROR_TOKEN_EXPIRED");
  });

  test("does not let the service mint a token that it has given out before", async () => {
    const { identity } = await world().identity();
    const nowMs = Date.now();
    setClock(nowMs);
    expect(await world().authenticate(await world().token(identity.id))).toMatchObject({ success: true });
    setClock(nowMs - 20_000);
    expect(await world().authenticate(await world().token(identity.id))).toMatchObject({ success: true });
  });
});
