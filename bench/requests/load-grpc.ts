import { connect, type Socket } from "node:net";
import type { WireRequest } from "./wire.ts";

const frame = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const;
const flag = { endStream: 1, ack: 1, endHeaders: 4 } as const;
const initialWindowSize = 4;
const windowMax = 2 ** 31 - 1;
const windowDefault = 65_535;
const framePayloadMax = 16_384;
const none: Buffer = Buffer.alloc(0);

interface Stream {
  readonly body: Buffer;
  readonly onReply: () => void;
  received: number;
  /** Number of request bytes sent. */
  sent: number;
  window: number;
}

/**
 * An HTTP/2 session that sends one request repeatedly, with its own body or others. It reads frames but not headers: a
 * response with the right number of data bytes is right, because gRPC errors have none. node:http2 as a client takes
 * about as long per call as a server, so it could not saturate one.
 */
export class GrpcSession {
  readonly #socket: Socket;
  readonly #request: WireRequest;
  readonly #bodyBytes: number;
  readonly #streams = new Map<number, Stream>();
  /** Headers of the first request, which adds them to the server's dynamic table, and of all later ones. */
  readonly #firstHeaders: Buffer;
  readonly #laterHeaders: Buffer;
  #nextId = 1;
  #window = windowDefault;
  #streamWindow = windowDefault;
  #unacknowledged = 0;
  #isClosed = false;
  #input: Buffer = none;
  #output: Buffer[] = [];

  private constructor(socket: Socket, port: number, request: WireRequest, bodyBytes: number) {
    this.#socket = socket;
    this.#request = request;
    this.#bodyBytes = bodyBytes;
    this.#firstHeaders = firstHeaderBlock(request, port);
    this.#laterHeaders = laterHeaderBlock(request);
    const settings = Buffer.alloc(6);
    settings.writeUInt16BE(initialWindowSize, 0);
    settings.writeUInt32BE(windowMax, 2);
    this.#output.push(Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frameOf(frame.settings, 0, 0, settings));
    this.#output.push(frameOf(frame.windowUpdate, 0, 0, uint32(windowMax - windowDefault)));
    this.flush();
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.once("close", () => {
      if (!this.#isClosed) throw new Error("a server closed a connection");
    });
  }

  /** `bodyBytes` is the number of data bytes of a successful reply. */
  static open(port: number, request: WireRequest, bodyBytes: number): Promise<GrpcSession> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () =>
        resolve(new GrpcSession(socket, port, request, bodyBytes)),
      );
      socket.once("error", reject);
    });
  }

  /** Queues a request until the next flush, so that requests made together are sent together. */
  send(onReply: () => void, body = this.#request.body): void {
    const id = this.#nextId;
    this.#nextId += 2;
    const block = id === 1 ? this.#firstHeaders : this.#laterHeaders;
    this.#output.push(frameOf(frame.headers, flag.endHeaders, id, block));
    const stream = { body, onReply, received: 0, sent: 0, window: this.#streamWindow };
    this.#streams.set(id, stream);
    this.#sendBody(id, stream);
  }

  flush(): void {
    if (this.#output.length === 0) return;
    this.#socket.write(this.#output.length === 1 ? (this.#output[0] as Buffer) : Buffer.concat(this.#output));
    this.#output = [];
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  /** Sends as much of the body as flow control allows. */
  #sendBody(id: number, stream: Stream): void {
    const { body } = stream;
    while (stream.sent < body.length) {
      const size = Math.min(body.length - stream.sent, this.#window, stream.window, framePayloadMax);
      if (size <= 0) return;
      const end = stream.sent + size;
      const flags = end === body.length ? flag.endStream : 0;
      this.#output.push(frameOf(frame.data, flags, id, body.subarray(stream.sent, end)));
      stream.sent = end;
      stream.window -= size;
      this.#window -= size;
    }
  }

  #read(chunk: Buffer): void {
    const input = this.#input.length === 0 ? chunk : Buffer.concat([this.#input, chunk]);
    let at = 0;
    while (input.length - at >= 9) {
      const length = input.readUIntBE(at, 3);
      if (input.length - at < 9 + length) break;
      this.#readFrame(input, at, length);
      at += 9 + length;
    }
    this.#input = at === input.length ? none : input.subarray(at);
    this.flush();
  }

  #readFrame(input: Buffer, at: number, length: number): void {
    const kind = input[at + 3];
    const flags = input[at + 4] as number;
    const id = input.readUInt32BE(at + 5);
    if (kind === frame.data) {
      this.#acknowledge(length);
      (this.#streams.get(id) as Stream).received += length;
      if ((flags & flag.endStream) !== 0) this.#end(id);
    } else if (kind === frame.headers) {
      if ((flags & flag.endStream) !== 0) this.#end(id);
    } else if (kind === frame.windowUpdate) {
      this.#widen(id, input.readUInt32BE(at + 9));
    } else if (kind === frame.settings && (flags & flag.ack) === 0) {
      this.#readSettings(input.subarray(at + 9, at + 9 + length));
    } else if (kind === frame.ping && (flags & flag.ack) === 0) {
      this.#output.push(frameOf(frame.ping, flag.ack, 0, Buffer.from(input.subarray(at + 9, at + 17))));
    } else if (kind === frame.goAway || (kind === frame.reset && this.#streams.has(id))) {
      throw new Error(`a server ended session or stream ${id}: ${input.toString("hex", at + 9, at + 9 + length)}`);
    }
  }

  #end(id: number): void {
    const stream = this.#streams.get(id) as Stream;
    this.#streams.delete(id);
    if (stream.received !== this.#bodyBytes) throw new Error("a server answers differently");
    stream.onReply();
  }

  #acknowledge(length: number): void {
    this.#unacknowledged += length;
    if (this.#unacknowledged < windowMax / 4) return;
    this.#output.push(frameOf(frame.windowUpdate, 0, 0, uint32(this.#unacknowledged)));
    this.#unacknowledged = 0;
  }

  #widen(id: number, increment: number): void {
    const stream = this.#streams.get(id);
    if (id === 0) this.#window += increment;
    else if (stream !== undefined) stream.window += increment;
    for (const [waitingId, waiting] of id === 0 ? this.#streams : []) this.#sendBody(waitingId, waiting);
    if (stream !== undefined) this.#sendBody(id, stream);
  }

  #readSettings(settings: Buffer): void {
    for (let at = 0; at < settings.length; at += 6) {
      if (settings.readUInt16BE(at) !== initialWindowSize) continue;
      const change = settings.readUInt32BE(at + 2) - this.#streamWindow;
      this.#streamWindow += change;
      for (const stream of this.#streams.values()) stream.window += change;
    }
    this.#output.push(frameOf(frame.settings, flag.ack, 0, none));
  }
}

/**
 * Indices in HPACK's static table (RFC 7541, appendix A): `:method: POST`, `:scheme: http`, and entries used for their
 * names only.
 */
const staticPost = 0x83;
const staticHttp = 0x86;
const staticAuthority = 1;
const staticPath = 4;
/** First index of HPACK's dynamic table. */
const dynamicFirst = 62;

function firstHeaderBlock({ path, headers }: WireRequest, port: number): Buffer {
  const pieces: Buffer[] = [Buffer.from([staticPost, staticHttp])];
  pieces.push(Buffer.from([0x40 | staticPath]), hpackText(path));
  pieces.push(Buffer.from([0x40 | staticAuthority]), hpackText(`127.0.0.1:${port}`));
  for (const [name, value] of headers) pieces.push(Buffer.from([0x40]), hpackText(name), hpackText(value));
  return Buffer.concat(pieces);
}

/** Refers to the entries of the dynamic table, in which the newest has the lowest index. */
function laterHeaderBlock({ headers }: WireRequest): Buffer {
  const entries = headers.length + 2;
  const indices = Array.from({ length: entries }, (_, i) => 0x80 | (dynamicFirst + entries - 1 - i));
  return Buffer.from([staticPost, staticHttp, ...indices]);
}

/** Encodes a string literal without Huffman coding; all strings here are shorter than 127 bytes. */
function hpackText(text: string): Buffer {
  if (text.length >= 127) throw new Error("a header is too long for this encoder");
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")]);
}

function frameOf(kind: number, flags: number, id: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(9 + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = kind;
  bytes[4] = flags;
  bytes.writeUInt32BE(id, 5);
  bytes.set(payload, 9);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
