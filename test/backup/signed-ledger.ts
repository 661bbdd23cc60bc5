import { generateKeyPairSync, sign } from "node:crypto";
import { onTestFinished } from "vitest";
import { bytesToSign } from "../../server/domain/identity/signing-purposes.ts";
import { storedIdentities } from "../../server/store/identities.ts";
import { openLedger } from "../../server/store/ledger/ledger.ts";
import { storedWallets } from "../../server/store/ledger/wallets.ts";
import type { Store } from "../../server/store/source.ts";
import { policy, someDayMs, twoForOne } from "../store/ledger/constants.ts";
import { deposit, transfer } from "../store/ledger/requests.ts";
import { newWallet } from "../store/ledger/scene.ts";

/** A ledger until the test is over, in which one identity has money and pays another one by signed orders. */
export async function signedLedger(store: Store, sender: string, recipient: string) {
  const ledger = await openLedger(store, { policy, rates: twoForOne, now: () => someDayMs });
  onTestFinished(() => ledger.close());
  for (const owner of [sender, recipient]) await storedWallets(store).open(newWallet(owner));
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  await storedIdentities(store).addSigningKey({
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
