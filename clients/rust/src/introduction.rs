//! How a client and a service tell each other who they are.

use std::cmp::Ordering;
use std::sync::{Arc, Mutex};

use http::{HeaderMap, HeaderValue};

use crate::{Error, Reason};

/// Version of this client.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Header of an answer with the version of the service.
const VERSION_HEADER: &str = "platonic-version";

/// A function that is told of what calls go on in spite of.
pub(crate) type Warned = Arc<dyn Fn(&str) + Send + Sync>;

/// Returns the header by which requests name this client, with the caller's own product before it.
pub(crate) fn user_agent(product: Option<&str>) -> Result<HeaderValue, Error> {
    let (runtime, system, processor) = (env!("PLATONIC_RUSTC"), std::env::consts::OS, std::env::consts::ARCH);
    let own = format!("platonic-client-rust/{VERSION} (rustc {runtime}; {system} {processor})");
    let Some(product) = product else {
        return HeaderValue::try_from(own).map_err(|error| Error::new(Reason::Unknown, error.to_string()));
    };
    let is_visible = !product.trim().is_empty() && product.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    match HeaderValue::try_from(format!("{product} {own}")) {
        Ok(header) if is_visible => Ok(header),
        _ => {
            let text = format!("the user agent {product:?} is no text of ASCII: give one such as shop/2.1");
            Err(Error::new(Reason::ParameterInvalid, text).with_parameter("user_agent"))
        }
    }
}

/// The version of a service, which its first answer tells.
pub(crate) struct Introduction {
    endpoint: String,
    version: Mutex<Option<String>>,
    warned: Option<Warned>,
}

impl Introduction {
    pub(crate) fn new(endpoint: String, warned: Option<Warned>) -> Self {
        Self { endpoint, version: Mutex::default(), warned }
    }

    /// Returns the version of the service, once it is known.
    pub(crate) fn version(&self) -> Option<String> {
        self.version.lock().expect("no holder panics").clone()
    }

    /// Looks at an answer, and warns if the version of the service is too old or too new.
    pub(crate) fn note(&self, headers: &HeaderMap) {
        let told = headers.get(VERSION_HEADER).and_then(|version| version.to_str().ok());
        let Some((told, theirs)) = told.and_then(|text| Some((text, numbers(text)?))) else { return };
        {
            let mut known = self.version.lock().expect("no holder panics");
            if known.is_some() {
                return;
            }
            *known = Some(told.to_owned());
        }
        let (endpoint, own) = (&self.endpoint, numbers(VERSION).unwrap_or_default());
        let warning = match compared(theirs, own) {
            Ordering::Equal => return,
            Ordering::Less => format!(
                "the service at {endpoint} has version {told}, older than this client ({VERSION}): calls that it does not know \
                 fail with NOT_FOUND; update the service, or use the client of its version"
            ),
            Ordering::Greater => {
                format!(
                    "the service at {endpoint} has version {told}, newer than this client ({VERSION}): update the client"
                )
            }
        };
        if let Some(warned) = &self.warned {
            warned(&warning);
        } else {
            #[cfg(feature = "tracing")]
            tracing::warn!("{warning}");
        }
    }
}

/// Returns the major and the minor number of a version; `None` for what is none.
fn numbers(version: &str) -> Option<[u64; 2]> {
    let (core, _) = version.split_at(version.find(['-', '+']).unwrap_or(version.len()));
    let mut numbers = core.split('.').map(|number| match number.bytes().all(|byte| byte.is_ascii_digit()) {
        true => number.parse().ok(),
        false => None,
    });
    let (major, minor) = (numbers.next()??, numbers.next()??);
    let _: u64 = numbers.next()??;
    numbers.next().is_none().then_some([major, minor])
}

/// Compares versions by what is incompatible between them: the major numbers, or the minor ones while those are 0.
fn compared(theirs: [u64; 2], own: [u64; 2]) -> Ordering {
    if theirs[0] == 0 && own[0] == 0 { theirs[1].cmp(&own[1]) } else { theirs[0].cmp(&own[0]) }
}
