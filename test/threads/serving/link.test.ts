import { MessageChannel } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { Link } from "../../../server/threads/serving/link.ts";

const unsendable = { written: "", limits: () => {} } as never;

function linked(): [asking: Link, answering: Link] {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  return [new Link(port1), new Link(port2)];
}

test("a message that cannot be sent fails alone; those of its group arrive", async () => {
  const [asking, answering] = linked();
  answering.answer("document", (path) => ({ body: path, entityTag: "" }));
  const asked = ["/a", unsendable, "/b"].map((path) => asking.ask("document", path));
  const [first, second, third] = await Promise.allSettled(asked);
  expect([first, third]).toMatchObject([{ value: { body: "/a" } }, { value: { body: "/b" } }]);
  expect(second).toMatchObject({ reason: { message: expect.stringContaining("the kind document cannot be sent") } });
});

test("an answer that cannot be sent fails its question", async () => {
  const [asking, answering] = linked();
  answering.answer("document", () => unsendable);
  await expect(asking.ask("document", "/a")).rejects.toThrow("a message of the kind answer cannot be sent");
});
