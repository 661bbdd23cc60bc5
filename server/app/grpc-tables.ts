import type { DescService } from "@bufbuild/protobuf";
import { file_platonic_fault_v1_fault } from "#contract/fault/v1/fault_pb.js";
import { file_google_rpc_error_details } from "#contract/google/rpc/error_details_pb.js";
import { Health as HealthService } from "#contract/grpc/health/v1/health_pb.js";
import { ServerReflection } from "#contract/grpc/reflection/v1/reflection_pb.js";
import { ServerReflection as ServerReflectionAlpha } from "#contract/grpc/reflection/v1alpha/reflection_pb.js";
import { Fault } from "../core/fault.ts";
import { limits } from "../core/limits.ts";
import { Health } from "../grpc/health/health.ts";
import { Descriptors } from "../grpc/reflection/descriptors.ts";
import { reflect } from "../grpc/reflection/reflection.ts";
import type { ServiceTable, StreamBounds } from "../rpc/handler.ts";
import type { Operations } from "../rpc/operations.ts";

const watchBounds: StreamBounds = {
  concurrentMax: limits.healthWatchesMax,
  perNetworkMax: limits.healthWatchesPerNetworkMax,
  requestsMax: 1,
  requestBytesMax: limits.healthRequestBytesMax,
};

const reflectionBounds: StreamBounds = {
  concurrentMax: limits.reflectionStreamsMax,
  perNetworkMax: limits.reflectionStreamsPerNetworkMax,
  requestsMax: limits.reflectionRequestsMax,
  requestBytesMax: limits.reflectionRequestBytesMax,
  idleMs: limits.reflectionIdleMs,
};

/** Parts of the service that reflection and health need. */
interface GrpcDeps {
  readonly tables: readonly ServiceTable[];
  readonly isReady: () => Promise<boolean>;
  readonly hasReflection: boolean;
}

/** Opens the services that clients expect of every gRPC server, besides those of the modules. */
export function openGrpcServices({ tables, isReady, hasReflection }: GrpcDeps): {
  readonly health: Health;
  readonly tables: readonly ServiceTable[];
} {
  const services = [...tables.map(({ service }) => service), HealthService];
  const reflection = hasReflection ? reflectionTables(services) : [];
  const names = [...services, ...reflection.map(({ service }) => service)].map(({ typeName }) => typeName);
  const health = new Health({ services: names, isServing: isReady, readingMs: limits.healthReadingMs });
  return { health, tables: [healthTable(health), ...reflection] };
}

/** Health for probes, which like `/readyz` needs no credentials and counts against no plan. */
function healthTable(health: Health): ServiceTable {
  const operations: Operations<typeof HealthService> = {
    async check({ service }) {
      const status = await health.status(service);
      if (status !== undefined) return { status };
      throw new Fault("RESOURCE_NOT_FOUND", "There is no such service.", { parameter: "service" });
    },
    async list() {
      const all = await health.all();
      return { statuses: Object.fromEntries([...all].map(([service, status]) => [service, { status }])) };
    },
    async *watch({ service }, { signal }) {
      for await (const status of health.watch(service, signal)) yield { status };
    },
  };
  return { service: HealthService, operations, publicAccess: { isLimited: false }, streams: watchBounds };
}

/**
 * Reflection of all these services and of itself, in both versions. It needs no credentials and counts against the plan
 * of anonymous callers.
 */
function reflectionTables(services: readonly DescService[]): ServiceTable[] {
  const descriptors = new Descriptors(
    [...services, ServerReflection, ServerReflectionAlpha],
    // Details of errors, which tools look up by name.
    [file_platonic_fault_v1_fault, file_google_rpc_error_details],
  );
  const common = { publicAccess: { isLimited: true }, streams: reflectionBounds } as const;
  const operations: Operations<typeof ServerReflection> = {
    serverReflectionInfo: (questions) => reflect(questions, descriptors),
  };
  const operationsAlpha = {
    serverReflectionInfo: (questions) => reflect(questions, descriptors),
  } as Operations<typeof ServerReflection> as unknown as Operations<typeof ServerReflectionAlpha>;
  return [
    { service: ServerReflection, operations, ...common },
    { service: ServerReflectionAlpha, operations: operationsAlpha, ...common },
  ];
}
