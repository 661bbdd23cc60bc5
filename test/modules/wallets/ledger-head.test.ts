import { expect, test } from "vitest";
import { isConsistent, type TreeHead } from "../../../clients/typescript/src/wallet/hash-tree.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newHolder } from "../../support/wallet-holder.ts";

onEveryServer("heads of the ledger", ({ server }) => {
  const api = () => new ApiClient(server());
  const ask = async (query = "") => (await api().call("GET", `/v1/admin/ledger/head${query}`)).body;
  const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));
  const headOf = ({ size, root }: { size: string; root: string }): TreeHead => ({
    size: BigInt(size),
    root: bytes(root),
  });

  async function pay() {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const { transaction_id } = await ada.pay({ recipient: bob.id });
    const path = `/api/wallets/${ada.id}/transactions/${transaction_id}/receipt`;
    return { session: ada, receipt: (await api().call("GET", path)).body.result.receipt };
  }

  test("are of an empty ledger none, and its size is 0", async () => {
    expect(await ask()).toEqual({ result: { consistency: "" } });
    expect(await ask("?size=1")).toMatchObject({ error: { code: "PARAMETER_INVALID" } });
  });

  test("begin with each that was told before, and with those of receipts", async () => {
    const known: TreeHead[] = [];
    for (let count = 0; count < 4; count++) {
      const { receipt } = await pay();
      known.push(headOf({ size: receipt.inclusion.tree_size, root: receipt.inclusion.tree_root }));
      known.push(headOf((await ask()).result.head));
    }
    for (const later of known) {
      for (const earlier of known.filter(({ size }) => size <= later.size)) {
        const { head, consistency } = (await ask(`?size=${later.size}&since=${earlier.size}`)).result;
        expect(headOf(head)).toEqual(later);
        expect(isConsistent(earlier, later, bytes(consistency))).toBe(true);
        const other = { ...earlier, root: earlier.root.map((byte) => byte ^ 1) };
        expect(isConsistent(other, later, bytes(consistency))).toBe(false);
      }
    }
    const { head } = (await ask()).result;
    const exported = (await api().call("GET", `/v1/admin/ledger/batches?after=${Number(head.batch_number) - 1}`)).body;
    expect(exported.result.batches.at(-1)).toMatchObject({
      number: head.batch_number,
      hash: head.batch_hash,
      last_sequence: head.last_sequence,
      written_at: head.written_at,
      tree_size: head.size,
    });
  });

  test.each(["size=-1", "size=1000000", "since=1000000", "since=-1", "size=1&since=2"])(
    "are refused with %s",
    async (query) => {
      await pay();
      const parameter = query.includes("since") ? "since" : "size";
      expect(await ask(`?${query}`)).toMatchObject({ error: { code: "PARAMETER_INVALID", details: { parameter } } });
    },
  );
});
