import { GeocodeService } from "../../gen/es/geocode/v1/service_pb.js";
import { geocodeOperations } from "../modules/geocode/operations.ts";
import type { ServiceTable } from "../rpc/handler.ts";

/** Services whose operations depend on their requests alone, so that other threads can do them. */
export const pureTables: readonly ServiceTable[] = [
  { service: GeocodeService, operations: geocodeOperations, isPure: true },
];
