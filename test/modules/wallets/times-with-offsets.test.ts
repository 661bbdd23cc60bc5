import { beforeAll, describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newHolder, newVaultHolder } from "../../support/wallet-holder.ts";

/** Writes a moment in a zone, with a fraction of nine digits. */
function inZone(ms: number, offsetMinutes: number): string {
  const local = new Date(ms + offsetMinutes * 60_000).toISOString().replace("Z", "000000");
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return `${local}${offsetMinutes < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`;
}

onEveryServer("a time with an offset", ({ server }) => {
  const api = () => new ApiClient(server());
  let wallet = "";
  let atMs = 0;

  beforeAll(async () => {
    wallet = (await newVaultHolder(api(), { TOKEN_STANDARD: 7 })).id;
    const { entries } = (await api().call("GET", `/api/wallets/${wallet}/entries`)).body.result;
    atMs = Date.parse(entries[0].recorded_at);
    expect(entries[0].recorded_at).toMatch(/Z$/);
  });

  const count = async (query: string) => {
    const { status, body } = await api().call("GET", `/api/wallets/${wallet}/entries?${query}`);
    return status === 200 ? body.result.entries.length : body.error;
  };

  describe.each([
    ["encoded", encodeURIComponent],
    ["with a plus that means a space", (text: string) => text],
  ])("in a query, %s,", (_, encode) => {
    test.each([120, -300, 330, 0])("is the moment that it names: %i minutes", async (offset) => {
      expect(await count(`from=${encode(inZone(atMs, offset))}`)).toBe(1);
      expect(await count(`from=${encode(inZone(atMs + 1, offset))}`)).toBe(0);
      expect(await count(`until=${encode(inZone(atMs, offset))}`)).toBe(0);
      expect(await count(`until=${encode(inZone(atMs + 1, offset))}`)).toBe(1);
      const at = encode(inZone(atMs, offset));
      const { body } = await api().call("GET", `/api/wallets/${wallet}/balances/at?at=${at}`);
      expect(body.result.balances[0].exact_amount).toBe("7");
      const usage = await api().call("GET", `/v1/admin/usage?from=${encode(inZone(atMs - 3_600_000, offset))}`);
      expect(usage.status).toBe(200);
      expect(JSON.stringify(usage.body)).not.toMatch(/T[\d:.]+[+-]\d\d:/);
    });
  });

  test("counts to a fraction of a millisecond", async () => {
    const later = new Date(atMs).toISOString().replace("Z", "000001Z");
    expect(await count(`from=${later}`)).toBe(0);
    expect(await count(`until=${later}`)).toBe(1);
  });

  test("is read in a body, over REST and Connect", async () => {
    const [ada, bob] = [await newVaultHolder(api(), { TOKEN_STANDARD: 30 }), await newHolder(api())];
    const end = Date.now() + 3_600_000;
    const { body } = await ada.create({ recipient: bob.id, capture_before: inZone(end, 120) });
    expect(body.result.transaction.status).toBe("TRANSACTION_PENDING");
    const asked = { identityId: wallet, from: inZone(atMs, -480) };
    const rpc = await server().post("/wallet.v1.WalletService/ListLedgerEntries", asked);
    expect(rpc.body.entries).toHaveLength(1);
    expect(rpc.body.entries[0].recordedAt).toMatch(/Z$/);
  });

  test("that is none is refused with examples", async () => {
    expect(await count("from=2026-11-26")).toMatchObject({
      code: "PARAMETER_INVALID",
      message: "from must be a time of RFC 3339 such as 2026-11-21T00:00:00Z or 2026-11-21T02:00:00+02:00",
      details: { parameter: "from", provided: "2026-11-26" },
    });
  });
});
