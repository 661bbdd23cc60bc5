//! Rotating tokens.

use serde::Serialize;

use crate::Credentials;
use crate::bytes::base64url;
use crate::cryptography::{hkdf, hmac, sha256};

/// Terms of one token.
#[derive(Debug)]
pub(crate) struct TokenTerms<'a> {
    pub audience: &'a str,
    pub client_id: &'a str,
    pub scope: &'a str,
    /// Higher than that of every earlier token.
    pub counter: u64,
    /// The service's rotation window in seconds.
    pub window: u64,
    /// At most the window.
    pub lifetime: u64,
    /// Time of minting, in seconds since 1970.
    pub issued_at: u64,
    pub token_id: [u8; 16],
    pub challenge: Option<&'a str>,
    pub channel_binding: Option<&'a [u8; 32]>,
}

#[derive(Serialize)]
struct Header<'a> {
    typ: &'a str,
    alg: &'a str,
    kid: &'a str,
}

#[derive(Serialize)]
struct Claims<'a> {
    sub: &'a str,
    aud: &'a str,
    client_id: &'a str,
    scope: &'a str,
    iat: u64,
    exp: u64,
    jti: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    chal: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cb: Option<String>,
    rot: Rotation,
}

#[derive(Serialize)]
struct Rotation {
    kid: String,
    w: u64,
    n: u64,
    code: String,
}

/// Mints a token (docs/rotating-token.md).
pub(crate) fn mint(credentials: &Credentials, terms: &TokenTerms<'_>) -> String {
    let header = segment(&Header { typ: "wrt+jwt", alg: "EdDSA", kid: &credentials.key_id });
    let mut claims = Claims {
        sub: &credentials.identity_id,
        aud: terms.audience,
        client_id: terms.client_id,
        scope: terms.scope,
        iat: terms.issued_at,
        exp: terms.issued_at + terms.lifetime,
        jti: base64url(&terms.token_id),
        chal: terms.challenge,
        cb: terms.channel_binding.map(|binding| base64url(binding)),
        rot: Rotation {
            kid: format!("v{}", credentials.rotation_version),
            w: terms.issued_at / terms.window,
            n: terms.counter,
            code: String::new(),
        },
    };
    claims.rot.code = base64url(&code(credentials, terms, &digest(&header, &claims), claims.rot.w));
    let input = format!("{header}.{}", segment(&claims));
    let signature = base64url(&credentials.sign(input.as_bytes()));
    format!("{input}.{signature}")
}

fn digest(header: &str, claims: &Claims<'_>) -> [u8; 32] {
    let mut bytes = Vec::new();
    for text in ["platonic rotation claims v1", header, claims.sub, claims.aud, claims.client_id, claims.scope] {
        push_text(&mut bytes, text);
    }
    bytes.extend(claims.iat.to_be_bytes());
    bytes.extend(claims.exp.to_be_bytes());
    let binding = claims.cb.as_deref().unwrap_or_default();
    for text in [&claims.jti, claims.chal.unwrap_or_default(), binding, &claims.rot.kid] {
        push_text(&mut bytes, text);
    }
    sha256(&[&bytes])
}

/// Computes the code, by a key that is derived for the client alone.
fn code(credentials: &Credentials, terms: &TokenTerms<'_>, digest: &[u8; 32], window: u64) -> [u8; 32] {
    let version = credentials.rotation_version;
    let info = format!("platonic rotation v{version}|{}", terms.client_id);
    let key = hkdf(credentials.identity_id.as_bytes(), &credentials.rotation_secret, info.as_bytes());
    let mut bytes = Vec::new();
    push_text(&mut bytes, "platonic rotation code v1");
    bytes.extend(version.to_be_bytes());
    bytes.extend(window.to_be_bytes());
    bytes.extend(terms.counter.to_be_bytes());
    bytes.extend(digest);
    hmac(&key, &bytes)
}

/// Appends a text as its length in 4 bytes and UTF-8.
fn push_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend(u32::try_from(text.len()).expect("texts of tokens are short").to_be_bytes());
    bytes.extend(text.as_bytes());
}

fn segment(part: &impl Serialize) -> String {
    base64url(&serde_json::to_vec(part).expect("texts and numbers have a form in JSON"))
}
