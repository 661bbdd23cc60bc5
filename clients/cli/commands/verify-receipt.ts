import { verifyReceipt as proof } from "../../typescript/src/wallet/receipt.ts";
import { command } from "../command.ts";
import { readJson, receiptIn } from "../json-file.ts";
import { labelled } from "../text.ts";

/** Verifies a receipt by the key set published at `/.well-known/jwks.json`; needs no running service. */
export const verifyReceipt = command({
  name: "ledger verify-receipt",
  summary: "Verifies a receipt by the keys of the service, without the service.",
  operands: ["RECEIPT", "KEYS"],
  async run({ operands: [receiptPath, keySetPath] }) {
    const receipt = receiptIn(readJson(receiptPath));
    if (receipt === undefined) throw new Error(`${receiptPath} contains no receipt`);
    const { order, head, ...place } = await proof(receipt, readJson(keySetPath));
    const json = {
      ...place,
      sequence: String(place.sequence),
      batchNumber: String(place.batchNumber),
      ...(head && { head: { size: String(head.size), root: Buffer.from(head.root).toString("hex") } }),
      ...(order && { order: { ...order, publicKey: Buffer.from(order.publicKey).toString("base64url") } }),
    };
    const { order: terms = { order: unproven }, head: tree, ...others } = json;
    const inTree = tree && { treeSize: tree.size, treeRoot: tree.root };
    return { json, text: labelled({ ...others, ...inTree, ...terms }) };
  },
});

const unproven = "not proven by this receipt of an earlier version; request it again";
