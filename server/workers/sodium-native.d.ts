/** What is used of it, since it has no types of its own. */
declare module "sodium-native" {
  export function crypto_sign_verify_detached(
    signature: Uint8Array,
    message: Uint8Array,
    publicKey: Uint8Array,
  ): boolean;
}
