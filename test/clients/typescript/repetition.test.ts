import { createClient } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { httpTransport, IdentityClient, PlatonicError } from "../../../clients/typescript/src/index.ts";
import { AuthenticationService } from "../../../gen/es/platonic/identity/v1/authentication_service_pb.js";
import { freshName } from "../../support/identity/api-client.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

/** A network that loses the first answers after the service has written them. */
function losing(answers: number) {
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    const response = await globalThis.fetch(input, init);
    await response.clone().arrayBuffer();
    if (keys.length <= answers) throw new TypeError("the connection was reset");
    return response;
  };
  return { keys, transport: httpTransport({ baseUrl: server().url, credentials: operatorKey, fetch }) };
}

describe("a call that takes an idempotency key", () => {
  test("is repeated with its key when its answers are lost, and makes one identity", async () => {
    const { keys, transport } = losing(2);
    const client = new IdentityClient(transport);
    const { identity, credentials } = await client.register({ username: freshName() });
    expect(keys).toHaveLength(3);
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
    const { keys: listed } = await client.identities.listSigningKeys({ id: identity.id });
    expect(listed.map(({ id }) => id)).toEqual([credentials.keyId]);
  });

  test("keeps the key that its caller gives", async () => {
    const { keys, transport } = losing(0);
    const headers = { "Idempotency-Key": "chosen-by-the-caller-itself" };
    await new IdentityClient(transport).identities.createIdentity({ username: freshName() }, { headers });
    expect(keys).toEqual(["chosen-by-the-caller-itself"]);
  });

  test("fails after four attempts without an answer", async () => {
    const { keys, transport } = losing(9);
    const call = new IdentityClient(transport).identities.createIdentity({ username: freshName() });
    expect(await call.catch((error: unknown) => PlatonicError.from(error).reason)).toBe("UNREACHABLE");
    expect(keys).toHaveLength(4);
  });

  test("is not repeated when it is refused", async () => {
    const { keys, transport } = losing(0);
    const call = new IdentityClient(transport).identities.createIdentity({ username: "!" });
    expect(await call.catch((error: unknown) => PlatonicError.from(error).reason)).toBe("PARAMETER_INVALID");
    expect(keys).toHaveLength(1);
  });
});

test("a call that takes no idempotency key is not repeated", async () => {
  const { keys, transport } = losing(1);
  const call = createClient(AuthenticationService, transport).createChallenge({ clientId: "app" });
  expect(await call.catch((error: unknown) => PlatonicError.from(error).reason)).toBe("UNREACHABLE");
  expect(keys).toEqual([null]);
});
