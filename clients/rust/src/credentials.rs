//! Keys with which an identity proves itself.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bytes::{base64url, from_base64url};
use crate::cryptography::SigningKey;
use crate::{Error, Reason};

/// Identity, signing key and rotation key. Whoever has them can spend the money of the wallet: store them as a secret.
#[derive(Clone)]
pub struct Credentials {
    pub(crate) identity_id: String,
    pub(crate) key_id: String,
    pub(crate) key: SigningKey,
    pub(crate) rotation_version: u32,
    pub(crate) rotation_secret: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Form {
    identity_id: String,
    key_id: String,
    private_key: String,
    rotation_key: RotationForm,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RotationForm {
    version: u32,
    secret: String,
}

impl Credentials {
    /// Reads credentials from the JSON that [`Credentials::to_json`] writes.
    ///
    /// # Errors
    ///
    /// `PARAMETER_INVALID` names the member that is malformed, and never tells its content.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let form: Form = serde_json::from_str(text).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            let text =
                format!("the credentials are not JSON with identityId, keyId, privateKey and rotationKey: see {place}");
            Error::new(Reason::ParameterInvalid, text)
        })?;
        let private: [u8; 32] = from_base64url(&form.private_key, "privateKey")?
            .try_into()
            .map_err(|_| Error::new(Reason::ParameterInvalid, "privateKey does not have 32 bytes"))?;
        let rotation_secret = from_base64url(&form.rotation_key.secret, "rotationKey.secret")?;
        if rotation_secret.len() != 32 {
            return Err(Error::new(Reason::ParameterInvalid, "rotationKey.secret does not have 32 bytes"));
        }
        let key = SigningKey::new(private);
        let rotation_version = form.rotation_key.version;
        Ok(Self { identity_id: form.identity_id, key_id: form.key_id, key, rotation_version, rotation_secret })
    }

    /// Writes the credentials as JSON, with bytes as base64url.
    pub fn to_json(&self) -> String {
        let rotation_key = RotationForm { version: self.rotation_version, secret: base64url(&self.rotation_secret) };
        let form = Form {
            identity_id: self.identity_id.clone(),
            key_id: self.key_id.clone(),
            private_key: base64url(self.key.private()),
            rotation_key,
        };
        serde_json::to_string(&form).unwrap_or_default()
    }

    /// Returns the id of the identity.
    pub fn identity_id(&self) -> &str {
        &self.identity_id
    }

    /// Returns the id of the signing key.
    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    /// Returns the public key, 32 bytes, which receipts name.
    pub fn public_key(&self) -> [u8; 32] {
        self.key.public()
    }

    /// Signs bytes by Ed25519.
    pub(crate) fn sign(&self, bytes: &[u8]) -> Vec<u8> {
        self.key.sign(bytes).to_vec()
    }
}

impl fmt::Debug for Credentials {
    /// Shows no secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { identity_id, key_id, .. } = self;
        f.debug_struct("Credentials").field("identity_id", identity_id).field("key_id", key_id).finish_non_exhaustive()
    }
}
