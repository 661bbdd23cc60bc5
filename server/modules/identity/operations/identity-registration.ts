import type { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { Fault } from "../../../core/fault.ts";
import { uuidV7 } from "../../../core/uuid.ts";
import { choicesOf } from "../../../rpc/idempotency/choices.ts";
import type { Operations } from "../../../rpc/operations.ts";
import { networkOfPerson } from "../../../rpc/people.ts";
import type { Identity } from "../domain/identities.ts";
import { requireUsername } from "../domain/username.ts";
import { type IdentityOperationsDeps, nameTaken } from "./identity-deps.ts";
import { readEmail, readEntries } from "./identity-fields.ts";
import { newSigningKey } from "./identity-keys.ts";
import { toIdentityMessage, toRotationKeyMessage, toSigningKeyMessage } from "./identity-messages.ts";
import { sealPrivate, sealRotationSecret } from "./private-data.ts";

/** Registration of identities, with their first keys. */
export function identityRegistration(
  deps: IdentityOperationsDeps,
): Pick<Operations<typeof IdentityService>, "createIdentity"> {
  const { identities, vault, startVerification, admitRegistration, now } = deps;
  return {
    async createIdentity(request, context) {
      const { username, skeleton } = requireUsername(request.username);
      const email = Object.hasOwn(request, "email") ? readEmail(request.email) : undefined;
      if (request.startVerification && email === undefined) {
        throw new Fault("PARAMETER_REQUIRED", "email is required when start_verification is true", {
          parameter: "email",
        });
      }
      const profile = readEntries(request.profile, "profile");
      const metadata = readEntries(request.metadata, "metadata");
      await admitRegistration(context);
      const choices = choicesOf(context, now());
      const id = uuidV7(choices.atMs, choices.bytes("identity", 10));
      const { key, storing } = await newSigningKey(deps, id, request.publicKey, choices);
      const secret = choices.bytes("rotation secret", 32);
      const at = new Date(choices.atMs);
      const identity: Identity = {
        id,
        username,
        usernameSkeleton: skeleton,
        displayName: Object.hasOwn(request, "displayName") ? request.displayName : undefined,
        sealedPrivate: await sealPrivate(vault, id, { email, profile }),
        metadata,
        level: 0,
        levelFalls: [],
        version: 1,
        createdAt: at,
        updatedAt: at,
      };
      const sealedSecret = await sealRotationSecret(vault, id, 1, secret);
      const rotationKey = { identityId: id, version: 1, sealedSecret, createdAt: at, endsAt: undefined };
      const isCreated = await identities.create(identity, key, rotationKey, storing);
      // An earlier execution of the same call has created it.
      const kept = isCreated ? key : (await identities.signingKeys(id)).find((one) => one.id === key.id);
      if (kept === undefined) throw nameTaken(request.username);
      const isStarted = request.startVerification && email !== undefined;
      const challenge = isStarted ? await startVerification(identity, email, networkOfPerson(context)) : undefined;
      return {
        identity: toIdentityMessage(identity, { email, profile }, kept),
        signingKey: toSigningKeyMessage(kept),
        rotationKey: toRotationKeyMessage(1, secret),
        ...(challenge && { challenge }),
      };
    },
  };
}
