import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { base64url, fromBase64url } from "../../../typescript/src/bytes.ts";
import { callUnary } from "../../../typescript/src/call-unary.ts";
import { newExportableKey } from "../../../typescript/src/index.ts";
import { outcomeOf } from "../../answer.ts";
import { command } from "../../command.ts";
import { Profile, profileOption } from "../../profile.ts";
import { profileCommand } from "../../remote-command.ts";
import { labelled } from "../../text.ts";
import { UsageError } from "../../usage-error.ts";
import { yesOrNo } from "../../values.ts";

const { listSigningKeys, addSigningKey, revokeSigningKey, rotateRotationKey } = IdentityService.method;

export const identityKeys = profileCommand({
  name: "identity keys",
  summary: "Lists the signing keys of an identity.",
  method: listSigningKeys,
  request: (_, id) => ({ id }),
});

export const identityAddKey = command({
  name: "identity add-key",
  summary:
    "Adds a signing key: a new one, with which the profile signs from now on, or that of another device or the vault.",
  options: {
    "public-key": { value: "KEY", help: "the Ed25519 key of another device, as base64url; the profile keeps its own" },
    vault: { value: "yes|no", help: "whether the service makes the key and keeps it; the profile keeps its own (no)" },
    profile: profileOption,
  },
  examples: ["platonic identity add-key && platonic identity revoke-key 01920000-0000-7000-8000-000000000001"],
  async run({ options, env, session }) {
    const publicKey = options["public-key"];
    const isInVault = yesOrNo("--vault", options.vault) ?? false;
    if (isInVault && publicKey !== undefined)
      throw new UsageError("identity add-key takes one of --public-key and --vault");
    const { transport, identityId: id } = session(options.profile);
    if (isInVault || publicKey !== undefined) {
      const request = { id, ...(publicKey !== undefined && { publicKey }) };
      return outcomeOf(addSigningKey.output, await callUnary(transport, addSigningKey, request));
    }
    const own = newExportableKey();
    const added = await callUnary(transport, addSigningKey, { id, publicKey: base64url(own.publicKey) });
    const keyId = added.key?.id;
    if (keyId === undefined || own.privateKey === undefined) throw new Error("the service returned no key");
    const { privateKey, sign } = own;
    new Profile(env, options.profile).change((current) => ({ ...current, keyId, privateKey, sign }));
    return outcomeOf(addSigningKey.output, added);
  },
});

export const identityRevokeKey = command({
  name: "identity revoke-key",
  summary: "Revokes a signing key at once, and ends the sessions that it has opened.",
  operands: ["KEY"],
  options: { profile: profileOption },
  async run({ operands: [keyId], options: { profile: name }, env, session }) {
    const profile = new Profile(env, name);
    if (profile.credentials().keyId === keyId)
      throw new UsageError(
        `the profile ${profile.name} signs with this key: platonic identity add-key gives it another first`,
      );
    const { transport, identityId: id } = session(name);
    return outcomeOf(revokeSigningKey.output, await callUnary(transport, revokeSigningKey, { id, keyId }));
  },
});

export const identityRotateRotationKey = command({
  name: "identity rotate-rotation-key",
  summary: "Replaces the rotation key, and keeps the new one in the profile; other devices need it within a day.",
  options: { profile: profileOption },
  examples: ["platonic identity rotate-rotation-key && platonic identity export ada.json"],
  async run({ options: { profile: name }, env, session }) {
    const profile = new Profile(env, name);
    const { transport, identityId } = session(name);
    const { version } = await profile.renew({
      async make(key) {
        const headers = { "Idempotency-Key": key };
        const { rotationKey } = await callUnary(transport, rotateRotationKey, { id: identityId }, { headers });
        if (rotationKey === undefined) throw new Error("the service returned no rotation key");
        return rotationKey;
      },
      isKept: (current, made) => current.rotationKey.version >= made.version,
      changed: (current, { version, secret }) => ({
        ...current,
        rotationKey: { version, secret: fromBase64url(secret) },
      }),
      told: ({ version, secret }, why) =>
        `the rotation key was replaced, and the new one cannot be stored: ${why}. Without it the identity is lost within a day. ` +
        "Mend that and repeat the command, which gets the same key within 24 hours; or write it into credentials.json and " +
        `the files of platonic identity export: "rotationKey": {"version": ${version}, "secret": "${secret}"}`,
    });
    const json = { profile: profile.name, identityId, version };
    return { json, text: labelled(json) };
  },
});
