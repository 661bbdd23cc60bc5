import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { storedSessions } from "../../../../server/access/store/sessions.ts";
import type { Database } from "../../../../server/database/source.ts";
import type { SigningKey } from "../../../../server/modules/identity/domain/identities.ts";
import { storedAuthentications } from "../../../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { dyingAfter } from "../../../support/database/dying.ts";
import { admittance, newIdentity } from "../../../support/identity/samples.ts";

const at = new Date(2_500);
const tables = ["identities", "signing_keys", "rotation_keys", "sessions"];

onEveryDatabase("a change of the keys of an identity", (engine) => {
  async function fixture() {
    const database = await engine.open();
    const { identity, key, rotationKey } = newIdentity();
    await storedIdentities(database).create(identity, key, rotationKey);
    const sessions = [1, 2, 3].map((n) => admittance(key, { n }));
    for (const session of sessions) await storedAuthentications(database).admit(session);
    const added: SigningKey = { ...key, id: randomUUID(), publicKey: randomBytes(32) };
    const own = sessions[0]?.session.id as string;
    const stored = async () => {
      const next = await engine.open(database.location);
      return Promise.all(tables.map((table) => next.manager.query(`SELECT * FROM ${table} ORDER BY 1, 2`)));
    };
    const open = async () =>
      (await storedSessions(database).listOpen(identity.id, new Date(3_000))).map(({ id }) => id);
    return { database, identity, key, added, own, stored, open };
  }
  type Fixture = Awaited<ReturnType<typeof fixture>>;

  const endingOthers = ({ identity, own }: Fixture, on: Database) =>
    storedSessions(on).ending(identity.id, { exceptId: own }, at);
  const changes = {
    "adds a signing key": {
      change: (given: Fixture, on: Database) =>
        storedIdentities(on).addSigningKey(given.added, 20, endingOthers(given, on)),
      isLeftOpen: true,
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
    },
    "revokes a signing key": {
      change: ({ identity, key }: Fixture, on: Database) =>
        storedIdentities(on).revokeSigningKey(identity.id, key.id, at),
      isLeftOpen: false,
    },
  };

  test.each(Object.entries(changes))(
    "%s and ends its sessions as one: a process that dies at any statement has stored nothing",
    async (_, { change, isLeftOpen }) => {
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
    },
  );
});
