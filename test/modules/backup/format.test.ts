import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BackupError } from "../../../server/modules/backup/backup-error.ts";
import { chunkBytes } from "../../../server/modules/backup/chunks.ts";
import { openEncrypted, writeEncrypted } from "../../../server/modules/backup/encrypted-file.ts";
import { encodeHeader, readHeader } from "../../../server/modules/backup/header.ts";
import { newBackupRoot } from "../../../server/modules/backup/keys.ts";
import { tagBytes } from "../../../server/modules/vault/aes-gcm.ts";
import { stretchingInUse } from "../../../server/modules/vault/passphrase-root.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { Random } from "../../support/laws/random.ts";
import { lawSeed } from "../../support/laws/seed.ts";
import { quickStretching } from "../../support/vault/constants.ts";
import { passphraseBytes } from "./backup-fixture.ts";

const sealedChunk = chunkBytes + tagBytes;
const root = await newBackupRoot(passphraseBytes(), quickStretching);

/** The bytes of an encrypted file with this content. */
async function encrypted(content: Uint8Array): Promise<Buffer> {
  const path = join(temporaryDirectory(), "file");
  await writeEncrypted(path, `${path}.partial`, root, contentOf([content]), () => undefined);
  return readFileSync(path);
}

function contentOf(pieces: Iterable<Uint8Array>) {
  return { kind: "sqlite", createdAt: new Date(0), serviceVersion: "0.0.0", bytes: streamOf(pieces) } as const;
}

async function* streamOf(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** The content of an encrypted file, or the reason why it does not open. */
async function opened(file: Uint8Array, text?: string, stretching = quickStretching): Promise<Buffer | string> {
  const path = join(temporaryDirectory(), "file");
  writeFileSync(path, file);
  try {
    const { content, close } = await openEncrypted(path, passphraseBytes(text), stretching);
    try {
      const pieces = [];
      for await (const bytes of content) pieces.push(bytes);
      return Buffer.concat(pieces);
    } finally {
      await close();
    }
  } catch (error) {
    return (error as BackupError).reason ?? String(error);
  }
}

function headerLength(file: Buffer): number {
  return readHeader(file).bytes.length;
}

/** The chunks of a file, after its header. */
function chunksOf(file: Buffer): { header: Buffer; chunks: Buffer[] } {
  const start = headerLength(file);
  const chunks = [];
  for (let at = start; at < file.length; at += sealedChunk) chunks.push(file.subarray(at, at + sealedChunk));
  return { header: file.subarray(0, start), chunks };
}

describe("an encrypted file", () => {
  it.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 3 * chunkBytes + 7])(
    "gives back %i bytes as they were",
    async (size) => {
      const content = randomBytes(size);
      const file = await encrypted(content);
      expect(content.equals((await opened(file)) as Buffer)).toBe(true);
      expect(file.length).toBe(headerLength(file) + size + tagBytes * Math.max(1, Math.ceil(size / chunkBytes)));
    },
  );

  it("gives the bytes back in whatever pieces they were written", async () => {
    const content = randomBytes(2 * chunkBytes + 100);
    const pieces = [0, 1, 60_000, 60_000, chunkBytes, content.length].map((end, index, ends) =>
      content.subarray(index === 0 ? 0 : ends[index - 1], end),
    );
    const path = join(temporaryDirectory(), "file");
    await writeEncrypted(path, `${path}.partial`, root, contentOf(pieces), () => undefined);
    expect(content.equals((await opened(readFileSync(path))) as Buffer)).toBe(true);
  });

  it("differs each time, although the content is the same", async () => {
    const [first, second] = [await encrypted(Buffer.alloc(1_000)), await encrypted(Buffer.alloc(1_000))];
    expect(chunksOf(first).chunks).not.toEqual(chunksOf(second).chunks);
    expect(readHeader(first).facts.fileSalt).not.toEqual(readHeader(second).facts.fileSalt);
  });

  it("is refused when any one of its bits is flipped", { tags: ["slow/exhaustive"] }, async () => {
    const file = await encrypted(randomBytes(100));
    for (let bit = 0; bit < file.length * 8; bit++) {
      const flipped = Buffer.from(file);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(await opened(flipped), `bit ${bit}`).toBe(bit < 15 * 8 ? "not-a-backup" : "damaged");
    }
  });

  it("is refused when a bit of any of many chunks is flipped", async () => {
    const file = await encrypted(randomBytes(4 * chunkBytes));
    const start = headerLength(file);
    const random = new Random(lawSeed);
    for (let round = 0; round < 50; round++) {
      const at = start + Math.floor(((round + random.next()) * (file.length - start)) / 50);
      const flipped = Buffer.from(file);
      flipped[at] = (flipped[at] as number) ^ (1 << random.below(8));
      expect(await opened(flipped), `byte ${at}`).toBe("damaged");
    }
  });

  it("is refused when it is cut off anywhere", async () => {
    const file = await encrypted(randomBytes(100));
    for (let length = 0; length < file.length; length++) {
      const reason = length < 20 ? "not-a-backup" : "damaged";
      expect(await opened(file.subarray(0, length)), `${length} bytes`).toBe(reason);
    }
  });

  it("is refused when it is cut off between two chunks, or is without its last one", async () => {
    const { header, chunks } = chunksOf(await encrypted(randomBytes(3 * chunkBytes)));
    for (const count of [0, 1, 2]) {
      expect(await opened(Buffer.concat([header, ...chunks.slice(0, count)])), `${count} chunks`).toBe("damaged");
    }
  });

  it("is refused when chunks are swapped, doubled, left out or of another file", async () => {
    const { header, chunks } = chunksOf(await encrypted(randomBytes(3 * chunkBytes)));
    const other = chunksOf(await encrypted(randomBytes(3 * chunkBytes)));
    const [a, b, c] = chunks as [Buffer, Buffer, Buffer];
    for (const order of [[b, a, c], [a, a, b, c], [a, c], [c], [other.chunks[0] as Buffer, b, c], [a, b, c, c]]) {
      expect(await opened(Buffer.concat([header, ...order]))).toBe("damaged");
    }
    expect(await opened(Buffer.concat([other.header, a, b, c]))).toBe("damaged");
    expect(await opened(Buffer.concat([header, a, b, c]))).toBeInstanceOf(Buffer);
  });

  it.each([1, 15, 16, 17, sealedChunk])("is refused when %i bytes are appended", async (count) => {
    for (const size of [100, chunkBytes]) {
      const file = await encrypted(randomBytes(size));
      for (const more of [Buffer.alloc(count), randomBytes(count)]) {
        expect(await opened(Buffer.concat([file, more]))).toBe("damaged");
      }
    }
  });

  it("distinguishes another passphrase from damage", async () => {
    const file = await encrypted(randomBytes(100));
    expect(await opened(file, "incorrect horse battery staple")).toBe("wrong-passphrase");
    file[file.length - 1] = (file.at(-1) as number) ^ 1;
    expect(await opened(file, "incorrect horse battery staple")).toBe("wrong-passphrase");
    expect(await opened(file)).toBe("damaged");
  });

  it("is refused when its passphrase was stretched less than the service does, or excessively", async () => {
    expect(await opened(await encrypted(randomBytes(100)), undefined, stretchingInUse)).toBe("weak-stretching");
    const facts = { ...contentOf([]), salt: randomBytes(32), fileSalt: randomBytes(32) };
    const { bytes: _, ...rest } = facts;
    for (const iterations of [0, 10_000_001, 2 ** 40]) {
      const header = encodeHeader({ ...rest, iterations }, randomBytes(32));
      expect(await opened(header)).toBe("weak-stretching");
    }
  });

  it("is refused when its header was changed, although the digest of the header matches", async () => {
    const file = await encrypted(randomBytes(100));
    const { facts, check } = readHeader(file);
    const content = file.subarray(headerLength(file));
    const rewritten = (members: object) => Buffer.concat([encodeHeader({ ...facts, ...members }, check), content]);
    expect(await opened(rewritten({}))).toBeInstanceOf(Buffer);
    for (const members of [{ createdAt: new Date(1) }, { kind: "mysql" }, { serviceVersion: "9.0.0" }]) {
      expect(await opened(rewritten(members))).toBe("damaged");
    }
    expect(await opened(rewritten({ kind: "oracle" }))).toBe("damaged");
    expect(await opened(rewritten({ salt: randomBytes(32) }))).toBe("wrong-passphrase");
  });

  it("is refused when it is no backup", async () => {
    for (const file of [Buffer.alloc(0), Buffer.from("SQLite format 3\0"), randomBytes(100_000)]) {
      expect(await opened(file)).toBe("not-a-backup");
    }
  });

  it("leaves no file, not even a partial one, when its content breaks off", async () => {
    const folder = temporaryDirectory();
    const breaking = (async function* () {
      yield randomBytes(200_000);
      throw new Error("the copy broke off");
    })();
    const path = join(folder, "file");
    const content = { ...contentOf([]), bytes: breaking };
    await expect(writeEncrypted(path, `${path}.partial`, root, content, () => undefined)).rejects.toThrow("broke off");
    expect(readdirSync(folder)).toEqual([]);
  });
});
