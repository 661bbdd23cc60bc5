import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient, refused } from "../../../support/identity/client.ts";

/** Fixed time of the clock that client and server share in this process. Undefined: the clock runs. */
let setMs: number | undefined;
const realNow = Date.now;

// Before the servers start, since they keep a reference to the function.
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

onEveryServer("a wrong clock", ({ server }) => {
  const api = () => new ApiClient(server());

  test("that is set back makes neither a used token nor one from the future valid", async () => {
    const { mint } = await newClient(api());
    const nowMs = Date.now();
    setClock(nowMs);
    const used = await mint({ counter: 5 });
    expect(await api().authenticate(used)).toMatchObject({ success: true });
    for (const backMs of [1, 10_000, 29_000, 3_600_000]) {
      setClock(nowMs - backMs);
      expect(await api().authenticate(used), String(backMs)).toEqual(refused("ROTATION_INVALID"));
    }
    expect(await api().authenticate(await mint({ counter: 6, nowMs }))).toEqual(refused("ROTATION_INVALID"));
    expect(await api().authenticate(await mint({ counter: 6 }))).toMatchObject({ success: true });
  });

  test("of a client may be 30 s ahead, or 30 s behind at the end of a token, and no more", async () => {
    const { mint } = await newClient(api());
    const nowMs = Math.floor(Date.now() / 1000) * 1000;
    setClock(nowMs);
    const at = async (counter: number, aheadMs: number) => {
      const result = await api().authenticate(await mint({ counter, nowMs: nowMs + aheadMs }));
      return result.error_code ?? "good";
    };
    expect(await at(1, 30_000)).toBe("good");
    expect(await at(2, 31_000)).toBe("AUTH_ERROR_ROTATION_INVALID");
    expect(await at(3, -329_000)).toBe("good");
    expect(await at(4, -330_000)).toBe("AUTH_ERROR_TOKEN_EXPIRED");
  });

  test("that is set back does not make the service mint a used token again", async () => {
    const { identity } = await api().identity();
    const nowMs = Date.now();
    setClock(nowMs);
    expect(await api().authenticate(await api().token(identity.id))).toMatchObject({ success: true });
    setClock(nowMs - 20_000);
    expect(await api().authenticate(await api().token(identity.id))).toMatchObject({ success: true });
  });
});
