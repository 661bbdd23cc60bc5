import type { DescMessage } from "@bufbuild/protobuf";
import { ListValueSchema, StructSchema, TimestampSchema, ValueSchema } from "@bufbuild/protobuf/wkt";
import * as keys from "#contract/admin/v1/keys_pb.js";
import * as ledger from "#contract/admin/v1/ledger_pb.js";
import * as geometry from "#contract/geocode/v1/geometry_pb.js";
import * as requests from "#contract/geocode/v1/requests_pb.js";
import * as responses from "#contract/geocode/v1/responses_pb.js";
import * as authentication from "#contract/identity/v1/authentication_service_pb.js";
import * as identity from "#contract/identity/v1/identity_pb.js";
import * as identities from "#contract/identity/v1/identity_service_pb.js";
import * as verification from "#contract/identity/v1/verification_pb.js";
import * as verifications from "#contract/identity/v1/verification_service_pb.js";
import * as exchanges from "#contract/wallet/v1/exchange_service_pb.js";
import * as entries from "#contract/wallet/v1/ledger_pb.js";
import * as transactions from "#contract/wallet/v1/transaction_service_pb.js";
import * as wallets from "#contract/wallet/v1/wallet_service_pb.js";
import { everyKind } from "./every-kind.ts";

/** Every message type of the contract, and types with fields of every kind. */
export const types: readonly DescMessage[] = [
  ...[keys, geometry, requests, responses, authentication, identity, identities, verification, verifications]
    .concat([ledger, exchanges, entries, transactions, wallets] as never)
    .flatMap((file) => Object.values<unknown>(file).filter(isMessageType)),
  ...[StructSchema, ValueSchema, ListValueSchema, TimestampSchema],
  ...everyKind,
];

function isMessageType(value: unknown): value is DescMessage {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "message";
}
