import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { geocodeOperations } from "../modules/geocode/operations.ts";
import type { ServiceTable } from "../rpc/handler.ts";

/** Services whose operations depend only on their requests, so that worker threads can run them. */
export const pureTables: readonly ServiceTable[] = [
  { service: GeocodeService, operations: geocodeOperations, isPure: true },
];
