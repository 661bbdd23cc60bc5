import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { ed25519 } from "@noble/curves/ed25519.js";
import { type TOTP, URI } from "otpauth";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { AuthenticationService, AuthLevel } from "#contract/identity/v1/authentication_service_pb.js";
import { VerificationLevel } from "#contract/identity/v1/identity_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { type Credentials, mintToken, signWith } from "../typescript/src/identity/mint-token.ts";
import type { MailServer } from "./mail-server.ts";
import { transportOf } from "./person.ts";
import { heading, say } from "./screen.ts";
import type { ServerProcess } from "./server-process.ts";

const email = "ada@example.org";

/** Demonstrates the life of an identity whose client holds its key. */
export async function tellIdentityStory({ url, apiKey }: ServerProcess, mailServer: MailServer): Promise<void> {
  say(`\n${heading("An identity, over gRPC")}`);
  const application = transportOf(url, apiKey);
  const credentials = await register(application);
  const authentication = createClient(AuthenticationService, application);
  const { challenge, audience, rotationWindow } = await authentication.createChallenge({ clientId: "demo" });
  const mint = (counter: number, scope: string, chal?: string) =>
    mintToken(credentials, {
      audience,
      clientId: "demo",
      scope,
      counter,
      windowSeconds: rotationWindow,
      nowMs: Date.now(),
      ...(chal !== undefined && { challenge: chal }),
    });
  const token = await mint(1, "", challenge);
  const first = await authentication.authenticate({ token });
  say(`  She authenticates by a rotating token: ${levelWord(first.authLevel)}, for nothing is verified yet.`);
  const again = await authentication.authenticate({ token });
  say(`  The same token once more is ${again.success ? "taken" : "refused"}: it was used up.`);

  await verify(transportOf(url, first.sessionToken), credentials.identityId, mailServer);

  const second = await authentication.authenticate({ token: await mint(2, "geocode:transform") });
  say(`  Her next token earns ${levelWord(second.authLevel)}.`);
  const geocode = createClient(GeocodeService, transportOf(url, second.sessionToken));
  const vector = { data: { values: [3, 1, 4] }, sourceDimensions: 3, targetDimensions: 5 };
  const { transformedData } = await geocode.transform(vector);
  say(
    `  With that session she calls the geocode service: 3, 1, 4 in five dimensions is ${transformedData.join(", ")}.`,
  );

  await createClient(IdentityService, application).revokeSigningKey({
    id: credentials.identityId,
    keyId: credentials.keyId,
  });
  const refused = await geocode.transform(vector).then(
    () => "answered",
    (error: unknown) => (error instanceof ConnectError ? Code[error.code] : String(error)),
  );
  const last = await authentication.authenticate({ token: await mint(3, "") });
  if (refused !== "Unauthenticated" || last.success) throw new Error("a revoked key was accepted");
  say("  Her key is revoked: her session is refused at once, and so is every token that it signs.");
}

/** Creates the identity of ada with a key of her own, and returns what she signs tokens with. */
async function register(application: Transport): Promise<Credentials> {
  const privateKey = ed25519.utils.randomSecretKey();
  const publicKey = Buffer.from(ed25519.getPublicKey(privateKey)).toString("base64url");
  const { identity, signingKey, rotationKey } = await createClient(IdentityService, application).createIdentity({
    username: "ada",
    email,
    publicKey,
  });
  const id = identity?.id as string;
  say(`  ada is ${id}; the client made her key, the service knows its public half.`);
  return {
    identityId: id,
    keyId: signingKey?.id as string,
    sign: signWith(privateKey),
    rotationKey: {
      version: rotationKey?.version as number,
      secret: Buffer.from(rotationKey?.secret as string, "base64url"),
    },
  };
}

/** Verifies the mail address, and enrolls a password and an authenticator app. */
async function verify(session: Transport, identityId: string, mailServer: MailServer): Promise<void> {
  const own = createClient(VerificationService, session);
  const mail = await own.requestChallenge({ identityId, method: VerificationMethod.EMAIL });
  await own.submitResponse({ identityId, challengeId: mail.challenge?.id as string, code: mailServer.lastCode() });
  say(`  A mail to ${email} brings a code of eight digits, and the code proves the address.`);
  const secret = await own.requestChallenge({ identityId, method: VerificationMethod.PASSWORD });
  const password = Buffer.from(ed25519.utils.randomSecretKey()).toString("base64url");
  await own.submitResponse({ identityId, challengeId: secret.challenge?.id as string, code: password });
  const app = await own.requestChallenge({ identityId, method: VerificationMethod.TOTP });
  const totp = URI.parse(app.challenge?.parameters?.["provisioning_uri"] as string) as TOTP;
  const passed = await own.submitResponse({
    identityId,
    challengeId: app.challenge?.id as string,
    code: totp.generate(),
  });
  const level = passed.verification?.level as VerificationLevel;
  say(`  A password and an authenticator app make it LEVEL_${VerificationLevel[level]};`);
  say(`  she gets ${passed.recoveryCodes.length} recovery codes, this once.`);
}

function levelWord(level: AuthLevel): string {
  return level === AuthLevel.UNSPECIFIED ? "AUTH_NONE" : `AUTH_${AuthLevel[level]}`;
}
