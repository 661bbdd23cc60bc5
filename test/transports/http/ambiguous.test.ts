import { expect, test } from "vitest";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { endHeaders, endStream, frame, frameType, headerBlock, preface } from "./frames.ts";
import { legal, path } from "./requests.ts";

const server = sharedServer();

async function answerTo(text: string) {
  const connection = await RawConnection.open(server().url);
  connection.write(text);
  const answer = await connection.answer();
  connection.socket.destroy();
  return answer;
}

/** Sends a request with two Authorization headers as frames, since clients refuse to. Returns the first answer with a body. */
async function errorOverHttp2(first: string, second: string): Promise<string> {
  const block = headerBlock([
    [":method", "POST"],
    [":path", path],
    [":scheme", "http"],
    [":authority", "localhost"],
    ["content-type", "application/json"],
    ["authorization", first],
    ["authorization", second],
  ]);
  const { socket } = await RawConnection.open(server().url);
  socket.write(preface());
  socket.write(frame(frameType.headers, endHeaders, 1, block));
  socket.write(frame(frameType.data, endStream, 1, Buffer.from(legal)));
  let received = "";
  for await (const text of socket) {
    received += text;
    if (received.includes("}}")) break;
  }
  return received;
}

test.each([
  ["two equal Host headers", "Host: x\r\nHost: x"],
  ["two different Host headers", "Host: x\r\nHost: y"],
  ["a Host header with two hosts", "Host: x, y"],
])("a request with %s is refused with 400", async (_, hosts) => {
  const answer = await answerTo(requestText("POST", path, legal).replace(/^Host: .*$/m, hosts));
  expect(answer?.status).toBe(400);
  expect(JSON.parse(answer?.body ?? "").error).toMatchObject({
    code: "PARAMETER_INVALID",
    details: { parameter: "request" },
  });
  expect(answer?.headers.get("connection")).toBe("close");
});

test("a request without a Host header is refused with 400, and the error says so", async () => {
  const answer = await answerTo(requestText("POST", path, legal, { Host: "", "X-Request-Id": "hostless-1" }));
  expect(answer?.status).toBe(400);
  expect(JSON.parse(answer?.body ?? "").error).toEqual({
    code: "PARAMETER_REQUIRED",
    message: "Host is required over HTTP/1.1",
    details: { parameter: "Host", provided: null },
  });
  expect([answer?.headers.get("x-request-id"), answer?.headers.get("connection")]).toEqual(["hostless-1", "close"]);
});

test.each(["gzip, chunked", "identity, chunked", "gzip\r\nTransfer-Encoding: chunked"])(
  "a body with Transfer-Encoding: %s is refused with 400, since it is only read in chunks",
  async (coding) => {
    const headers = { "Content-Length": "", "Transfer-Encoding": coding };
    const chunk = `${legal.length.toString(16)}\r\n${legal}\r\n0\r\n\r\n`;
    const answer = await answerTo(requestText("POST", path, "", headers) + chunk);
    expect([answer?.status, answer?.headers.get("connection")]).toEqual([400, "close"]);
    expect(JSON.parse(answer?.body ?? "").error).toMatchObject({
      code: "PARAMETER_INVALID",
      message: "Transfer-Encoding must be chunked",
      details: { parameter: "Transfer-Encoding" },
    });
  },
);

test.each(["chunked", "Chunked"])("a body with Transfer-Encoding: %s is read", async (coding) => {
  const headers = { "Content-Length": "", "Transfer-Encoding": coding };
  const chunk = `${legal.length.toString(16)}\r\n${legal}\r\n0\r\n\r\n`;
  expect((await answerTo(requestText("POST", path, "", headers) + chunk))?.status).toBe(200);
});

test("a request of HTTP/1.0 needs no Host header", async () => {
  const request = requestText("POST", path, legal, { Host: "" }).replace("HTTP/1.1", "HTTP/1.0");
  expect((await answerTo(request))?.status).toBe(200);
});

test.each([
  ["a good and a bad", `Bearer ${operatorKey}`, "Bearer plt_bad"],
  ["a bad and a good", "Bearer plt_bad", `Bearer ${operatorKey}`],
  ["two equal", `Bearer ${operatorKey}`, `Bearer ${operatorKey}`],
])("%s Authorization header together are refused with 401 over both versions of HTTP", async (_, first, second) => {
  const request = requestText("POST", path, legal).replace(
    /^Authorization: .*$/m,
    `Authorization: ${first}\r\nAuthorization: ${second}`,
  );
  expect((await answerTo(request))?.status).toBe(401);

  expect(await errorOverHttp2(first, second)).toContain('"code":"INVALID_API_KEY"');
});

test("a request of HTTP/0.9 is not answered as one", async () => {
  expect(await answerTo("GET /health\r\n\r\n")).toMatchObject({ status: 400 });
});

test.each(["/v1/admin/keys", path])("the answer of %s may not be stored by caches", async (where) => {
  const body = where === path ? legal : JSON.stringify({ name: "cached" });
  const answer = await answerTo(requestText("POST", where, body));
  expect(answer?.status).toBe(200);
  expect(answer?.headers.get("cache-control")).toBe("no-store");
});
