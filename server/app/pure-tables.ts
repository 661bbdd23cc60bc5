import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { geocodeOperations } from "../modules/geocode/operations.ts";
import { type ServiceTable, unaryMethods } from "../rpc/handler.ts";

/** Services whose operations depend only on their requests, so that worker threads can run them. */
export const pureTables: readonly ServiceTable[] = [
  { service: GeocodeService, operations: geocodeOperations, isPure: true },
];

/** Their methods, in the same order in every thread. */
export const pureMethods = pureTables.flatMap(({ service }) => unaryMethods(service));
