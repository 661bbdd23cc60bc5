import type { DescMethodStreaming, Message } from "@bufbuild/protobuf";
import { withOwnBuffer } from "../../core/own-buffer.ts";
import { TransportRefusal } from "../../rpc/call.ts";
import { compileBinaryReader } from "../../rpc/codec/protobuf/binary-reader.ts";
import { compileBinaryWriter } from "../../rpc/codec/protobuf/binary-writer.ts";
import { nameOf } from "../../rpc/pipeline.ts";
import type { OpenStream } from "../../rpc/streams/open-stream.ts";
import type { Streams } from "../../rpc/streams/streams.ts";
import { errorOf, faultOf, formOfFailure } from "./error-form.ts";
import type { Link } from "./link.ts";
import type { AnswerItem } from "./messages.ts";

/** Creates the running of streams that threads forward: links a thread to the streams of this one. */
export function answerStreams(streams: Streams): (link: Link) => void {
  const methods = new Map(streams.methods.map(({ method }) => [nameOf(method), method]));
  return (link) => {
    const running = new Map<number, AnsweredStream>();
    let isOver = false;
    void link.ended.then(() => {
      isOver = true;
      for (const stream of running.values()) stream.end(gone());
    });
    link.answer("stream.open", async ({ number, method: name, ...call }) => {
      const method = methods.get(name) as DescMethodStreaming;
      const opened = await streams.open({
        ...call,
        method,
        leave: async () => {
          const fault = await link.ask("stream.leave", number);
          if (fault !== undefined) throw faultOf(fault);
          return () => {};
        },
        cut: () => link.tell("stream.cut", number),
      });
      if ("fault" in opened) return formOfFailure(opened);
      running.set(number, new AnsweredStream(opened, { number, method, link }));
      if (isOver) opened.end(gone());
      return { limits: opened.limits, idleMs: opened.idleMs };
    });
    link.hear("stream.answers", ({ number, request }) => running.get(number)?.run(request));
    link.hear("stream.end", ({ number, error }) => {
      running.get(number)?.end(error && errorOf(error));
      running.delete(number);
    });
    link.answer("stream.next", async (number) => {
      const item = (await running.get(number)?.next()) ?? "refused";
      if (!(item instanceof Uint8Array)) running.delete(number);
      return item;
    });
  };
}

function gone(): TransportRefusal {
  return new TransportRefusal("the caller went away");
}

interface StreamPlace {
  readonly number: number;
  readonly method: DescMethodStreaming;
  readonly link: Link;
}

/** A stream of a thread. */
class AnsweredStream {
  readonly #opened: OpenStream;
  readonly #place: StreamPlace;
  readonly #write: (answer: object) => Uint8Array;
  #answers: AsyncIterator<object> | undefined;

  constructor(opened: OpenStream, place: StreamPlace) {
    this.#opened = opened;
    this.#place = place;
    this.#write = compileBinaryWriter(place.method.output);
  }

  /** Runs the operation on the one request, or on those that the thread is asked for. */
  run(request: Uint8Array | undefined): void {
    const read = compileBinaryReader(this.#place.method.input);
    const requests = request === undefined ? this.#requests(read) : read(request);
    try {
      this.#answers = this.#opened.answers(requests)[Symbol.asyncIterator]();
    } catch (error) {
      this.#answers = { next: () => Promise.reject(error) };
    }
  }

  async next(): Promise<AnswerItem> {
    try {
      const result = await (this.#answers as AsyncIterator<object>).next();
      return result.done === true ? "end" : withOwnBuffer(this.#write(result.value));
    } catch (error) {
      return this.#failed(error);
    }
  }

  end(error: unknown): void {
    this.#opened.end(error);
  }

  #failed(error: unknown): AnswerItem {
    try {
      return formOfFailure(this.#opened.failure(error));
    } catch (refusal) {
      if (refusal instanceof TransportRefusal) return "refused";
      throw refusal;
    }
  }

  async *#requests(read: (bytes: Uint8Array) => Message): AsyncGenerator<Message> {
    const { link, number } = this.#place;
    try {
      while (true) {
        const sent = await link.ask("stream.request", number);
        if (sent === "end") return;
        if (!(sent instanceof Uint8Array)) throw errorOf(sent);
        yield read(sent);
      }
    } finally {
      link.tell("stream.release", number);
    }
  }
}
