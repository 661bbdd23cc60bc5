//! How a client and a service tell each other who they are.

use std::sync::{Arc, Mutex};

use http::{HeaderMap, HeaderValue};

use crate::introduction::{Introduction, VERSION, user_agent};
use crate::{Client, Reason};

/// Returns what a client warns of after answers with these versions, and the version that it tells.
fn told(versions: &[&str]) -> (Vec<String>, Option<String>) {
    let warnings: Arc<Mutex<Vec<String>>> = Arc::default();
    let list = warnings.clone();
    let warned = Arc::new(move |text: &str| list.lock().unwrap().push(text.to_owned()));
    let introduction = Introduction::new("https://wallet.example".to_owned(), Some(warned));
    for version in versions {
        let mut headers = HeaderMap::new();
        headers.insert("platonic-version", HeaderValue::from_str(version).unwrap());
        introduction.note(&headers);
    }
    (warnings.lock().unwrap().clone(), introduction.version())
}

#[test]
fn the_first_version_counts_and_what_is_none_is_ignored() {
    assert_eq!(told(&[]), (vec![], None));
    assert_eq!(told(&["moon", "", "1", "1.2", "1.2.3.4", "+1.2.3", "1.-2.3", "1.2.x"]), (vec![], None));
    assert_eq!(told(&["moon", VERSION, "9.0.0"]), (vec![], Some(VERSION.to_owned())));
    assert_eq!(told(&["0.1.9-beta.1+build"]), (vec![], Some("0.1.9-beta.1+build".to_owned())));
}

#[test]
fn a_service_that_is_older_or_newer_is_warned_of_once() {
    for (version, word) in [("0.0.9", "older"), ("0.2.0", "newer"), ("1.0.0", "newer"), ("7.0.0", "newer")] {
        let (warnings, known) = told(&[version, version, "3.3.3"]);
        assert_eq!((warnings.len(), known.as_deref()), (1, Some(version)));
        for part in [word, version, VERSION, "https://wallet.example"] {
            assert!(warnings[0].contains(part), "{}", warnings[0]);
        }
    }
}

#[test]
fn the_callers_product_comes_first_and_a_wrong_one_is_refused() {
    let header = user_agent(Some("shop/2.1")).unwrap();
    let own = user_agent(None).unwrap();
    assert_eq!(header.to_str().unwrap(), format!("shop/2.1 {}", own.to_str().unwrap()));
    assert!(own.to_str().unwrap().starts_with(&format!("platonic-client-rust/{VERSION} (rustc 1.")));
    for product in ["", " ", "shop\r\nx: y", "läden"] {
        let error = Client::builder("https://wallet.example").user_agent(product).build().unwrap_err();
        assert_eq!((error.reason(), error.parameter()), (Reason::ParameterInvalid, Some("user_agent")));
    }
}
