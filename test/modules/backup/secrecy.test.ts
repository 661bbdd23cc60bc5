import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect as show } from "node:util";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { mintSessionToken } from "../../../server/access/authentication/session-token.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { passphrase, quickStretching } from "../../support/vault/constants.ts";
import { isIn } from "../../support/vault/spellings.ts";
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

/** Every file below a folder. */
function filesIn(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
}

it("what is personal or secret stands in no backup, not even what the database has in the clear", async () => {
  const dataDirectory = temporaryDirectory();
  const directory = temporaryDirectory();
  let copied: Buffer = Buffer.alloc(0);
  const shown: unknown[] = [];
  const scene = await openBackupFixture(
    { dataDirectory },
    {
      directory,
      afterStep(step) {
        if (step === "copied") copied = filesIn(dataDirectory);
      },
    },
  );
  onTestFinished(() => scene.close());
  const email = "somebody.in.particular@example.org";
  const id = await scene.addIdentity(email);
  const code = "7305 1628";
  const challenge = { table: "verification_challenges", column: "sealed_secret", row: "1", identity: id };
  const sealed = await scene.vault.seal({ ...challenge, purpose: "verification" }, Buffer.from(code));
  const sessionId = randomUUID();
  const { token, digest } = mintSessionToken(sessionId);
  const [username, publicName] = ["u-quite-unmistakable", "Somebody Unmistakable"];
  const { manager } = scene.database;
  await manager.query("UPDATE identities SET username = ?, display_name = ?", [username, publicName]);
  await manager.query(
    `INSERT INTO verification_challenges VALUES ('1', ?, 'EMAIL', 'BASIC', 'PENDING', 0, 5, 1, 2, ?)`,
    [id, Buffer.from(sealed)],
  );
  const session = [sessionId, id, digest];
  await manager.query("INSERT INTO sessions VALUES (?, ?, ?, 'app', 'key', 1, '[]', 1, 2, 3, NULL)", session);
  const made = await scene.backups.create();
  shown.push(made, await scene.backups.restoreTest(), scene.logged, scene.backups);
  const finding = await restore({
    path: join(directory, made.name),
    directory: join(temporaryDirectory(), "new"),
    passphrase: passphraseBytes(),
    stretching: quickStretching,
  });
  expect(finding.problems).toEqual([]);

  const backup = filesIn(directory);
  const told = Buffer.from(show([shown, finding], { depth: 20, showHidden: true, maxStringLength: null }));
  const clear = [Buffer.from(username), Buffer.from(publicName), Buffer.from(id), Buffer.from(digest)];
  const secrets = [email, code, token, passphrase].map((text) => Buffer.from(text));
  const keys = seen.map(({ copy }) => copy.subarray(-32));
  expect(keys.length).toBeGreaterThan(8);
  // It would be found if it were there: the copy before it is encrypted has it.
  for (const one of clear) expect(isIn(copied, one)).toBe(true);
  for (const one of [...clear, ...secrets, ...keys, Buffer.from("SQLite format 3")]) {
    expect(isIn(backup, one)).toBe(false);
  }
  for (const one of [...secrets, ...keys]) {
    expect(isIn(copied, one)).toBe(false);
    expect(isIn(told, one)).toBe(false);
  }
  expect(readdirSync(dataDirectory).filter((name) => name.startsWith(".backup"))).toEqual([]);
  // And in memory only where they are used.
  expect(seen.filter(({ handed }) => handed.some((byte) => byte !== 0))).toEqual([]);
});

it("the passphrase is zeroed when a backup is opened, and when it is refused", async () => {
  const scene = await openBackupFixture({ dataDirectory: temporaryDirectory() });
  onTestFinished(() => scene.close());
  const path = join(scene.directory, (await scene.backups.create()).name);
  for (const text of [passphrase, "another passphrase of mine"]) {
    const bytes = passphraseBytes(text);
    const parts = { path, passphrase: bytes, stretching: quickStretching };
    await restore({ ...parts, directory: join(temporaryDirectory(), "new") }).catch((error) => error);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  }
});
