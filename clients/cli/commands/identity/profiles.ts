import { readFileSync } from "node:fs";
import { credentialsFromJson, credentialsToJson } from "../../../typescript/src/index.ts";
import { listOutcome } from "../../answer.ts";
import { command } from "../../command.ts";
import { writeNew } from "../../new-file.ts";
import { Profile, profileNames, profileOption } from "../../profile.ts";
import { labelled } from "../../text.ts";
import { UsageError } from "../../usage-error.ts";

export const identityProfiles = command({
  name: "identity profiles",
  summary: "Lists the profiles of this machine with their identities, without secrets.",
  async run({ env }) {
    const profiles = profileNames(env).map((name) => {
      try {
        const { identityId, keyId } = new Profile(env, name).credentials();
        return { profile: name, identityId, keyId };
      } catch (error) {
        // An unreadable profile does not hide the others.
        return { profile: name, problem: (error as Error).message };
      }
    });
    return listOutcome("profiles", profiles);
  },
});

export const identityExport = command({
  name: "identity export",
  summary:
    "Writes the credentials of a profile to a new file, which opens the identity elsewhere. Whoever has it can pay.",
  operands: ["FILE"],
  options: { profile: profileOption },
  examples: ["platonic identity export ada.json"],
  async run({ operands: [file], options: { profile: name }, env }) {
    const credentials = new Profile(env, name).credentials();
    const text = `${JSON.stringify(credentialsToJson(credentials), null, 2)}\n`;
    writeNew(file, text, 0o600);
    const json = { file, identityId: credentials.identityId };
    return { json, text: labelled(json) };
  },
});

export const identityImport = command({
  name: "identity import",
  summary:
    "Makes a profile of a file with credentials: of `identity export`, the console's recovery file, or of an SDK.",
  operands: ["FILE"],
  options: { profile: profileOption },
  examples: ["platonic identity import platonic-ada.json --profile ada"],
  async run({ operands: [file], options: { profile: name }, env }) {
    const profile = new Profile(env, name);
    const { identityId, keyId } = await profile.keep(async () => credentialsIn(file));
    const json = { profile: profile.name, identityId, keyId };
    return { json, text: labelled(json) };
  },
});

export const identityForget = command({
  name: "identity forget",
  summary:
    "Removes an identity from this machine, whose id is asked for. Without its credentials elsewhere, it is lost.",
  operands: ["IDENTITY"],
  options: { profile: profileOption },
  async run({ operands: [id], options: { profile: name }, env }) {
    const profile = new Profile(env, name);
    const { identityId } = profile.credentials();
    if (id !== identityId)
      throw new UsageError(`the profile ${profile.name} is the identity ${identityId}: name it to have it removed`);
    const left = profile.unsettled().length;
    if (left > 0)
      throw new Error(
        `the outcome of ${left} payments is in its journal: platonic wallet reconcile settles them first`,
      );
    profile.forget();
    return { json: { profile: profile.name, identityId }, text: `${identityId} is no longer on this machine\n` };
  },
});

/** @throws UsageError for a file that cannot be read or has no credentials; never contains a secret */
function credentialsIn(file: string) {
  try {
    return credentialsFromJson(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}
