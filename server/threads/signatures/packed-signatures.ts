/** A signature to be checked with Ed25519. */
export interface SignatureClaim {
  readonly message: Uint8Array;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

const keyBytes = 32;
const signatureBytes = 64;
const lengthBytes = 4;

/**
 * Packs claims into one buffer, since each object sent to another thread has a cost. Each claim is encoded as the
 * length of its message, its key, its signature and its message.
 */
export function packClaims(claims: readonly SignatureClaim[]): Uint8Array<ArrayBuffer> {
  const size = claims.reduce((sum, { message }) => sum + headBytes + message.length, 0);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  let place = 0;
  for (const { message, publicKey, signature } of claims) {
    view.setUint32(place, message.length);
    packed.set(publicKey, place + lengthBytes);
    packed.set(signature, place + lengthBytes + keyBytes);
    packed.set(message, place + headBytes);
    place += headBytes + message.length;
  }
  return packed;
}

/** Yields the claims as views of the packed buffer. */
export function* unpackClaims(packed: Uint8Array): Generator<SignatureClaim> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let place = 0; place < packed.length; ) {
    const signatureAt = place + lengthBytes + keyBytes;
    const messageAt = place + headBytes;
    const end = messageAt + view.getUint32(place);
    yield {
      publicKey: packed.subarray(place + lengthBytes, signatureAt),
      signature: packed.subarray(signatureAt, messageAt),
      message: packed.subarray(messageAt, end),
    };
    place = end;
  }
}

const headBytes = lengthBytes + keyBytes + signatureBytes;
