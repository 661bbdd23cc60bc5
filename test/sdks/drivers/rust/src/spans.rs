//! Spans of `tracing`, which OpenTelemetry places in the traces of callers.

use std::collections::HashMap;

use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry;

/// Has `tracing` begin spans of OpenTelemetry.
pub fn set_up() {
    let tracer = SdkTracerProvider::default().tracer("driver");
    let spans = registry().with(tracing_opentelemetry::layer().with_tracer(tracer));
    tracing::subscriber::set_global_default(spans).expect("nobody has set another");
}

/// Begins the span of a command, within that of a caller; outside of one, there is none.
pub fn begin(caller: &HashMap<String, String>) -> Span {
    if caller.is_empty() {
        return Span::none();
    }
    let span = tracing::info_span!("command");
    // A broken trace has none for a parent.
    let _ = span.set_parent(TraceContextPropagator::new().extract(caller));
    span
}

/// Returns the id of a span.
pub fn id_of(span: &Span) -> String {
    span.context().span().span_context().span_id().to_string()
}

/// Returns headers of the span in which this task runs.
pub fn headers() -> HashMap<String, String> {
    let mut headers = HashMap::new();
    TraceContextPropagator::new().inject_context(&Span::current().context(), &mut headers);
    headers
}
