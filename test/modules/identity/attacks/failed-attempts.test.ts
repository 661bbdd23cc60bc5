import { expect, onTestFinished, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { movedClock } from "../../../support/identity/moved-clock.ts";
import { newOwner } from "../../../support/identity/owner.ts";
import { startServer } from "../../../support/server.ts";

const pin = "730516";
const hourMs = 3_600_000;

const clock = movedClock();

onEveryServer("wrong answers", ({ server, environment }) => {
  const api = () => new ApiClient(server());

  /** Calls of an owner, by way of another process. */
  const over = (client: ApiClient, identity_id: string) => {
    const post = async (path: string, body: object, credentials?: string) =>
      (await client.call("POST", `/api/verification/${path}`, { identity_id, ...body }, credentials)).body;
    const begin = async () => (await post("challenge", { method: "METHOD_PIN" })).result.challenge.id as string;
    const answer = async (challenge_id: string, code: string) => {
      const { result, error } = await post("response", { challenge_id, code });
      return (error?.code ?? result.challenge.state) as string;
    };
    return { post, begin, answer };
  };

  /** Guesses five times at each of some challenges; returns what was answered. */
  async function guess(client: ApiClient, id: string, challenges = 1): Promise<string[]> {
    const { begin, answer } = over(client, id);
    const answers: string[] = [];
    for (let challenge = 0; challenge < challenges; challenge += 1) {
      const challengeId = await begin();
      for (let attempt = 0; attempt < 5; attempt += 1) answers.push(await answer(challengeId, "111222"));
    }
    return answers;
  }

  const checkedOf = (answers: readonly string[]) =>
    answers.filter((answer) => answer === "CHALLENGE_PENDING" || answer === "CHALLENGE_FAILED").length;

  async function anotherServer(): Promise<ApiClient> {
    const another = await startServer(environment());
    onTestFinished(() => another.close());
    return new ApiClient(another);
  }

  async function newPinOwner(): Promise<string> {
    const ada = await newOwner(api());
    await ada.prove("METHOD_PIN", pin);
    return ada.id;
  }

  /** Uses up the failures of a factor, fifteen an hour. */
  async function lock(id: string): Promise<void> {
    for (let hour = 0; hour < 7; hour += 1) {
      await guess(api(), id, 3);
      clock.aheadMs += hourMs + 1_000;
    }
    expect(await guess(api(), id)).toEqual(new Array(5).fill("STATE_INVALID"));
  }

  test("are at most fifteen an hour for all processes, after a restart too", async () => {
    const id = await newPinOwner();
    const answers = [...(await guess(api(), id, 2)), ...(await guess(await anotherServer(), id, 2))];
    expect(checkedOf(answers)).toBe(15);
    expect(new Set(await guess(await anotherServer(), id, 2))).toEqual(new Set(["RATE_LIMIT_EXCEEDED"]));
    clock.aheadMs = hourMs + 1_000;
    expect(checkedOf(await guess(await anotherServer(), id))).toBe(5);
  });

  test("lock a factor after a hundred in a row, for the right answer too, until an administrator unlocks it", async () => {
    const id = await newPinOwner();
    await lock(id);
    const { begin, answer, post } = over(await anotherServer(), id);
    expect(await answer(await begin(), pin)).toBe("STATE_INVALID");
    const ordinary = (await server().createKey("enterprise", ["verification:*"])).secret;
    expect((await post("unlock", { method: "METHOD_PIN" }, ordinary)).error.details).toMatchObject({
      required_permission: "factors:unlock",
    });
    const administrator = (await server().createKey("operator", ["factors:unlock"])).secret;
    expect((await post("unlock", { method: "METHOD_PIN" }, administrator)).result.verification.identity_id).toBe(id);
    expect(await answer(await begin(), pin)).toBe("CHALLENGE_PASSED");
  });

  test("lock a factor until its owner unlocks it with a fresh proof", async () => {
    const id = await newPinOwner();
    const { begin, answer, post } = over(api(), id);
    await lock(id);
    const session = await api().session(id);
    clock.aheadMs += 5 * 60_000 + 2_000;
    expect((await post("unlock", { method: "METHOD_PIN" }, session)).error.message).toContain("proof of the identity");
    const fresh = await api().session(id);
    expect((await post("unlock", { method: "METHOD_PIN" }, fresh)).error).toBeUndefined();
    expect(await answer(await begin(), pin)).toBe("CHALLENGE_PASSED");
  });

  test("do not lock a factor whose owner answers right in between", async () => {
    const id = await newPinOwner();
    for (let hour = 0; hour < 8; hour += 1) {
      expect(checkedOf(await guess(api(), id, 2))).toBe(10);
      const { begin, answer } = over(api(), id);
      expect(await answer(await begin(), pin)).toBe("CHALLENGE_PASSED");
      expect(checkedOf(await guess(api(), id))).toBe(5);
      clock.aheadMs += hourMs + 1_000;
    }
  });
});
