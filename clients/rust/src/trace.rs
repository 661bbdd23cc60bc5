//! The trace that calls are a part of.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Headers of a trace; none outside of one.
pub(crate) type Trace = Arc<[(&'static str, String)]>;

/// Returns headers of the trace of the caller.
pub(crate) type Source = Arc<dyn Fn() -> Vec<(String, String)> + Send + Sync>;

tokio::task_local! {
    /// The trace for which a task works.
    static CARRIED: Trace;
}

/// Returns the trace for which this task works, or else that of its caller.
pub(crate) fn current(source: Option<&Source>) -> Trace {
    carried().unwrap_or_else(|| source.map(read).unwrap_or_default())
}

/// Returns the trace for which this task works.
pub(crate) fn carried() -> Option<Trace> {
    CARRIED.try_with(Trace::clone).ok()
}

/// Does work for a trace.
pub(crate) async fn carrying<Work: Future>(trace: Trace, work: Work) -> Work::Output {
    CARRIED.scope(trace, work).await
}

/// Does work that waits for nothing for a trace.
pub(crate) fn carrying_now<Done>(trace: Trace, work: impl FnOnce() -> Done) -> Done {
    CARRIED.sync_scope(trace, work)
}

/// Reads the headers of a trace. A source that panics has none, as calls move money; others, such as baggage, are not for the service.
fn read(source: &Source) -> Trace {
    let headers = catch_unwind(AssertUnwindSafe(|| source())).unwrap_or_default();
    let find = |name: &'static str, is_valid: fn(&str) -> bool| {
        let (_, value) = headers.iter().find(|(key, value)| key.eq_ignore_ascii_case(name) && is_valid(value))?;
        Some((name, value.clone()))
    };
    match find("traceparent", is_parent) {
        Some(parent) => std::iter::once(parent).chain(find("tracestate", is_state)).collect(),
        None => Trace::default(),
    }
}

/// Whether a text is a version, the ids of a trace and a span, and flags.
fn is_parent(text: &str) -> bool {
    let is_hex = |part: &str| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    text.split('-').map(str::len).eq([2, 32, 16, 2]) && text.split('-').all(is_hex)
}

/// Whether a text is a header of the length that everybody passes on.
fn is_state(text: &str) -> bool {
    (1..=512).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}
