import { EntitySchema } from "typeorm";
import { integerColumn, momentColumn } from "../../../database/columns.ts";

/** A row of `rotation_states`. */
export interface RotationStateRow {
  identityId: string;
  clientId: string;
  keyVersion: number;
  lastN: number;
  lastJti: string;
}

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
  },
});

/** A row of `authentication_challenges`: a nonce that one token may carry. */
export interface AuthenticationChallengeRow {
  challenge: string;
  endsAt: Date;
}

/** The table `authentication_challenges`. */
export const authenticationChallengeRows = new EntitySchema<AuthenticationChallengeRow>({
  name: "AuthenticationChallenge",
  tableName: "authentication_challenges",
  columns: {
    challenge: { type: "varchar", length: 64, primary: true },
    endsAt: { ...momentColumn, name: "ends_at" },
  },
});
