import { limits } from "../../core/limits.ts";
import { code, misuse } from "./status.ts";

const grpcUnitsMs: { readonly [unit: string]: number } = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
};

/** Returns the milliseconds of a `grpc-timeout` (up to eight digits and a unit); undefined if there is none. */
export function grpcTimeoutMs(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [, digits, unit] = /^(\d{1,8})([HMSmun])$/.exec(String(header)) ?? [];
  if (digits === undefined || unit === undefined) {
    const message = "grpc-timeout must be up to eight digits and a unit of H, M, S, m, u or n";
    throw misuse(code.invalidArgument, "grpc-timeout", message, String(header));
  }
  return Math.min(Number(digits) * (grpcUnitsMs[unit] as number), limits.callTimeoutMsMax);
}

/** Returns the milliseconds of a `connect-timeout-ms` (up to ten digits); undefined if there is none. */
export function connectTimeoutMs(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (!/^\d{1,10}$/.test(String(header))) {
    const message = "connect-timeout-ms must be up to ten digits";
    throw misuse(code.invalidArgument, "connect-timeout-ms", message, String(header));
  }
  return Math.min(Number(header), limits.callTimeoutMsMax);
}
