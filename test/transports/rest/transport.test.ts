import { create, type Message } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, test } from "vitest";
import type { Call } from "../../../server/rpc/call.ts";
import type { Streams } from "../../../server/rpc/streams/streams.ts";
import type { Exchange } from "../../../server/transports/http/exchange.ts";
import { createRestTransport } from "../../../server/transports/rest/transport.ts";
import { contract, rule } from "../../rpc/codec/dialect/contract.ts";

const messages = {
  GetBook: ["string name", "bool full"],
  UpdateBook: ["Book book", "bool force"],
  ListBooks: ["string shelf", "int32 page_size", "repeated string tags"],
  Book: ["string name", "string title", "int32 pages"],
  Books: ["repeated Book books", "Book first", "string next"],
};
const library = contract(messages, {
  GetBook: [
    "GetBook",
    "Book",
    rule("GET /v1/{name=shelves/*/books/*}", {
      additionalBindings: [rule("GET /v1/books/{name}"), rule("POST /v1/books:get", { body: "*" })],
    }),
  ],
  UpdateBook: [
    "UpdateBook",
    "Book",
    rule("PATCH /v1/{book.name=shelves/*/books/*}", { body: "book", responseBody: "title" }),
  ],
  ListBooks: [
    "ListBooks",
    "Books",
    rule("GET /v1/shelves/{shelf}/books", {
      responseBody: "books",
      additionalBindings: [
        rule("GET /v1/shelves/{shelf}/books:first", { responseBody: "first" }),
        rule("LIST /v1/shelves/{shelf}"),
      ],
    }),
  ],
});

const book = { name: "shelves/1/books/2", title: "A", pages: 3 };
const answers: { readonly [method: string]: Record<string, unknown> } = {
  GetBook: book,
  UpdateBook: book,
  ListBooks: { books: [book, { title: "B" }], first: book, next: "x" },
};

let seen: { method: string; message: Message; issues: readonly unknown[] } | undefined;
beforeEach(() => {
  seen = undefined;
});

const noStreams: Streams = { methods: [], count: 0, open: () => Promise.reject(), close: () => {} };

const transport = createRestTransport(
  {
    services: [library],
    refuse: async (_, fault) => ({ fault }),
    async answer(call: Call) {
      const { message, issues } = call.codec.read(await call.readBody(1024), call.parameters);
      seen = { method: call.method.name, message, issues };
      const limits = { limit: 1, remaining: 1, resetAtSeconds: 1 };
      return { written: call.codec.write(create(call.method.output, answers[call.method.name])), limits };
    },
  },
  noStreams,
  (error) => {
    throw error;
  },
);

/** Calls a transport without a network. */
function send(request: string, body?: unknown, to = transport): Promise<{ status: number; json: unknown }> {
  const [verb, url] = request.split(" ") as [string, string];
  const [path, query] = url.split("?");
  return new Promise((resolve) => {
    const exchange: Partial<Exchange> = {
      verb,
      path: path as string,
      query: query ?? "",
      headers: { "content-type": "application/json" },
      requestId: "r",
      readBody: async () => Buffer.from(JSON.stringify(body)),
      reply: (status, _, bytes) => resolve({ status, json: JSON.parse(Buffer.from(bytes as Uint8Array).toString()) }),
    };
    to(exchange as Exchange);
  });
}

describe("a method is reached by all its HTTP rules", () => {
  test.each<[request: string, body: unknown, method: string, message: object]>([
    ["GET /v1/shelves/1/books/2", undefined, "GetBook", { name: "shelves/1/books/2" }],
    ["GET /v1/shelves/1/books/2?full=true", undefined, "GetBook", { name: "shelves/1/books/2", full: true }],
    ["GET /v1/books/isbn:9%2F1?name=x", undefined, "GetBook", { name: "isbn:9/1" }],
    ["POST /v1/books:get", { name: "a", full: false }, "GetBook", { name: "a", full: false }],
    [
      "LIST /v1/shelves/1?page_size=5&tags=a&tags=b",
      undefined,
      "ListBooks",
      { shelf: "1", pageSize: 5, tags: ["a", "b"] },
    ],
    [
      "PATCH /v1/shelves/1/books/2?force=true",
      { title: "A", name: "x" },
      "UpdateBook",
      { force: true, book: { title: "A", name: "shelves/1/books/2" } },
    ],
  ])("%s", async (request, body, method, message) => {
    expect(await send(request, body)).toMatchObject({ status: 200 });
    expect(seen).toMatchObject({ method, message, issues: [] });
  });
});

describe("the result of an answer is", () => {
  const full = [book, { title: "B" }];
  test.each<[what: string, request: string, result: unknown]>([
    ["the whole message", "GET /v1/books/2", book],
    [
      "the whole message if only another rule has a response body",
      "LIST /v1/shelves/1",
      { books: full, first: book, next: "x" },
    ],
    ["one field that is a list", "GET /v1/shelves/1/books", full],
    ["one field that is a message", "GET /v1/shelves/1/books:first", book],
    ["one field that is a text", "PATCH /v1/shelves/1/books/2", "A"],
  ])("%s", async (_, request, result) => {
    expect(await send(request, {})).toEqual({ status: 200, json: { result } });
  });
});

test.each(["DELETE /v1/shelves/1/books/2", "GET /v1/shelves/1", "POST /v1/shelves/1/books", "GET /v1/books:get"])(
  "%s is answered by 405",
  async (request) => {
    expect(await send(request)).toMatchObject({ status: 405, json: { error: { code: "RESOURCE_NOT_FOUND" } } });
    expect(seen).toBeUndefined();
  },
);

test.each(["GET /v1/shelves", "GET /v1/books/%zz", "GET /"])("%s is answered by 404", async (request) => {
  expect(await send(request)).toMatchObject({ status: 404, json: { error: { code: "RESOURCE_NOT_FOUND" } } });
  expect(seen).toBeUndefined();
});

test("a bug of the transport is answered with the service's own reason for unexpected failures", async () => {
  const bugs: unknown[] = [];
  const answer = () => Promise.reject(new Error("a bug"));
  const broken = createRestTransport({ services: [library], answer, refuse: answer }, noStreams, (error) =>
    bugs.push(error),
  );
  const { status, json } = await send("GET /v1/shelves/1/books/2", undefined, broken);
  expect([status, json]).toMatchObject([500, { error: { code: "INTERNAL" } }]);
  expect(bugs).toMatchObject([{ message: "a bug" }]);
});
