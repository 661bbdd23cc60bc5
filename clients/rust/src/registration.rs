//! Registration of identities.

use crate::bytes::{base64url, from_base64url};
use crate::cryptography::{SigningKey, random};
use crate::proto::identity::v1::CreateIdentityRequest;
use crate::{Client, Credentials, Error, Reason};

impl Client {
    /// Makes an identity whose signing key never leaves this program. Store the credentials: nobody else has them.
    ///
    /// # Errors
    ///
    /// `RESOURCE_CONFLICT` if the name is taken, and what calls fail with otherwise.
    pub async fn register(&self, username: impl Into<String>) -> Result<Credentials, Error> {
        self.register_as(CreateIdentityRequest::default().with_username(username)).await
    }

    /// Makes an identity with further facts, such as an address of e-mail. A public key in the request is replaced.
    ///
    /// # Errors
    ///
    /// As [`Client::register`].
    pub async fn register_as(&self, request: CreateIdentityRequest) -> Result<Credentials, Error> {
        let key = SigningKey::new(random()?);
        let request = request.with_public_key(base64url(&key.public()));
        let answer = self.identity_service().create_identity(request).await?;
        let missing = || Error::new(Reason::Unknown, "the service returned no identity");
        let rotation_key = answer.rotation_key.into_option().ok_or_else(missing)?;
        let version = rotation_key.version.unwrap_or_default();
        let secret = rotation_key.secret.unwrap_or_default();
        Ok(Credentials {
            identity_id: answer.identity.into_option().and_then(|identity| identity.id).ok_or_else(missing)?,
            key_id: answer.signing_key.into_option().and_then(|key| key.id).ok_or_else(missing)?,
            key,
            rotation_version: u32::try_from(version).map_err(|_| missing())?,
            rotation_secret: from_base64url(&secret, "the rotation key of the answer")?,
        })
    }
}
