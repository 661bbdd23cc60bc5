import { describe, expect, test } from "vitest";
import { sealedColumns } from "../../server/app/restore-checks.ts";
import type { SealedContext } from "../../server/core/sealed-column.ts";
import { encodeContext, type Kind } from "../../server/modules/vault/context.ts";
import type {
  DataKeyRecord,
  KeyEncryptionKeyRecord,
  RootRecord,
  SigningKeyRecord,
} from "../../server/modules/vault/records.ts";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import { temporaryDatabase } from "../support/database/temporary-database.ts";
import { isSignedBy } from "../support/vault/is-signed-by.ts";
import { openedVault } from "../support/vault/opened.ts";
import { goldenVectors, hex } from "./vectors.ts";

/** A record whose times are spelled as texts. */
type Spelled<Record> = Omit<Record, "createdAt" | "destroyedAt"> & { readonly createdAt: string };

interface VaultVectors {
  readonly passphrase: string;
  readonly openedAtMs: number;
  readonly records: {
    readonly root: Required<RootRecord>;
    readonly keyEncryptionKey: Spelled<KeyEncryptionKeyRecord>;
    readonly dataKeys: readonly Spelled<DataKeyRecord>[];
    readonly signingKeys: readonly Spelled<SigningKeyRecord>[];
  };
  readonly keys: readonly {
    readonly kind: Kind;
    readonly version: number;
    readonly context: SealedContext;
    readonly bytes: Uint8Array;
  }[];
  readonly values: readonly {
    readonly by: { readonly [column: string]: string };
    readonly context: SealedContext;
    readonly bytes: Uint8Array;
    readonly plain: Uint8Array;
    readonly sealed: Uint8Array;
  }[];
  readonly message: Uint8Array;
  readonly signatures: readonly { readonly keyId: string; readonly signature: Uint8Array }[];
}

const vectors = goldenVectors<VaultVectors>("vault", [
  "salt",
  "check",
  "wrappedKey",
  "publicKey",
  "sealedPrivateKey",
  "bytes",
  "plain",
  "sealed",
  "message",
  "signature",
]);
const { keys, values, message, signatures, records: kept } = vectors;

/** The vault on the golden records. */
async function recordedVault() {
  const records = storedVaultRecords(await temporaryDatabase());
  const dated = <Record extends { createdAt: string }>({ createdAt, ...record }: Record) => {
    return { ...record, createdAt: new Date(createdAt), destroyedAt: undefined };
  };
  const { salt, iterations, check } = kept.root;
  await records.addRoot({ salt, iterations });
  await records.keepRootCheck(check as Uint8Array);
  await records.replaceActiveKey(undefined, dated(kept.keyEncryptionKey), check);
  for (const key of kept.dataKeys) await records.addDataKey(dated(key));
  for (const key of kept.signingKeys) await records.addSigningKey(dated(key));
  return openedVault({ records, passphrase: vectors.passphrase, now: () => vectors.openedAtMs });
}

describe("a context", () => {
  test.each([...keys, ...values.map((value) => ({ kind: "value" as const, version: 1, ...value }))])(
    "of a $kind in $context.table.$context.column for $context.purpose is authenticated as these bytes",
    ({ kind, context, version, bytes }) => {
      expect(hex(encodeContext(kind, context, version))).toBe(hex(bytes));
    },
  );

  test("of every sealed column follows from its row", () => {
    const contexts = values.map(({ by, context: { table, column } }) => {
      return sealedColumns.find((one) => one.table === table && one.column === column)?.context(by);
    });
    expect(contexts).toEqual(values.map(({ context }) => context));
    const covered = new Set(values.map(({ context }) => `${context.table}.${context.column}`));
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([...covered].sort());
  });
});

describe("a recorded vault", () => {
  test("opens a value of every sealed column", async () => {
    const vault = await recordedVault();
    for (const { context, plain, sealed } of values) {
      expect(hex(await vault.open(context, sealed)), `${context.table} ${context.purpose}`).toBe(hex(plain));
    }
  });

  test("signs by its keys", async () => {
    const vault = await recordedVault();
    for (const { keyId, signature } of signatures) {
      expect(hex(await vault.sign(keyId, message))).toBe(hex(signature));
      const { publicKey } = kept.signingKeys.find(({ id }) => id === keyId) as Spelled<SigningKeyRecord>;
      expect(isSignedBy(publicKey, message, signature)).toBe(true);
    }
  });
});
