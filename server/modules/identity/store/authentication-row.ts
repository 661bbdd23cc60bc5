import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn } from "../../../database/column-list.ts";
import { integerColumn, momentColumn } from "../../../database/columns.ts";
import type { RotationPlace, RotationState } from "../domain/identities.ts";

type RotationStateRow = RotationPlace & RotationState;

/** The table `rotation_states`. */
export const rotationStateRows = new EntitySchema<RotationStateRow>({
  name: "RotationState",
  tableName: "rotation_states",
  columns: {
    identityId: { type: "varchar", length: 36, name: "identity_id", primary: true },
    clientId: { type: "varchar", length: 64, name: "client_id", primary: true },
    keyVersion: { ...integerColumn, name: "key_version", primary: true },
    lastN: { ...integerColumn, name: "last_n" },
    lastJti: { type: "varchar", length: 64, name: "last_jti" },
  } satisfies EveryColumn<RotationStateRow>,
});

export const rotationStateColumns = columnsOf(rotationStateRows);
/** Columns of the primary key: the key version of an identity's client. */
export const rotationPlaceColumns = columnsOf(rotationStateRows, ["identityId", "clientId", "keyVersion"]);
/** Columns of the last accepted token. */
export const reachedColumns = columnsOf(rotationStateRows, ["lastN", "lastJti"]);

/** A row of `authentication_challenges`: a nonce that one token may carry. */
export interface AuthenticationChallengeRow {
  challenge: string;
  endsAt: Date;
  clientId: string | null;
  scope: string | null;
  longestSeconds: number | null;
  sessionId: string | null;
}

/** The table `authentication_challenges`. */
export const authenticationChallengeRows = new EntitySchema<AuthenticationChallengeRow>({
  name: "AuthenticationChallenge",
  tableName: "authentication_challenges",
  columns: {
    challenge: { type: "varchar", length: 64, primary: true },
    endsAt: { ...momentColumn, name: "ends_at" },
    clientId: { type: "varchar", length: 64, name: "client_id", nullable: true },
    scope: { type: "varchar", length: 512, nullable: true },
    longestSeconds: { ...integerColumn, name: "longest_seconds", nullable: true },
    sessionId: { type: "varchar", length: 36, name: "session_id", nullable: true },
  },
});
