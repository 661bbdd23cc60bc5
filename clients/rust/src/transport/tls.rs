//! TLS, and the authorities that are trusted.

use std::sync::Arc;

use rustls::crypto::ring::default_provider;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use rustls_native_certs::load_native_certs;

use crate::{Error, Reason};

/// Returns the terms of TLS, with the certificates of authorities in PEM, or those of this machine if TLS is used.
pub(super) fn client_config(is_used: bool, roots: Option<&[u8]>) -> Result<ClientConfig, Error> {
    let trusted = match roots {
        Some(pem) => read(pem)?,
        None if is_used => of_this_machine()?,
        None => RootCertStore::empty(),
    };
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::new(Reason::Unknown, "TLS cannot be used").caused_by(error))?;
    Ok(config.with_root_certificates(trusted).with_no_client_auth())
}

fn read(pem: &[u8]) -> Result<RootCertStore, Error> {
    let invalid = |why: String| {
        let text = format!("root_certificates {why}: give the certificates of authorities in PEM");
        Error::new(Reason::ParameterInvalid, text).with_parameter("root_certificates")
    };
    let mut trusted = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| invalid(format!("cannot be read: {error:?}")))?;
        trusted.add(certificate).map_err(|error| invalid(format!("has a certificate that is none: {error}")))?;
    }
    if trusted.is_empty() { Err(invalid("has no certificate".to_owned())) } else { Ok(trusted) }
}

fn of_this_machine() -> Result<RootCertStore, Error> {
    let found = load_native_certs();
    let mut trusted = RootCertStore::empty();
    trusted.add_parsable_certificates(found.certs);
    if !trusted.is_empty() {
        return Ok(trusted);
    }
    let text = "this machine has no certificates of authorities: install its package ca-certificates, or set root_certificates";
    let error = Error::new(Reason::StateInvalid, text);
    Err(found
        .errors
        .into_iter()
        .next()
        .map_or_else(|| Error::new(Reason::StateInvalid, text), |cause| error.caused_by(cause)))
}
