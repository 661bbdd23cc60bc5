import { createHash, createHmac, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from "node:crypto";

/** Encoding of a part's value as bytes. Numbers are big-endian, except `varint`, which is protobuf's. */
export type Encoding = "utf8" | "u8" | "u16" | "u32" | "u64" | "u128" | "varint" | "hex" | "step";

/** A part of joined bytes. `value` is a text, a number in decimal digits, or the name of an earlier step. */
export interface Part {
  readonly name: string;
  readonly as: Encoding;
  readonly value: string;
  readonly hex: string;
}

export interface Step {
  readonly name: string;
  readonly do: string;
  readonly [member: string]: unknown;
}

/** A vector: its input, every step to its bytes, and the result of a verifier. */
export interface Vector {
  readonly name: string;
  readonly purpose?: string;
  readonly input: unknown;
  readonly steps: readonly Step[];
  /** Why the service refuses it; absent if it accepts it. */
  readonly refused?: string;
}

/** A part as given: its name, its encoding and its value. */
export type Given = readonly [name: string, as: Encoding, value: string | number | bigint];

/** Records and computes the steps that lead to bytes. Later steps refer to earlier ones by name. */
export class Trace {
  readonly steps: Step[] = [];
  readonly #bytes = new Map<string, Buffer>();

  bytesOf(step: string): Buffer {
    const bytes = this.#bytes.get(step);
    if (bytes === undefined) throw new Error(`there is no step ${step}`);
    return bytes;
  }

  join(name: string, given: readonly Given[]): Buffer {
    const parts = given.map(([part, as, value]): Part => {
      const bytes = as === "step" ? this.bytesOf(String(value)) : encoded(as, value);
      return { name: part, as, value: String(value), hex: bytes.toString("hex") };
    });
    return this.#add(name, "join", { parts }, Buffer.from(parts.map(({ hex }) => hex).join(""), "hex"));
  }

  sha256(name: string, of: string): Buffer {
    return this.#add(name, "sha-256", { of }, createHash("sha256").update(this.bytesOf(of)).digest());
  }

  hmac(name: string, key: string, of: string): Buffer {
    return this.#add(
      name,
      "hmac-sha-256",
      { key, of },
      createHmac("sha256", this.bytesOf(key)).update(this.bytesOf(of)).digest(),
    );
  }

  hkdf(name: string, key: string, salt: string, info: string): Buffer {
    const bytes = hkdfSync("sha256", this.bytesOf(key), this.bytesOf(salt), this.bytesOf(info), 32);
    return this.#add(name, "hkdf-sha-256", { key, salt, info, length: 32 }, Buffer.from(bytes));
  }

  base64url(name: string, of: string): Buffer {
    return this.#add(name, "base64url", { of }, Buffer.from(this.bytesOf(of).toString("base64url"), "ascii"));
  }

  /** Adds the first 80 bits in Crockford's base32, in groups of four characters, as ASCII. */
  code(name: string, of: string): Buffer {
    const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let rest = BigInt(`0x${this.bytesOf(of).subarray(0, 10).toString("hex")}`);
    let text = "";
    for (let place = 0; place < 16; place++, rest >>= 5n) {
      text = `${alphabet[Number(rest & 31n)]}${place > 0 && place % 4 === 0 ? "-" : ""}${text}`;
    }
    return this.#add(name, "crockford-80", { of }, Buffer.from(text, "ascii"));
  }

  /** Signs, and verifies with the public key. */
  sign(name: string, seed: string, of: string): Buffer {
    const signature = sign(null, this.bytesOf(of), privateKeyOf(seed));
    this.#add(name, "ed25519-sign", { seed, of }, signature);
    this.verify(`${name} is valid`, publicKeyOf(seed), of, name, true);
    return signature;
  }

  verify(name: string, publicKey: string, of: string, signature: string, valid: boolean): void {
    const x = Buffer.from(publicKey, "hex").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    const isValid = verify(null, this.bytesOf(of), key, this.bytesOf(signature));
    if (isValid !== valid) throw new Error(`${name}: the signature is ${isValid ? "" : "not "}valid`);
    this.steps.push({ name, do: "ed25519-verify", publicKey, of, signature, valid });
  }

  /** Says whether two steps have the same bytes. */
  compare(name: string, of: string, to: string, equal: boolean): void {
    if (this.bytesOf(of).equals(this.bytesOf(to)) !== equal) throw new Error(`${name}: not ${equal}`);
    this.steps.push({ name, do: "compare", of, to, equal });
  }

  #add(name: string, what: string, members: object, bytes: Buffer): Buffer {
    if (this.#bytes.has(name)) throw new Error(`there are two steps ${name}`);
    this.#bytes.set(name, bytes);
    this.steps.push({ name, do: what, ...members, bytes: bytes.toString("hex") });
    return bytes;
  }
}

/** Returns the public key of an example's seed, as in `test/vectors/signing.json`. */
export function publicKeyOf(seed: string): string {
  const { x } = createPublicKey(privateKeyOf(seed)).export({ format: "jwk" });
  return Buffer.from(x as string, "base64url").toString("hex");
}

function privateKeyOf(seed: string) {
  // The prefix of the seed in its PrivateKeyInfo (RFC 8410, section 7).
  const key = Buffer.from(`302e020100300506032b657004220420${seed}`, "hex");
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

const widths = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16 } as const;

function encoded(as: Exclude<Encoding, "step">, value: string | number | bigint): Buffer {
  if (as === "utf8") return Buffer.from(String(value), "utf8");
  if (as === "hex") return Buffer.from(String(value), "hex");
  if (as === "varint") return varint(BigInt(value));
  return Buffer.from(
    BigInt(value)
      .toString(16)
      .padStart(2 * widths[as], "0"),
    "hex",
  );
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
