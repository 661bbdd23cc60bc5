import { createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { ed25519 } from "@noble/curves/ed25519.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { type Credentials, mintToken, signWith } from "../typescript/src/identity/mint-token.ts";
import type { OrderSigner } from "../typescript/src/wallet/sign-order.ts";
import type { MailServer } from "./mail-server.ts";

/** An identity whose key is in this process, with an open session. */
export interface Person {
  readonly id: string;
  readonly session: Transport;
  readonly signer: OrderSigner;
}

/** Creates an identity, verifies its address, and authenticates. */
export async function newPerson(
  url: string,
  apiKey: string | undefined,
  mailServer: MailServer,
  username: string,
): Promise<Person> {
  const application = transportOf(url, apiKey);
  const privateKey = ed25519.utils.randomSecretKey();
  const publicKey = Buffer.from(ed25519.getPublicKey(privateKey)).toString("base64url");
  const { identity, signingKey, rotationKey } = await createClient(IdentityService, application).createIdentity({
    username,
    email: `${username}@example.org`,
    publicKey,
  });
  const credentials: Credentials = {
    identityId: identity?.id as string,
    keyId: signingKey?.id as string,
    sign: signWith(privateKey),
    rotationKey: {
      version: rotationKey?.version as number,
      secret: Buffer.from(rotationKey?.secret as string, "base64url"),
    },
  };
  const first = await openSession(url, credentials, 1);
  const verification = createClient(VerificationService, first);
  const { identityId, keyId, sign } = credentials;
  const { challenge } = await verification.requestChallenge({ identityId, method: VerificationMethod.EMAIL });
  await verification.submitResponse({ identityId, challengeId: challenge?.id as string, code: mailServer.lastCode() });
  return { id: identityId, session: await openSession(url, credentials, 2), signer: { keyId, sign } };
}

/** Returns a transport that sends an API key, the token of a session, or neither. */
export function transportOf(baseUrl: string, credentials: string | undefined): Transport {
  const authorize: Interceptor = (next) => (request) => {
    if (credentials !== undefined) request.header.set("Authorization", `Bearer ${credentials}`);
    return next(request);
  };
  return createGrpcTransport({ baseUrl, interceptors: [authorize] });
}

async function openSession(url: string, credentials: Credentials, counter: number): Promise<Transport> {
  const authentication = createClient(AuthenticationService, transportOf(url, undefined));
  const { audience, rotationWindow } = await authentication.createChallenge({ clientId: "demo" });
  const token = await mintToken(credentials, {
    audience,
    clientId: "demo",
    scope: "",
    counter,
    windowSeconds: rotationWindow,
    nowMs: Date.now(),
  });
  const { sessionToken } = await authentication.authenticate({ token });
  return transportOf(url, sessionToken);
}
