import { IsNull, LessThan, MoreThan } from "typeorm";
import type { Database } from "../../../database/source.ts";
import type { Identities, RotationKey } from "../domain/identities.ts";
import { type RotationKeyRow, rotationKeyRows } from "./identity-row.ts";

/** The rotation keys of a database's identities. */
export function storedRotationKeys(database: Database): Pick<Identities, "latestRotationKey" | "addRotationKey"> {
  async function latest(identityId: string): Promise<RotationKey | undefined> {
    const row = await database.manager.findOne(rotationKeyRows, { where: { identityId }, order: { version: "DESC" } });
    return row === null ? undefined : toRotationKey(row);
  }

  return {
    latestRotationKey: latest,

    async addRotationKey(identityId, seal, at, previousEndsAt, alongside) {
      const version = ((await latest(identityId))?.version ?? 0) + 1;
      const key: RotationKey = {
        identityId,
        version,
        sealedSecret: await seal(version),
        createdAt: at,
        endsAt: undefined,
      };
      try {
        await database.transact(async (writer) => {
          await writer.update(rotationKeyRows, { identityId, version: version - 1 }, { endsAt: previousEndsAt });
          const older = { identityId, version: LessThan(version - 1) };
          await writer.update(rotationKeyRows, { ...older, endsAt: IsNull() }, { endsAt: at });
          await writer.update(rotationKeyRows, { ...older, endsAt: MoreThan(at) }, { endsAt: at });
          // The second of two concurrent additions violates the primary key, and is rolled back entirely.
          await writer.insert(rotationKeyRows, toRotationKeyRow(key));
          await alongside?.(writer);
        });
        return key;
      } catch (error) {
        if (database.dialect.isDuplicateKey(error)) return undefined;
        throw error;
      }
    },
  };
}

export function toRotationKeyRow(key: RotationKey): RotationKeyRow {
  return { ...key, sealedSecret: Buffer.from(key.sealedSecret), endsAt: key.endsAt ?? null };
}

function toRotationKey(row: RotationKeyRow): RotationKey {
  return { ...row, endsAt: row.endsAt ?? undefined };
}
