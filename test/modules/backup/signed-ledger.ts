import { generateKeyPairSync, sign } from "node:crypto";
import { onTestFinished } from "vitest";
import { bytesToSign } from "../../../server/core/signing/purposes.ts";
import type { Database } from "../../../server/database/source.ts";
import { storedIdentities } from "../../../server/modules/identity/store/identities.ts";
import { openLedger } from "../../../server/modules/ledger/store/ledger.ts";
import { storedWallets } from "../../../server/modules/ledger/store/wallets.ts";
import { policy, someDayMs, twoForOne } from "../../support/ledger/constants.ts";
import { newWallet } from "../../support/ledger/ledger-fixture.ts";
import { deposit, transfer } from "../../support/ledger/requests.ts";

/** Opens a ledger for the duration of the test, in which one identity has money and pays another by signed orders. */
export async function signedLedger(database: Database, sender: string, recipient: string) {
  const ledger = await openLedger(database, { policy, rates: () => twoForOne, now: () => someDayMs });
  onTestFinished(() => ledger.close());
  for (const owner of [sender, recipient]) await storedWallets(database).open(newWallet(owner));
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  await storedIdentities(database).addSigningKey({
    id: "ada's key",
    identityId: sender,
    publicKey: Buffer.from(publicKey.export({ format: "jwk" }).x as string, "base64url"),
    vaultKeyId: undefined,
    createdAt: new Date(0),
    revokedAt: undefined,
  });
  await ledger.submit(deposit(sender, 1_000n));
  const pay = () => {
    const request = transfer(sender, recipient, 10n);
    const signature = sign(null, bytesToSign("transfer", request.order), privateKey);
    return ledger.submit({ ...request, keyId: "ada's key", signature });
  };
  return { ledger, pay };
}
