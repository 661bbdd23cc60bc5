import type { EntityManager } from "typeorm";
import type { Sealer } from "../../../core/sealed-column.ts";
import type { Database } from "../../../database/source.ts";
import type { Factor } from "../domain/factors.ts";
import type { EvidenceName } from "../domain/levels.ts";
import type { Method } from "../domain/methods.ts";
import { factorColumn } from "../domain/sealed-columns.ts";
import type { FactorProof } from "../domain/settlement.ts";
import { bytesOfValue } from "./sealed-values.ts";
import { type VerificationFactorRow, verificationFactorRows } from "./verification-row.ts";

/** Content of a row after a change, and the revision of the factor that it replaces. */
export interface FactorRowChange {
  readonly row: Omit<VerificationFactorRow, "revision">;
  /** Undefined if there is none. */
  readonly before: number | undefined;
}

/** Converts a proven factor to the change of a row. */
export async function toFactorProof(proof: FactorProof, vault: Sealer): Promise<FactorRowChange> {
  const { before, payload, method: name, evidence, expiresAt = null, ...rest } = proof;
  const sealed = Buffer.from(await vault.seal(contextOf({ ...rest, name }), payload));
  return { row: { ...rest, name, methods: [...evidence], expiresAt, sealed }, before };
}

/** Converts a removed factor to a row. It stays, without evidence, so that the next factor continues its revisions. */
export async function toRemovedRow(
  { identityId, method: name, at }: { readonly identityId: string; readonly method: Method; readonly at: Date },
  vault: Sealer,
): Promise<FactorRowChange["row"]> {
  const sealed = Buffer.from(await vault.seal(contextOf({ identityId, name }), bytesOfValue({})));
  return { identityId, name, methods: [], expiresAt: null, provenAt: at, sealed };
}

/** Returns the factors of an identity, except removed ones. */
export async function factorRowsOf(manager: Database["manager"], identityId: string): Promise<VerificationFactorRow[]> {
  const rows = await manager.findBy(verificationFactorRows, { identityId });
  return rows.filter(isPresent);
}

/** Stores a proven factor. Returns false if another writer came first. */
export async function proveFactorRow(writer: EntityManager, { row, before }: FactorRowChange): Promise<boolean> {
  const { identityId, name } = row;
  const stored = await writer.findOneBy(verificationFactorRows, { identityId, name });
  if ((stored !== null && isPresent(stored) ? stored.revision : undefined) !== before) return false;
  return changeRow(writer, stored, row);
}

/** Removes a factor, if there is one. Returns false if another writer came first. */
export async function removeFactorRow(writer: EntityManager, row: FactorRowChange["row"]): Promise<boolean> {
  const { identityId, name } = row;
  const stored = await writer.findOneBy(verificationFactorRows, { identityId, name });
  return stored === null || !isPresent(stored) || changeRow(writer, stored, row);
}

export async function toFactor(
  { sealed, name, methods, ...rest }: VerificationFactorRow,
  vault: Sealer,
): Promise<Factor> {
  const payload = await vault.open(contextOf({ ...rest, name }), sealed);
  const expiresAt = rest.expiresAt ?? undefined;
  return { ...rest, expiresAt, method: name as Method, evidence: methods as EvidenceName[], payload };
}

async function changeRow(
  writer: EntityManager,
  stored: VerificationFactorRow | null,
  row: FactorRowChange["row"],
): Promise<boolean> {
  if (stored === null) {
    await writer.insert(verificationFactorRows, { ...row, revision: 1 });
    return true;
  }
  const { identityId, name, ...changed } = row;
  const known = { identityId, name, revision: stored.revision };
  const revision = stored.revision + 1;
  return (await writer.update(verificationFactorRows, known, { ...changed, revision })).affected === 1;
}

function isPresent({ methods }: VerificationFactorRow): boolean {
  return methods.length > 0;
}

function contextOf({ identityId, name }: { readonly identityId: string; readonly name: string }) {
  return factorColumn.context({ identity_id: identityId, name });
}
