import type { Metrics } from "../../../core/metrics/metrics.ts";
import { Tally } from "../../../core/metrics/tally.ts";
import { inSpan } from "../../../core/tracing/scope.ts";
import type { SpanDescription, Tracer } from "../../../core/tracing/span.ts";
import type { Mailer, PhoneSender } from "./sender.ts";

/** Spans of messages, which hold neither the recipient nor the text. */
const spans: Readonly<Record<"mail" | "phone", SpanDescription>> = {
  mail: { name: "send mail", kind: "client" },
  phone: { name: "send text message", kind: "client" },
};

/**
 * Offers what the senders of codes and notices send, and what they could not, as metrics, and records spans of both. With a
 * tracer, a message that no call has asked for begins a trace.
 */
export function measuredSenders(
  metrics: Metrics,
  { mailer, phone }: { readonly mailer: Mailer; readonly phone: PhoneSender },
  tracer?: Tracer,
): { readonly mailer: Mailer; readonly phone: PhoneSender } {
  const [sent, failed] = [providers(), providers()];
  metrics.counter(
    { name: "platonic.messages.sent", help: "Codes and notices that a provider has accepted", unit: "{message}" },
    sent.read,
  );
  metrics.counter(
    { name: "platonic.messages.failed", help: "Codes and notices that a provider has not accepted", unit: "{message}" },
    failed.read,
  );
  async function counted(provider: "mail" | "phone", send: () => Promise<void>): Promise<void> {
    try {
      await inSpan(spans[provider], send, tracer);
    } catch (error) {
      failed.add(provider);
      throw error;
    }
    sent.add(provider);
  }
  return {
    mailer: {
      send: (message) => counted("mail", () => mailer.send(message)),
      notify: (notice, signal) => counted("mail", () => mailer.notify(notice, signal)),
    },
    phone: { send: (message) => counted("phone", () => phone.send(message)) },
  };
}

function providers(): Tally {
  return new Tally("provider", ["mail", "phone"]);
}
