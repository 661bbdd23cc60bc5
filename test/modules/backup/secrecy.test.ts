import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect as show } from "node:util";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { mintSessionToken } from "../../../server/access/authentication/session-token.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { passphrase, quickStretching } from "../../support/vault/constants.ts";
import { containsSecret } from "../../support/vault/secret-encodings.ts";
import { openBackupFixture, passphraseBytes, restore } from "./backup-fixture.ts";

/** Every key that was made or opened since the test began: the bytes that were handed over, and a copy. */
const seen = vi.hoisted(() => [] as { readonly handed: Uint8Array; readonly copy: Buffer }[]);

vi.mock("node:crypto", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:crypto")>();
  const see = (handed: Uint8Array) => void seen.push({ handed, copy: Buffer.from(handed) });
  return {
    ...real,
    createSecretKey(bytes: Buffer) {
      see(bytes);
      return real.createSecretKey(bytes);
    },
    createPrivateKey(input: { key: Buffer }) {
      see(input.key);
      return real.createPrivateKey(input as Parameters<typeof real.createPrivateKey>[0]);
    },
  };
});

beforeEach(() => {
  seen.length = 0;
});

/** The content of all files below a folder. */
function filesIn(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
}

it("a backup shows no personal or secret data, not even data that the database stores in the clear", async () => {
  const dataDirectory = temporaryDirectory();
  const directory = temporaryDirectory();
  let copied: Buffer = Buffer.alloc(0);
  const shown: unknown[] = [];
  const fixture = await openBackupFixture(
    { dataDirectory },
    {
      directory,
      afterStep(step) {
        if (step === "copied") copied = filesIn(dataDirectory);
      },
    },
  );
  onTestFinished(() => fixture.close());
  const email = "somebody.in.particular@example.org";
  const id = await fixture.addIdentity(email);
  const code = "7305 1628";
  const challenge = { table: "verification_challenges", column: "sealed_secret", row: "1", identity: id };
  const sealed = await fixture.vault.seal({ ...challenge, purpose: "verification" }, Buffer.from(code));
  const sessionId = randomUUID();
  const { token, digest } = mintSessionToken(sessionId);
  const [username, publicName] = ["u-quite-unmistakable", "Somebody Unmistakable"];
  const { manager } = fixture.database;
  await manager.query("UPDATE identities SET username = ?, display_name = ?", [username, publicName]);
  await manager.query(
    "INSERT INTO verification_challenges (id, identity_id, method, target, state, attempts, attempts_max, created_at, " +
      "expires_at, sealed_secret) VALUES ('1', ?, 'EMAIL', 'BASIC', 'PENDING', 0, 5, 1, 2, ?)",
    [id, Buffer.from(sealed)],
  );
  const session = [sessionId, id, digest];
  await manager.query(
    "INSERT INTO sessions (id, identity_id, digest, client_id, key_id, auth_level, permissions, created_at, " +
      "last_used_at, expires_at) VALUES (?, ?, ?, 'app', 'key', 1, '[]', 1, 2, 3)",
    session,
  );
  const made = await fixture.backups.create();
  shown.push(made, await fixture.backups.restoreTest(), fixture.logged, fixture.backups);
  const finding = await restore({
    path: join(directory, made.name),
    directory: join(temporaryDirectory(), "new"),
    passphrase: passphraseBytes(),
    stretching: quickStretching,
  });
  expect(finding.problems).toEqual([]);

  const backup = filesIn(directory);
  const printed = Buffer.from(show([shown, finding], { depth: 20, showHidden: true, maxStringLength: null }));
  const clear = [Buffer.from(username), Buffer.from(publicName), Buffer.from(id), Buffer.from(digest)];
  const secrets = [email, code, token, passphrase].map((text) => Buffer.from(text));
  const keys = seen.map(({ copy }) => copy.subarray(-32));
  expect(keys.length).toBeGreaterThan(8);
  // Control: it is found in the copy before that is encrypted.
  for (const value of clear) expect(containsSecret(copied, value)).toBe(true);
  for (const value of [...clear, ...secrets, ...keys, Buffer.from("SQLite format 3")]) {
    expect(containsSecret(backup, value)).toBe(false);
  }
  for (const value of [...secrets, ...keys]) {
    expect(containsSecret(copied, value)).toBe(false);
    expect(containsSecret(printed, value)).toBe(false);
  }
  expect(readdirSync(dataDirectory).filter((name) => name.startsWith(".backup"))).toEqual([]);
  // Keys are zeroed in memory after their use.
  expect(seen.filter(({ handed }) => handed.some((byte) => byte !== 0))).toEqual([]);
});

it("the passphrase is zeroed when a backup is opened, and when it is refused", async () => {
  const fixture = await openBackupFixture({ dataDirectory: temporaryDirectory() });
  onTestFinished(() => fixture.close());
  const path = join(fixture.directory, (await fixture.backups.create()).name);
  for (const text of [passphrase, "another passphrase of mine"]) {
    const bytes = passphraseBytes(text);
    const parts = { path, passphrase: bytes, stretching: quickStretching };
    await restore({ ...parts, directory: join(temporaryDirectory(), "new") }).catch((error) => error);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  }
});
