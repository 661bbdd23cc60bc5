/**
 * `npm run vectors`: writes the vectors of all signed or hashed bytes into `test/vectors/steps` and those of the ledger's tree
 * into `test/vectors/tree.json`, and fetches the published test vectors that tests read into `.vectors/`, which is not
 * committed. Each of those is pinned to a commit of its public repository and to its SHA-256.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeTree } from "./vectors/tree/write.ts";
import { writeVectors } from "./vectors/write.ts";

export interface PublishedFile {
  /** Path of the file below the folder. */
  readonly path: string;
  readonly url: string;
  /** SHA-256 of the published file, in hexadecimal. */
  readonly sha256: string;
  /** Selects the part that tests read; the whole file if absent. */
  readonly select?: (text: string) => string;
}

/**
 * Fetches files into a folder, one after the other. Throws for the first file that cannot be fetched or differs from
 * its pinned hash, and does not write that file.
 */
export async function fetchVectors(files: readonly PublishedFile[], folder: string): Promise<void> {
  for (const { path, url, sha256, select } of files) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answers ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const found = createHash("sha256").update(bytes).digest("hex");
    if (found !== sha256) throw new Error(`${url} is not the pinned file: it has the SHA-256 ${found}, not ${sha256}`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), select === undefined ? bytes : select(bytes.toString("utf8")));
  }
}

const github = "https://raw.githubusercontent.com";
const wycheproof = `${github}/C2SP/wycheproof/dac1dd4729fd1f8dd9e1e9f3dce51d783da6c166/testvectors_v1`;
const cacophony = `${github}/haskell-cryptography/cacophony/8ee9d41e34a1a596cfa3ab12aa4069ff87dc1247/vectors`;

export const publishedFiles: readonly PublishedFile[] = [
  {
    path: "wycheproof/aes_gcm_test.json",
    url: `${wycheproof}/aes_gcm_test.json`,
    sha256: "985e5ecc172e181eaf49e89508b9470dcf478002eb7e8559c707eb42dc97dfe7",
  },
  {
    path: "wycheproof/ed25519_test.json",
    url: `${wycheproof}/ed25519_test.json`,
    sha256: "752d2ea7d7c6cf4736381b6cbacb61f8182b126ab7cd9b058f00c50084975536",
  },
  {
    path: "wycheproof/x25519_test.json",
    url: `${wycheproof}/x25519_test.json`,
    sha256: "35c3f5231cf25cc640b524d403461deee9e49441d5d915a3a25b2c8ff5adbe7d",
  },
  {
    path: "noise-25519-aesgcm-sha256.json",
    url: `${cacophony}/cacophony.txt`,
    sha256: "3bde7c09a6f349ee11c825c50fcc02649f8f02a47c857a459206b357f9386cae",
    select: noiseVectors,
  },
];

/** Selects the handshakes, of 944, whose pattern and cipher the tests use. */
function noiseVectors(text: string): string {
  const { vectors } = JSON.parse(text) as { readonly vectors: readonly { readonly protocol_name: string }[] };
  const selected = vectors.filter(({ protocol_name }) => /^Noise_(XX|IK)_25519_AESGCM_SHA256$/.test(protocol_name));
  return `${JSON.stringify({ vectors: selected }, null, 1)}\n`;
}

if (import.meta.main) writeVectors("test/vectors/steps");
if (import.meta.main) writeTree("test/vectors/tree.json");
if (import.meta.main) await fetchVectors(publishedFiles, ".vectors");
