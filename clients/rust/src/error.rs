//! Failures of calls.

use std::error::Error as StdError;
use std::fmt;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use connectrpc::{ConnectError, ErrorCode};
use http::HeaderMap;

use crate::proto::fault::v1::{FaultDetail, Reason as Word};
use crate::proto::google::rpc::RetryInfo;
use crate::repetition::TIME_MAX;
use crate::transport::{Foreign, SendError};

/// Why a call failed: a reason of the service, or one of this client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The call has no credentials.
    AuthenticationRequired,
    /// The key or token is not valid, or lacks a permission.
    InvalidApiKey,
    /// A required parameter is missing.
    ParameterRequired,
    /// A parameter is malformed or out of range.
    ParameterInvalid,
    /// The number of entries contradicts another parameter.
    VectorDimensionMismatch,
    /// A geometric operation failed unexpectedly.
    TransformationError,
    /// The operation or resource does not exist.
    ResourceNotFound,
    /// The caller exceeds the rate or the concurrency of its plan.
    RateLimitExceeded,
    /// A bug in the service.
    Internal,
    /// The resource to create exists already.
    ResourceConflict,
    /// The resource has changed since the version in the call.
    VersionMismatch,
    /// The state of the resource does not allow the call.
    StateInvalid,
    /// The service is not ready. The call may have been executed all the same.
    Unavailable,
    /// The deadline of the method has passed on the service. Nothing was changed.
    DeadlineExceeded,
    /// There was no answer, or one of an intermediary. The call may have been executed all the same.
    Unreachable,
    /// The deadline passed on this client. The call may have been executed all the same.
    TimedOut,
    /// The answer is not one that this version knows.
    Unknown,
}

/// Reasons of the contract.
const WORDS: [(Word, Reason, &str); 14] = [
    (Word::AuthenticationRequired, Reason::AuthenticationRequired, "AUTHENTICATION_REQUIRED"),
    (Word::InvalidApiKey, Reason::InvalidApiKey, "INVALID_API_KEY"),
    (Word::ParameterRequired, Reason::ParameterRequired, "PARAMETER_REQUIRED"),
    (Word::ParameterInvalid, Reason::ParameterInvalid, "PARAMETER_INVALID"),
    (Word::VectorDimensionMismatch, Reason::VectorDimensionMismatch, "VECTOR_DIMENSION_MISMATCH"),
    (Word::TransformationError, Reason::TransformationError, "TRANSFORMATION_ERROR"),
    (Word::ResourceNotFound, Reason::ResourceNotFound, "RESOURCE_NOT_FOUND"),
    (Word::RateLimitExceeded, Reason::RateLimitExceeded, "RATE_LIMIT_EXCEEDED"),
    (Word::Internal, Reason::Internal, "INTERNAL"),
    (Word::ResourceConflict, Reason::ResourceConflict, "RESOURCE_CONFLICT"),
    (Word::VersionMismatch, Reason::VersionMismatch, "VERSION_MISMATCH"),
    (Word::StateInvalid, Reason::StateInvalid, "STATE_INVALID"),
    (Word::Unavailable, Reason::Unavailable, "UNAVAILABLE"),
    (Word::DeadlineExceeded, Reason::DeadlineExceeded, "DEADLINE_EXCEEDED"),
];

impl Reason {
    /// Returns the word of the contract, such as `PARAMETER_INVALID`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unreachable => "UNREACHABLE",
            Self::TimedOut => "TIMED_OUT",
            Self::Unknown => "UNKNOWN",
            _ => WORDS.iter().find(|(_, reason, _)| *reason == self).map_or("UNKNOWN", |(_, _, text)| text),
        }
    }

    /// Whether nobody knows what became of a call that failed this way.
    pub(crate) fn is_uncertain(self) -> bool {
        use Reason::{DeadlineExceeded, Internal, TimedOut, Unavailable, Unknown, Unreachable};
        matches!(self, Unreachable | TimedOut | Unavailable | Internal | DeadlineExceeded | Unknown)
    }

    fn of(word: Word) -> Self {
        WORDS.iter().find(|(known, _, _)| *known == word).map_or(Self::Unknown, |(_, reason, _)| *reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A call that failed. Programs match on [`Error::reason`], never on the text.
pub struct Error(Box<Facts>);

struct Facts {
    reason: Reason,
    text: String,
    parameter: Option<String>,
    retry_after: Option<Duration>,
    /// Whether the request never left, because no session could be opened for it.
    is_unsent: bool,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// Makes an error, such as for a journal of your own.
    pub fn new(reason: Reason, text: impl Into<String>) -> Self {
        let text = text.into();
        Self(Box::new(Facts { reason, text, parameter: None, retry_after: None, is_unsent: false, source: None }))
    }

    /// Returns why the call failed.
    pub fn reason(&self) -> Reason {
        self.0.reason
    }

    /// Returns the path of the offending parameter, such as `data[2]`.
    pub fn parameter(&self) -> Option<&str> {
        self.0.parameter.as_deref()
    }

    /// Returns how long the service asks to wait before the next attempt.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// Returns the text without the reason.
    pub fn message(&self) -> &str {
        &self.0.text
    }

    /// Whether the request was never sent, because no session could be opened.
    pub(crate) fn is_unsent(&self) -> bool {
        self.0.is_unsent
    }

    pub(crate) fn unsent(mut self) -> Self {
        self.0.is_unsent = true;
        self
    }

    pub(crate) fn with_parameter(mut self, parameter: &str) -> Self {
        self.0.parameter = Some(parameter.to_owned());
        self
    }

    /// Gives something in the text and in the parameter another name.
    pub(crate) fn renamed(mut self, from: &str, to: &str) -> Self {
        self.0.text = self.0.text.replace(from, to);
        self.0.parameter = self.0.parameter.map(|path| path.replacen(from, to, 1));
        self
    }

    pub(crate) fn with_retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    /// Adds what caused the failure to its text, too.
    pub(crate) fn caused_by(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        let source = source.into();
        self.0.text = with_causes(self.0.text, Some(&*source));
        self.with_source(source)
    }

    pub(crate) fn with_source(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }
}

/// Shows what a program that ends with the error prints.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Error");
        shown.field("reason", &self.0.reason).field("message", &self.0.text);
        if let Some(parameter) = &self.0.parameter {
            shown.field("parameter", parameter);
        }
        if let Some(wait) = &self.0.retry_after {
            shown.field("retry_after", wait);
        }
        shown.finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.reason, self.0.text)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

impl From<ConnectError> for Error {
    fn from(failure: ConnectError) -> Self {
        if let Some(answer) = foreign(&failure) {
            return Self::from(answer).with_source(failure);
        }
        let text = failure.message.clone().filter(|text| !text.trim().is_empty());
        let text = text.unwrap_or_else(|| format!("an answer with the code {} and no text", failure.code.as_str()));
        let mut error = match detail::<FaultDetail>(&failure, "fault.v1.FaultDetail") {
            None => Self::new(reason_of(failure.code), with_causes(text, failure.source())),
            Some(fault) => {
                let error = Self::new(fault.reason.as_known().map_or(Reason::Unknown, Reason::of), text);
                if fault.parameter.is_empty() { error } else { error.with_parameter(&fault.parameter) }
            }
        };
        // An intermediary may ask to wait, too.
        if let Some(wait) = wait_of(&failure) {
            error = error.with_retry_after(wait);
        }
        error.with_source(failure)
    }
}

impl From<&Foreign> for Error {
    fn from(answer: &Foreign) -> Self {
        let error = Self::new(answer.reason(), answer.to_string());
        match told(&answer.headers, &answer.headers) {
            Some(wait) => error.with_retry_after(wait),
            None => error,
        }
    }
}

/// Returns the answer of something other than the service, if a failure is one.
fn foreign(failure: &ConnectError) -> Option<&Foreign> {
    match failure.source()?.downcast_ref::<SendError>()? {
        SendError::Foreign(answer) => Some(answer),
        SendError::Pool(_) => None,
    }
}

/// Returns the text of a failure with what its causes add, such as that a connection was refused.
pub(crate) fn with_causes(mut text: String, mut below: Option<&(dyn StdError + 'static)>) -> String {
    while let Some(cause) = below {
        let more = cause.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        below = cause.source();
    }
    text
}

/// Returns the reason of an answer that is not the service's own.
fn reason_of(code: ErrorCode) -> Reason {
    match code {
        ErrorCode::DeadlineExceeded => Reason::TimedOut,
        ErrorCode::Unavailable | ErrorCode::Unknown | ErrorCode::Internal | ErrorCode::Canceled => Reason::Unreachable,
        _ => Reason::Unknown,
    }
}

fn detail<M: buffa::Message>(failure: &ConnectError, name: &str) -> Option<M> {
    let found = failure.details.iter().find(|detail| detail.type_url.rsplit('/').next() == Some(name))?;
    let text = found.value.as_deref()?;
    let bytes = STANDARD_NO_PAD.decode(text).or_else(|_| STANDARD.decode(text)).ok()?;
    M::decode_from_slice(&bytes).ok()
}

fn wait_of(failure: &ConnectError) -> Option<Duration> {
    let headers = failure.response_headers();
    told(failure.trailers(), headers).or_else(|| told(headers, headers)).or_else(|| {
        let delay = detail::<RetryInfo>(failure, "google.rpc.RetryInfo")?.retry_delay.into_option()?;
        let (seconds, nanos) = (u64::try_from(delay.seconds).ok()?, u32::try_from(delay.nanos).ok()?);
        Some(Duration::from_secs(seconds).saturating_add(Duration::from_nanos(nanos.into())).min(TIME_MAX))
    })
}

/// Returns how long an answer asks to wait, in seconds or until a date, which is one of the clock of the answer.
fn told(fields: &HeaderMap, headers: &HeaderMap) -> Option<Duration> {
    let text = fields.get("retry-after")?.to_str().ok()?.trim();
    let is_number = text.starts_with(|first: char| first.is_ascii_digit())
        && text.ends_with(|last: char| last.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let wait = if is_number {
        Duration::try_from_secs_f64(text.parse().ok()?).unwrap_or(TIME_MAX)
    } else {
        let until = httpdate::parse_http_date(text).ok()?;
        until.duration_since(date_of(headers).unwrap_or_else(SystemTime::now)).unwrap_or_default()
    };
    Some(wait.min(TIME_MAX))
}

/// Returns the time of whoever gave an answer.
pub(crate) fn date_of(headers: &HeaderMap) -> Option<SystemTime> {
    httpdate::parse_http_date(headers.get("date")?.to_str().ok()?).ok()
}
