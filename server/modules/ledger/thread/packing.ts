import { entryBytes, readEntry } from "../domain/entry/chain.ts";
import { asEntryDigest } from "../domain/entry/digests.ts";
import type { Entry, PendingTransfer } from "../domain/entry/entry.ts";
import type { Outcome, Request } from "../domain/requests.ts";
import type { Part } from "../store/request-parts.ts";

/** Values with their byte strings apart, one after the other in one buffer, as a message copies or moves it fastest. */
export interface Packed {
  /** The values, with the length of a byte string in place of each. */
  readonly forms: readonly Form[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Members of requests and of pending transfers that are byte strings. */
const byteMembers = ["order", "requestDigest", "signature"] as const;

/** A request, an order of a linked set, a pending transfer or an outcome, with lengths in place of byte strings. */
interface Form {
  readonly kind?: string;
  readonly isReplay?: boolean;
  order?: unknown;
  requestDigest?: unknown;
  signature?: unknown;
  record?: unknown;
  orders?: readonly Form[];
  readonly entry?: number;
  readonly isDigested?: true;
  readonly entries?: readonly number[];
  readonly transfer?: Form;
}

/** Packs requests without the writes that accompany them, of which it says alone which request has some. */
export function packRequests(requests: readonly Request[]): Packed {
  const strings: Uint8Array[] = [];
  const forms = requests.map((request): Form => {
    const form = lengthsIn(request, strings);
    if (request.record !== undefined) form.record = true;
    if (request.kind === "linked") form.orders = request.orders.map((order) => lengthsIn(order, strings));
    return form;
  });
  return { forms, bytes: concatenated(strings) };
}

/** @param recordOf returns the writes that accompany the request at an index */
export function unpackRequests(packed: Packed, recordOf: (index: number) => Request["record"]): Request[] {
  const strings = new Strings(packed.bytes);
  return packed.forms.map((form, index) => {
    const request = bytesIn(form, strings);
    if (request.record === true) request.record = recordOf(index);
    if (request.kind === "linked") request.orders = request.orders?.map((order) => bytesIn(order, strings)) ?? [];
    return request as unknown as Request;
  });
}

/** @param bytesOf returns the canonical bytes of a new entry */
export function packOutcomes(outcomes: readonly Outcome[], bytesOf: (entry: Entry) => Uint8Array): Packed {
  const strings: Uint8Array[] = [];
  const length = (bytes: Uint8Array) => {
    strings.push(bytes);
    return bytes.length;
  };
  const forms = outcomes.map((outcome): Form => {
    switch (outcome.kind) {
      case "entry": {
        const entry = length(outcome.isReplay ? entryBytes(outcome.entry) : bytesOf(outcome.entry));
        if (outcome.entryDigest === undefined) return { kind: "entry", isReplay: outcome.isReplay, entry };
        length(outcome.entryDigest);
        return { kind: "entry", isReplay: outcome.isReplay, entry, isDigested: true };
      }
      case "entries":
        return {
          ...outcome,
          entries: outcome.entries.map((entry) => length(outcome.isReplay ? entryBytes(entry) : bytesOf(entry))),
        };
      case "pending":
        return { ...outcome, transfer: lengthsIn(outcome.transfer, strings) };
      default:
        return outcome;
    }
  });
  return { forms, bytes: concatenated(strings) };
}

/** @param onNew is called with each new entry and its canonical bytes, in the order of the ledger */
export function unpackOutcomes(packed: Packed, onNew: (entry: Entry, bytes: Uint8Array) => void): Outcome[] {
  const strings = new Strings(packed.bytes);
  const entryOf = (length: number, isReplay: boolean) => {
    const bytes = strings.next(length);
    const entry = readEntry(bytes);
    if (!isReplay) onNew(entry, bytes);
    return entry;
  };
  return packed.forms.map((form): Outcome => {
    const isReplay = form.isReplay ?? false;
    switch (form.kind) {
      case "entry": {
        const entry = entryOf(form.entry as number, isReplay);
        if (form.isDigested !== true) return { kind: "entry", entry, isReplay };
        return { kind: "entry", entry, isReplay, entryDigest: asEntryDigest(strings.next(digestLength)) };
      }
      case "entries":
        return {
          kind: "entries",
          entries: (form.entries ?? []).map((length) => entryOf(length, isReplay)),
          isReplay,
        };
      case "pending": {
        const transfer = bytesIn(form.transfer as Form, strings) as unknown as PendingTransfer;
        return { kind: "pending", transfer, isReplay };
      }
      default:
        return form as unknown as Outcome;
    }
  });
}

const digestLength = 32;

/** Returns a copy with the length of each byte string in its place, and adds the byte strings to the list. */
function lengthsIn(value: Part | PendingTransfer, strings: Uint8Array[]): Form {
  const form: Form = { ...value } as Form;
  for (const member of byteMembers) {
    const bytes = form[member];
    if (!(bytes instanceof Uint8Array)) continue;
    strings.push(bytes);
    form[member] = bytes.length;
  }
  return form;
}

function bytesIn(form: Form, strings: Strings): Form {
  for (const member of byteMembers) {
    const length = form[member];
    if (typeof length === "number") form[member] = strings.next(length);
  }
  return form;
}

function concatenated(strings: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(strings.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of strings) {
    bytes.set(one, at);
    at += one.length;
  }
  return bytes;
}

/** Takes byte strings in the order in which they were packed. */
class Strings {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(length: number): Uint8Array {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
