import {
  create,
  type DescMessage,
  fromJson,
  type JsonValue,
  type MessageInitShape,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { timestampFromMs, ValueSchema } from "@bufbuild/protobuf/wkt";
import { FaultDetailSchema, Reason as WireReason } from "#contract/fault/v1/fault_pb.js";
import { ErrorInfoSchema, RetryInfoSchema } from "#contract/google/rpc/error_details_pb.js";
import { answerHeaders } from "../../rpc/answer-headers.ts";
import type { Failure } from "../../rpc/call.ts";
import { detailsOf, faultTable, messageOf } from "../../rpc/errors/faults.ts";
import { type ErrorDetail, type ProtocolRefusal, RpcError } from "./status.ts";

/**
 * Returns a failure as a status with its details: FaultDetail; google.rpc.ErrorInfo for common tools; and, if the
 * caller should wait, google.rpc.RetryInfo, which gRPC clients obey.
 */
export function errorOf(failure: Failure, domain: string, requestId: string): RpcError {
  const { fault } = failure;
  const row = faultTable[fault.reason];
  const details = detailsOf(fault, requestId);
  const typed = detail(FaultDetailSchema, {
    reason: row.wire,
    parameter: details.parameter ?? "",
    requiredPermission: details.required_permission ?? "",
    correlationId: details.correlation_id ?? "",
    ...(fault.facts.serverTimeMs !== undefined && { serverTime: timestampFromMs(fault.facts.serverTimeMs) }),
    ...(details.provided !== undefined && { provided: fromJson(ValueSchema, details.provided as JsonValue) }),
    ...(details.valid_range && {
      validRange: { minimum: details.valid_range[0], maximum: details.valid_range[1] },
    }),
  });
  const metadata = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  const info = detail(ErrorInfoSchema, { reason: WireReason[row.wire] as string, domain, metadata });
  const retry = failure.retryAfterSeconds === undefined ? [] : [retryInfo(failure.retryAfterSeconds)];
  return new RpcError(row.rpcCode, messageOf(fault), [typed, info, ...retry], answerHeaders(failure));
}

/** Returns a refusal by the rules of a protocol with the details of its fault. */
export function detailedRefusal(refusal: ProtocolRefusal, domain: string, requestId: string): RpcError {
  const { message, details, metadata } = errorOf(refusal, domain, requestId);
  return new RpcError(refusal.code, message, details, metadata);
}

/** Returns the package of a method's path, the domain of its errors; empty for other paths. */
export function domainOf(path: string): string {
  const [, domain = ""] = methodPath.exec(path) ?? [];
  return domain;
}

/** Path of a method, such as `/package.Service/Method`. */
export const methodPath = /^\/([\w.]+)\.\w+\/\w+$/;

function retryInfo(seconds: number): ErrorDetail {
  return detail(RetryInfoSchema, { retryDelay: { seconds: BigInt(seconds) } });
}

function detail<Desc extends DescMessage>(schema: Desc, init: MessageInitShape<Desc>): ErrorDetail {
  const message = create(schema, init);
  return { typeName: schema.typeName, bytes: toBinary(schema, message), debug: toJson(schema, message) };
}
