import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { storedSessions } from "../../../../server/access/store/sessions.ts";
import type { Database } from "../../../../server/database/source.ts";
import type { SigningKey } from "../../../../server/modules/identity/domain/identities.ts";
import { storedAuthentications } from "../../../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import type { SigningKeyRecord } from "../../../../server/modules/vault/records.ts";
import { storedSigningKeys } from "../../../../server/modules/vault/store/signing-keys.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { dyingAfter } from "../../../support/database/dying.ts";
import { admittance, newIdentity } from "../../../support/identity/samples.ts";

const at = new Date(2_500);
const tables = ["identities", "signing_keys", "rotation_keys", "sessions", "vault_signing_keys"];

/** A new private key as the vault keeps it. */
function aVaultKey(identity: string): SigningKeyRecord {
  const [publicKey, sealedPrivateKey] = [randomBytes(32), randomBytes(32)];
  const common = { id: randomUUID(), identity, purpose: "signing", createdAt: at, destroyedAt: undefined };
  return { ...common, publicKey, sealedPrivateKey };
}

onEveryDatabase("a change of the keys of an identity", (engine) => {
  async function fixture() {
    const database = await engine.open();
    const { identity, key: plain, rotationKey } = newIdentity();
    const [vaultKey, addedVaultKey] = [aVaultKey(identity.id), aVaultKey(identity.id)];
    const key = { ...plain, publicKey: vaultKey.publicKey, vaultKeyId: vaultKey.id };
    await storedIdentities(database).create(identity, key, rotationKey, storing(database, vaultKey));
    const sessions = [1, 2, 3].map((n) => admittance(key, { n }));
    for (const session of sessions) await storedAuthentications(database).admit(session);
    const { id: vaultKeyId, publicKey } = addedVaultKey;
    const added: SigningKey = { ...key, id: randomUUID(), publicKey, vaultKeyId };
    const own = sessions[0]?.session.id as string;
    const stored = async () => {
      const next = await engine.open(database.location);
      return Promise.all(tables.map((table) => next.manager.query(`SELECT * FROM ${table} ORDER BY 1, 2`)));
    };
    const open = async () =>
      (await storedSessions(database).listOpen(identity.id, new Date(3_000))).map(({ id }) => id);
    const inUse = async () => {
      const rows = await Promise.all(
        [vaultKey, addedVaultKey].map(({ id }) => storedSigningKeys(database).signingKey(id)),
      );
      return rows.map((row) => row?.sealedPrivateKey !== undefined);
    };
    return { database, identity, key, added, addedVaultKey, own, stored, open, inUse };
  }
  type Fixture = Awaited<ReturnType<typeof fixture>>;

  const endingOthers = ({ identity, own }: Fixture, on: Database) =>
    storedSessions(on).ending(identity.id, { exceptId: own }, at);
  const storing = (on: Database, key: SigningKeyRecord) => (transaction: object) =>
    storedSigningKeys(on).addSigningKey(key, transaction);
  const changes = {
    "adds a signing key": {
      change: (given: Fixture, on: Database) =>
        storedIdentities(on).addSigningKey(given.added, 20, async (transaction) => {
          await storing(on, given.addedVaultKey)(transaction);
          await endingOthers(given, on)(transaction);
        }),
      isLeftOpen: true,
      inUse: [true, true],
    },
    "adds a rotation key": {
      change: (given: Fixture, on: Database) =>
        storedIdentities(on).addRotationKey(
          given.identity.id,
          async () => Buffer.from("next"),
          at,
          new Date(9_000),
          endingOthers(given, on),
        ),
      isLeftOpen: true,
      inUse: [true, false],
    },
    "revokes a signing key": {
      change: ({ identity, key }: Fixture, on: Database) =>
        storedIdentities(on).revokeSigningKey(identity.id, key.id, at, (id, transaction) =>
          storedSigningKeys(on).destroySigningKey(id, at, transaction),
        ),
      isLeftOpen: false,
      inUse: [false, false],
    },
  };

  test.each(Object.entries(changes))(
    "%s and ends its sessions as one: a process that dies at any statement has stored nothing",
    async (_, { change, isLeftOpen, inUse }) => {
      const given = await fixture();
      const before = await given.stored();
      let statements = 0;
      for (; ; statements += 1) {
        const outcome = await change(given, dyingAfter(given.database, statements)).catch(String);
        if (outcome !== "Error: the process died") break;
        expect(await given.stored(), `after ${statements} statements`).toEqual(before);
      }
      expect(statements).toBeGreaterThan(2);
      expect(await given.stored()).not.toEqual(before);
      expect(await given.open()).toEqual(isLeftOpen ? [given.own] : []);
      expect(await given.inUse()).toEqual(inUse);
    },
  );
});
