import type { JsonObject } from "@bufbuild/protobuf";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { profileCommand } from "../../remote-command.ts";
import { objectOption } from "../../request-input.ts";
import { UsageError } from "../../usage-error.ts";
import { wholeNumberOf } from "../../values.ts";

const { getIdentity, updateIdentity } = IdentityService.method;

export const identityRead = profileCommand({
  name: "identity read",
  summary: "Shows an identity as the service keeps it: its names, level, settings and version.",
  method: getIdentity,
  request: (_, id) => ({ id }),
});

export const identityUpdate = profileCommand({
  name: "identity update",
  summary: "Changes the names, the address or the data of an identity; what is not named stays.",
  options: {
    username: { value: "USERNAME", help: "the new name" },
    "display-name": { value: "TEXT", help: "the name as people see it", mayBeEmpty: true },
    email: {
      value: "EMAIL",
      help: "a new address, which is unverified at first; an empty text removes it",
      mayBeEmpty: true,
    },
    settings: {
      value: "JSON",
      help: "an object or @FILE: the private settings (the contract's `profile`), instead of all earlier",
    },
    metadata: { value: "JSON", help: "an object or @FILE: the data of applications, instead of all earlier" },
    version: { value: "N", help: "changes that version alone: by `identity read`" },
  },
  examples: [
    'platonic identity update --display-name "Ada Lovelace"',
    `platonic identity update --metadata '{"host.login": "yes"}' --version 3`,
  ],
  method: updateIdentity,
  request: ({ options }, id) => {
    const { username, email, settings, metadata, version } = options;
    const displayName = options["display-name"];
    const changes = {
      ...(username !== undefined && { username }),
      ...(displayName !== undefined && { displayName }),
      ...(email !== undefined && { email }),
      ...(settings !== undefined && { profile: objectOption("--settings", settings) as JsonObject }),
      ...(metadata !== undefined && { metadata: objectOption("--metadata", metadata) as JsonObject }),
    };
    if (Object.keys(changes).length === 0)
      throw new UsageError("identity update needs one of --username, --display-name, --email, --settings, --metadata");
    return { id, ...changes, ...(version !== undefined && { version: wholeNumberOf("--version", version, 1) }) };
  },
});
