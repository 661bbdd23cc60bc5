import { randomUUID } from "node:crypto";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { CaptureOrderSchema, ReleaseOrderSchema } from "#contract/wallet/v1/hold_pb.js";
import type { ApiClient } from "./identity/api-client.ts";
import type { Holder, SignedOrderJson } from "./wallet-holder.ts";

type CaptureInit = Omit<MessageInitShape<typeof CaptureOrderSchema>, "$typeName" | "$unknown">;
type ReleaseInit = Omit<MessageInitShape<typeof ReleaseOrderSchema>, "$typeName" | "$unknown">;

export const hourMs = 3_600_000;

/** Captures and releases by a holder with its own key. */
export function holdOrders(api: ApiClient, holder: Holder) {
  const send = (what: "capture" | "release", signed_order: SignedOrderJson, recipient = holder.id) =>
    api.call("POST", `/api/transactions/holds/${what}`, { recipient, signed_order });
  const common = () => ({ id: randomUUID(), recipient: holder.id, createdAt: BigInt(Date.now()) });
  const captureOrder = (members: CaptureInit) =>
    holder.signed(
      toBinary(CaptureOrderSchema, create(CaptureOrderSchema, { ...common(), tokenType: 1, amount: "10", ...members })),
      "capture",
    );
  const releaseOrder = (members: ReleaseInit) =>
    holder.signed(toBinary(ReleaseOrderSchema, create(ReleaseOrderSchema, { ...common(), ...members })), "release");
  return {
    send,
    captureOrder,
    releaseOrder,
    /** Holds standard tokens of the holder for somebody; returns the result. */
    hold: (recipient: string, amount = "10", lengthMs = hourMs) =>
      holder.pay({ recipient, amount, captureBefore: BigInt(Date.now() + lengthMs) }),
    capture: async (members: CaptureInit) => (await send("capture", captureOrder(members))).body.result.result,
    release: async (members: ReleaseInit) => (await send("release", releaseOrder(members))).body.result.result,
    read: async (id: string) => (await api.call("GET", `/api/wallets/${holder.id}/holds/${id}`)).body.result.hold,
    list: async (query = "") => (await api.call("GET", `/api/wallets/${holder.id}/holds${query}`)).body.result,
  };
}
