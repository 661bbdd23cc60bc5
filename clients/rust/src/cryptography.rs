//! Signatures, hashes and random bytes, by ring, which TLS uses, too.

use std::sync::Arc;

use ring::digest::{self, SHA256};
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::hmac::{self, HMAC_SHA256};
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};

use crate::{Error, Reason};

/// An Ed25519 key that signs.
#[derive(Clone)]
pub(crate) struct SigningKey {
    private: [u8; 32],
    pair: Arc<Ed25519KeyPair>,
}

impl SigningKey {
    pub(crate) fn new(private: [u8; 32]) -> Self {
        let pair = Ed25519KeyPair::from_seed_unchecked(&private).expect("any 32 bytes are a private key");
        Self { private, pair: Arc::new(pair) }
    }

    pub(crate) fn private(&self) -> &[u8; 32] {
        &self.private
    }

    pub(crate) fn public(&self) -> [u8; 32] {
        self.pair.public_key().as_ref().try_into().expect("a public key has 32 bytes")
    }

    pub(crate) fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.pair.sign(bytes).as_ref().try_into().expect("a signature has 64 bytes")
    }
}

/// Verifies an Ed25519 signature by the strict rules of RFC 8032.
pub(crate) fn is_signed_by(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    !is_weak(key) && UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok()
}

/// Whether a key is a point of small order, by which signatures could be valid for many messages, or is not encoded as it must be.
fn is_weak(key: &[u8]) -> bool {
    /// The coordinates y of the points of small order, but for 0, 1 and -1.
    const OF_ORDER_8: [[u8; 32]; 2] = [
        *b"\xc7\x17\x6a\x70\x3d\x4d\xd8\x4f\xba\x3c\x0b\x76\x0d\x10\x67\x0f\x2a\x20\x53\xfa\x2c\x39\xcc\xc6\x4e\xc7\xfd\x77\x92\xac\x03\x7a",
        *b"\x26\xe8\x95\x8f\xc2\xb2\x27\xb0\x45\xc3\xf4\x89\xf2\xef\x98\xf0\xd5\xdf\xac\x05\xd3\xc6\x33\x39\xb1\x38\x02\x88\x6d\x53\xfc\x05",
    ];
    let Ok(mut y) = <[u8; 32]>::try_from(key) else { return true };
    y[31] &= 0x7f;
    let [first, middle @ .., last] = y;
    let is_small = first <= 1 && last == 0 && middle == [0; 30];
    // At least -1 modulo the prime 2^255 - 19.
    let is_large = first >= 0xec && last == 0x7f && middle == [0xff; 30];
    is_small || is_large || OF_ORDER_8.contains(&y)
}

/// Computes SHA-256 of parts that follow one another.
pub(crate) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut context = digest::Context::new(&SHA256);
    parts.iter().for_each(|part| context.update(part));
    context.finish().as_ref().try_into().expect("SHA-256 has 32 bytes")
}

/// Computes HMAC-SHA-256.
pub(crate) fn hmac(key: &[u8], bytes: &[u8]) -> [u8; 32] {
    let tag = hmac::sign(&hmac::Key::new(HMAC_SHA256, key), bytes);
    tag.as_ref().try_into().expect("HMAC-SHA-256 has 32 bytes")
}

/// Verifies HMAC-SHA-256 in constant time.
pub(crate) fn is_hmac(key: &[u8], bytes: &[u8], tag: &[u8]) -> bool {
    hmac::verify(&hmac::Key::new(HMAC_SHA256, key), bytes, tag).is_ok()
}

/// Derives a key by HKDF-SHA-256.
pub(crate) fn hkdf(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; 32] {
    let mut key = [0; 32];
    let extracted = Salt::new(HKDF_SHA256, salt).extract(secret);
    let expanded = extracted.expand(&[info], HKDF_SHA256).and_then(|expanded| expanded.fill(&mut key).map(|()| key));
    expanded.expect("HKDF gives 32 bytes")
}

/// Returns random bytes of the operating system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| Error::new(Reason::Unknown, "the operating system gives no random bytes"))?;
    Ok(bytes)
}
