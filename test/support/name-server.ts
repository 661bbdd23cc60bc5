import { createSocket } from "node:dgram";
import { onTestFinished } from "vitest";

/** A query of a resolver. */
export interface NameQuestion {
  readonly name: string;
  readonly type: "A" | "AAAA";
}

/** Addresses, an error code, or undefined for no answer at all. */
export type NameAnswer = readonly string[] | "NXDOMAIN" | "SERVFAIL" | undefined;

/** Starts a name server over UDP, until the test ends. */
export async function startNameServer(answer: (question: NameQuestion) => NameAnswer) {
  const questions: NameQuestion[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const question = readQuestion(message);
    questions.push(question);
    const answered = answer(question);
    if (answered !== undefined) socket.send(writeAnswer(message, question, answered), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}

const [headerLength, typeOfAaaa] = [12, 28];

/** Returns the end of the queried name in a message (RFC 1035, 4.1.2). */
function nameEnd(message: Buffer): number {
  let at = headerLength;
  while (message[at] !== 0) at += 1 + (message[at] as number);
  return at + 1;
}

function readQuestion(message: Buffer): NameQuestion {
  const labels: string[] = [];
  const end = nameEnd(message);
  for (let at = headerLength; at < end - 1; at += 1 + (message[at] as number)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + (message[at] as number)));
  }
  return { name: labels.join("."), type: message.readUInt16BE(end) === typeOfAaaa ? "AAAA" : "A" };
}

function writeAnswer(message: Buffer, { type }: NameQuestion, answer: NonNullable<NameAnswer>): Buffer {
  const end = nameEnd(message) + 4;
  const addresses = typeof answer === "string" ? [] : answer;
  const reply = Buffer.from(message.subarray(0, end));
  // A response, with recursion.
  reply.writeUInt16BE(0x8180 | { NXDOMAIN: 3, SERVFAIL: 2, "": 0 }[typeof answer === "string" ? answer : ""], 2);
  reply.writeUInt16BE(addresses.length, 6);
  reply.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = type === "A" ? Buffer.from(address.split(".").map(Number)) : bytesOf6(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc000 | headerLength, 0);
    record.writeUInt16BE(type === "A" ? 1 : typeOfAaaa, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([reply, ...records]);
}

/** Returns the bytes of an IPv6 address with all of its groups. */
function bytesOf6(address: string): Buffer {
  return Buffer.concat(address.split(":").map((group) => Buffer.from(group.padStart(4, "0"), "hex")));
}
