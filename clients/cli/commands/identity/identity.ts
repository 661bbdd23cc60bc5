import { Client, newExportableKey } from "../../../typescript/src/index.ts";
import { command } from "../../command.ts";
import { Profile, profileOption } from "../../profile.ts";
import { endpointOf } from "../../service.ts";
import { labelled } from "../../text.ts";

export const identityRegister = command({
  name: "identity register",
  summary: "Makes an identity whose keys stay on this machine, in a profile.",
  operands: ["USERNAME"],
  options: {
    email: { value: "EMAIL", help: "for verification codes and notices" },
    profile: profileOption,
  },
  examples: ["platonic identity register ada", "platonic identity register bob --profile bob"],
  async run({ operands: [username], options: { email, profile: name }, env }) {
    const profile = new Profile(env, name);
    const apiKey = env["PLATONIC_API_KEY"];
    // A service with open registration needs no key.
    const client = new Client({ endpoint: endpointOf(env), ...(apiKey && { credentials: apiKey }) });
    const terms = { username, ...(email !== undefined && { email }) };
    const register = async () => (await client.register(terms, newExportableKey())).credentials;
    const { identityId, keyId } = await profile.keep(register);
    const json = { profile: profile.name, identityId, keyId };
    return { json, text: labelled(json) };
  },
});

export const identityShow = command({
  name: "identity show",
  summary: "Shows the identity of a profile, without its secrets.",
  options: { profile: profileOption },
  async run({ options: { profile: name }, env }) {
    const profile = new Profile(env, name);
    const { identityId, keyId } = profile.credentials();
    const json = { profile: profile.name, identityId, keyId };
    return { json, text: labelled(json) };
  },
});
