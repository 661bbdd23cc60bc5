/** Types of the sodium-native functions that we call; the package has none. */
declare module "sodium-native" {
  export function crypto_sign_verify_detached(
    signature: Uint8Array,
    message: Uint8Array,
    publicKey: Uint8Array,
  ): boolean;

  /** RFC 8439. Fills `sealed`, whose length must be exact. */
  export function crypto_aead_chacha20poly1305_ietf_encrypt(
    sealed: Uint8Array,
    plain: Uint8Array,
    associated: Uint8Array | null,
    secretNonce: null,
    nonce: Uint8Array,
    key: Uint8Array,
  ): number;

  /** Fills `plain`. Throws for a ciphertext that is not genuine. */
  export function crypto_aead_chacha20poly1305_ietf_decrypt(
    plain: Uint8Array,
    secretNonce: null,
    sealed: Uint8Array,
    associated: Uint8Array | null,
    nonce: Uint8Array,
    key: Uint8Array,
  ): number;
}
