import {
  detectResources,
  envDetector,
  hostDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from "@opentelemetry/resources";
import type { Logger } from "pino";
import { serviceVersion } from "../../core/service-version.ts";

/** Variables that the exporters of OpenTelemetry read themselves. */
export type StandardVariables = Readonly<Record<string, string | number | undefined>>;

/** Gives the exporters the standard variables: those of a settings file are not in the environment yet. */
export function takeStandard(standard: StandardVariables): void {
  for (const [name, value] of Object.entries(standard)) if (value !== undefined) process.env[name] = String(value);
}

/** Returns what the collector is told of this process. */
export function serviceResource(): Resource {
  return resourceFromAttributes({ "service.version": serviceVersion }).merge(
    detectResources({ detectors: [serviceInstanceIdDetector, hostDetector, envDetector] }),
  );
}

/**
 * Reports the first failure of a collector and its end. Returns what receives the result of each push.
 *
 * @param subject what does not reach the collector, such as `the metrics`
 */
export function toldOutages(log: Logger, subject: string): (error: Error | undefined) => void {
  let isFailing = false;
  return (error) => {
    const hasFailed = error !== undefined;
    if (hasFailed && !isFailing) {
      const advice = "(OTEL_EXPORTER_OTLP_ENDPOINT); this is logged once until they do";
      log.warn({ cause: error.message }, `${subject} do not reach their collector ${advice}`);
    }
    if (!hasFailed && isFailing) log.info(`${subject} reach their collector again`);
    isFailing = hasFailed;
  };
}
