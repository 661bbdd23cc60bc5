import { EntitySchema } from "typeorm";

/** A row of `service_secrets`. */
export interface ServiceSecretRow {
  name: string;
  sealed: Uint8Array;
}

/** The table `service_secrets`: secrets of the service itself, sealed. */
export const serviceSecretRows = new EntitySchema<ServiceSecretRow>({
  name: "ServiceSecret",
  tableName: "service_secrets",
  columns: {
    name: { type: "varchar", length: 40, primary: true },
    sealed: { type: "blob" },
  },
});
