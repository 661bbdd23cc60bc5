import { createHash, randomUUID } from "node:crypto";
import { standardAsset } from "../../../server/modules/ledger/domain/assets.ts";
import { asRequestDigest, type RequestDigest } from "../../../server/modules/ledger/domain/entry/digests.ts";
import { orderTree } from "../../../server/modules/ledger/domain/entry/order-tree.ts";
import type { CaptureRequest, ReleaseRequest } from "../../../server/modules/ledger/domain/holds/requests.ts";
import type {
  CreateRequest,
  ExchangeRequest,
  IssueRequest,
  LinkedRequest,
  Order,
  PendingRequest,
  ReverseRequest,
  TransferRequest,
  VoidRequest,
} from "../../../server/modules/ledger/domain/requests.ts";

/** Members of a request that replace its defaults. */
type Members<Request> = Partial<Omit<Request, "kind">>;

export function transfer(owner: string, recipient: string, amount: bigint, members: Members<TransferRequest> = {}) {
  return { kind: "transfer", isSigned: true, ...order(owner, recipient, amount, members) } satisfies TransferRequest;
}

export function create(owner: string, recipient: string, amount: bigint, members: Members<CreateRequest> = {}) {
  return { kind: "create", isSigned: true, ...order(owner, recipient, amount, members) } satisfies CreateRequest;
}

function order<Given extends Members<Order>>(owner: string, recipient: string, amount: bigint, members: Given) {
  const id = members.id ?? randomUUID();
  const asset = members.asset ?? standardAsset;
  const bytes = Buffer.from(`${id} ${owner} ${recipient} ${asset} ${amount}`);
  return {
    id,
    owner,
    recipient,
    asset,
    amount,
    description: "what for",
    feeMax: undefined,
    order: bytes,
    requestDigest: digestOf(bytes),
    keyId: "key",
    signature: Buffer.alloc(64, 7),
    isValid: true,
    ...members,
  };
}

/** Holds money until a time. */
export function hold(
  owner: string,
  recipient: string,
  amount: bigint,
  captureBeforeMs: number,
  members: Members<TransferRequest> = {},
) {
  return transfer(owner, recipient, amount, { captureBeforeMs, ...members });
}

export function capture(owner: string, holdId: string, amount: bigint, members: Members<CaptureRequest> = {}) {
  const { id = randomUUID(), asset = standardAsset, keepRest = false } = members;
  const bytes = Buffer.from(`capture ${id} ${owner} ${holdId} ${asset} ${amount} ${keepRest}`);
  return {
    kind: "capture",
    ...change(id, owner, holdId, bytes),
    asset,
    amount,
    keepRest,
    ...members,
  } satisfies CaptureRequest;
}

export function release(owner: string, holdId: string, members: Members<ReleaseRequest> = {}) {
  const { id = randomUUID() } = members;
  const bytes = Buffer.from(`release ${id} ${owner} ${holdId}`);
  return { kind: "release", ...change(id, owner, holdId, bytes), ...members } satisfies ReleaseRequest;
}

function change(id: string, owner: string, holdId: string, order: Uint8Array) {
  const signature = Buffer.alloc(64, 7);
  return {
    id,
    owner,
    holdId,
    order,
    requestDigest: digestOf(order),
    keyId: "key",
    signature,
    isValid: true,
    isSigned: true,
  };
}

export function execute(id: string, owner: string): PendingRequest {
  return { kind: "execute", id, owner, isSigned: true };
}

export function voidTransaction(id: string, owner: string): VoidRequest {
  return { kind: "void", id, owner };
}

export function deposit(owner: string, amount: bigint, members: Members<IssueRequest> = {}): IssueRequest {
  return { kind: "deposit", ...issue(owner, amount, members) };
}

export function withdrawal(owner: string, amount: bigint, members: Members<IssueRequest> = {}): IssueRequest {
  return { kind: "withdraw", ...issue(owner, amount, members) };
}

function issue(owner: string, amount: bigint, members: Members<IssueRequest>): Omit<IssueRequest, "kind"> {
  const id = members.id ?? randomUUID();
  const asset = members.asset ?? standardAsset;
  const requestDigest = digestOf(Buffer.from(`${id} ${owner} ${asset} ${amount}`));
  return { id, owner, asset, amount, reference: "from outside", requestDigest, ...members };
}

/** Combines orders into a linked set, each with its path to the root. */
export function linked(orders: readonly TransferRequest[]): LinkedRequest {
  const signatures = orderTree(orders.map(({ order }) => order)).signatures(Buffer.alloc(64, 7));
  const { id, owner } = orders[0] as TransferRequest;
  const signed = orders.map((one, index) => ({ ...one, signature: signatures[index] as Uint8Array }));
  return { kind: "linked", id, owner, orders: signed };
}

/** Returns an administrator's reversal of a transfer that the owner has received from the recipient. */
export function reversal(
  owner: string,
  recipient: string,
  amount: bigint | undefined,
  reverses: string,
  members: Members<ReverseRequest> = {},
): ReverseRequest {
  const id = members.id ?? randomUUID();
  const requestDigest = digestOf(Buffer.from(`${id} ${reverses} ${amount ?? ""}`));
  const asked = {
    id,
    owner,
    recipient,
    asset: standardAsset,
    amount,
    reverses,
    reference: "by mistake",
    requestDigest,
  };
  return { kind: "reverse", ...asked, ...members };
}

export function exchange(owner: string, sourceAmount: bigint, members: Members<ExchangeRequest> = {}): ExchangeRequest {
  const id = members.id ?? randomUUID();
  const { source = standardAsset, target = "EUR" } = members;
  const requestDigest = digestOf(Buffer.from(`${id} ${owner} ${source} ${target} ${sourceAmount}`));
  const request = { id, owner, source, sourceAmount, target, quoteId: undefined, requestDigest, ...members };
  return { kind: "exchange", ...request };
}

function digestOf(bytes: Uint8Array): RequestDigest {
  return asRequestDigest(createHash("sha256").update(bytes).digest());
}
