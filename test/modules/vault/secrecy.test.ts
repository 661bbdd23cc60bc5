import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { pino } from "pino";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { temporaryDatabase } from "../../support/database/temporary-database.ts";
import { passphrase } from "../../support/vault/constants.ts";
import { openedVault, placeOf } from "../../support/vault/opened.ts";
import { containsSecret } from "../../support/vault/secret-encodings.ts";
import { storedKey } from "../../support/vault/stored-key.ts";

/** Every key that was made or unwrapped since the test began: the bytes that were handed over, and a copy. */
const seen = vi.hoisted(() => [] as { handed: Uint8Array; copy: Buffer; name: string }[]);

vi.mock("node:crypto", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:crypto")>();
  const see = (name: string, handed: Uint8Array) => seen.push({ handed, copy: Buffer.from(handed), name });
  return {
    ...real,
    randomBytes(size: number) {
      const bytes = real.randomBytes(size);
      if (size === 32) see("random", bytes);
      return bytes;
    },
    createSecretKey(bytes: Buffer) {
      see("secret key", bytes);
      return real.createSecretKey(bytes);
    },
    createPrivateKey(input: { key: Buffer }) {
      see("private key", input.key);
      return real.createPrivateKey(input as Parameters<typeof real.createPrivateKey>[0]);
    },
    generateKeyPairSync(type: "ed25519") {
      const pair = real.generateKeyPairSync(type);
      const [made, opened] = [pair.privateKey, pair.privateKey.export.bind(pair.privateKey)];
      made.export = ((options: { format: "der"; type: "pkcs8" }) => {
        const bytes = opened(options);
        see("private key", bytes);
        return bytes;
      }) as typeof made.export;
      return pair;
    },
  };
});

/** Secret bytes of the keys: of a private key, the last 32 bytes of its PKCS #8 form. */
function secretsSeen(): Buffer[] {
  return seen.map(({ copy }) => copy.subarray(-32));
}

beforeEach(() => {
  seen.length = 0;
});

/** Calls every operation of the vault, and collects its answers, errors and log lines. */
async function useAll() {
  const shown: unknown[] = [];
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => lines.push(line) });
  const database = await temporaryDatabase();
  const records = storedVaultRecords(database);
  const vault = await openedVault({ records, report: (error) => log.error({ err: error }) });
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      shown.push(await work());
    } catch (error) {
      shown.push(error);
      log.error({ err: error });
    }
  };
  const owner = { identity: "alice", purpose: "signing" };
  const keys = [await storedKey(vault, owner), await storedKey(vault, owner)] as const;
  const sealed = await vault.seal(placeOf(), Buffer.from("secret"));
  const privateKey = (await records.signingKey(keys[0].keyId))?.sealedPrivateKey as Uint8Array;
  const privatePlace = { table: "vault_signing_keys", column: "sealed_private_key", row: keys[0].keyId, ...owner };
  const again = await openedVault({ records });
  for (const instance of [vault, again]) {
    await attempt(() => instance.sign(keys[0].keyId, Buffer.from("message")));
    await attempt(() => instance.sign("unknown", Buffer.from("message")));
    await attempt(() => instance.sign(keys[0].keyId, "no bytes" as unknown as Uint8Array));
    await attempt(() => instance.open(placeOf({ row: "8" }), sealed));
    await attempt(() => instance.open(privatePlace, privateKey));
    await attempt(() => instance.seal(placeOf({ table: "" }), sealed));
    await attempt(() => instance.rotateNow());
    await attempt(() => instance.status());
  }
  await attempt(() => vault.destroyKey(keys[1].keyId));
  await attempt(() => openedVault({ records, passphrase: "incorrect passphrase" }));
  await database.manager.query("UPDATE vault_signing_keys SET sealed_private_key = x'00' WHERE id = ?", [
    keys[1].keyId,
  ]);
  await attempt(() => storedKey(again, { ...owner, identity: "bob" }));
  await database.manager.query("ALTER TABLE vault_signing_keys RENAME COLUMN sealed_private_key TO away");
  await attempt(() => storedKey(vault, owner));
  await attempt(() => vault.sign("another", Buffer.from("message")));
  shown.push(vault, again, keys);
  await vault.close();
  await again.close();
  await database.close();
  const written = Buffer.concat(
    readdirSync(database.dataDirectory).map((file) => readFileSync(join(database.dataDirectory, file))),
  );
  const printed = Buffer.from(
    inspect(shown, { depth: 20, showHidden: true, maxArrayLength: null, maxStringLength: null }),
  );
  return {
    written,
    printed,
    lines: Buffer.from(lines.join("")),
    keys,
    errors: shown.filter((value) => value instanceof Error),
  };
}

describe("secrets of the vault", () => {
  it("are found nowhere in the database, the log, the answers and the errors, however they are spelled", async () => {
    const { written, printed, lines, errors } = await useAll();
    const secrets = [...secretsSeen(), Buffer.from(passphrase)];
    expect(new Set(seen.map(({ name }) => name))).toEqual(new Set(["random", "secret key", "private key"]));
    expect(secrets.length).toBeGreaterThan(20);
    expect(errors.length).toBeGreaterThan(8);
    for (const [index, secret] of secrets.entries()) {
      // The first value is the salt, which is stored and not secret.
      const isSalt = index === 0;
      for (const place of [written, printed, lines])
        expect(containsSecret(place, secret), `${seen[index]?.name} ${index}`).toBe(isSalt && place === written);
    }
  });

  it("would be found if they were there", async () => {
    const { written, printed, keys } = await useAll();
    const publicKey = Buffer.from(keys[0].publicKey);
    expect(containsSecret(written, publicKey)).toBe(true);
    expect(containsSecret(printed, Buffer.from(keys[0].keyId))).toBe(true);
    for (const spelling of ["hex", "base64", "base64url"] as const) {
      const text = Buffer.concat([Buffer.of(1), publicKey, Buffer.of(2, 3)]).toString(spelling);
      expect(containsSecret(Buffer.from(text), publicKey), spelling).toBe(true);
    }
  });

  it("are zeroed in memory when they have been used", async () => {
    await useAll();
    const left = seen.filter(({ handed, name }) => name !== "random" && handed.some((byte) => byte !== 0));
    expect(left.map(({ name }) => name)).toEqual([]);
    // Random bytes that are left are the salt and the check value, which are no keys.
    const drawn = seen.filter(({ handed, name }) => name === "random" && handed.some((byte) => byte !== 0));
    expect(drawn.length).toBe(2);
  });

  it("are not part of an error", async () => {
    const { errors } = await useAll();
    for (const error of errors.filter(({ name }) => name === "VaultError")) {
      expect(Object.keys(error).sort()).toEqual(["name", "reason"]);
      expect(error.cause).toBeUndefined();
    }
  });
});
