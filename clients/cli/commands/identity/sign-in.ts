import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { callUnary } from "../../../typescript/src/call-unary.ts";
import { isLoopback } from "../../../typescript/src/endpoint.ts";
import { Client, TokenMinter } from "../../../typescript/src/index.ts";
import { outcomeOf, plainOf } from "../../answer.ts";
import { command } from "../../command.ts";
import { Profile, profileOption } from "../../profile.ts";
import { endpointOf } from "../../service.ts";
import { clientId, isOfCommands, sessionOf } from "../../session.ts";
import { labelled, lines } from "../../text.ts";
import { wholeNumberOf } from "../../values.ts";

const { requestToken, issueJwt, listSessions, revokeSession, logout } = AuthenticationService.method;

const scopeOption = {
  value: "SCOPE",
  help: 'what may be done: permissions and a level, such as "wallets:read level:basic" (everything)',
} as const;
const clientOption = {
  value: "NAME",
  help: "of the program that uses the token (one of command-line-00 to command-line-ff)",
} as const;

export const identitySignIn = command({
  name: "identity sign-in",
  summary: "Opens a session, and writes its token: for other programs, until `identity sign-out` or its end.",
  options: { scope: scopeOption, profile: profileOption },
  examples: ["PLATONIC_API_KEY=$(platonic identity sign-in) platonic rates list"],
  async run({ options: { scope, profile }, env }) {
    const { identityId, token } = sessionOf(env, profile, scope);
    const json = { identityId, token: await token() };
    return { json, text: lines([json.token]) };
  },
});

export const identitySignOut = command({
  name: "identity sign-out",
  summary: "Ends the sessions that commands have left open for an identity; those of other programs go on.",
  options: { profile: profileOption },
  async run({ options: { profile }, env }) {
    const { transport, identityId, token } = sessionOf(env, profile);
    // Opens this command's session first, so that it is in the list.
    await token();
    const { sessions } = await callUnary(transport, listSessions, { identityId });
    const own = sessions.filter((session) => isOfCommands(session.clientId));
    // This command's session makes the calls, and ends last.
    for (const { id } of own.filter(({ isCurrent }) => !isCurrent))
      await callUnary(transport, revokeSession, { identityId, sessionId: id });
    await callUnary(transport, logout, {});
    const json = { identityId, ended: own.length - 1 };
    return { json, text: labelled(json) };
  },
});

export const identityJwt = command({
  name: "identity jwt",
  summary: "Issues a JWT for this service or another one that trusts its keys, and writes it.",
  options: {
    audience: { value: "AUDIENCE", help: "the service that it is for (this one)" },
    lifetime: { value: "SECONDS", help: "from 30 to 900 (300)" },
    scope: scopeOption,
    profile: profileOption,
  },
  examples: [
    `curl -H "Authorization: Bearer $(platonic identity jwt --audience https://shop.example)" https://shop.example`,
  ],
  async run({ options: { audience, lifetime, scope, profile }, env }) {
    const seconds = wholeNumberOf("--lifetime", lifetime ?? "300", 30);
    // The session stays open after the command: the JWT would end with it.
    const { transport } = sessionOf(env, profile, scope);
    const request = { lifetime: seconds, ...(audience !== undefined && { audience }) };
    const answer = await callUnary(transport, issueJwt, request);
    return { json: plainOf(issueJwt.output, answer), text: lines([answer.jwt]) };
  },
});

export const identityToken = command({
  name: "identity token",
  summary: "Mints a rotating token with the profile's key, to be used once, such as to log in to a host.",
  options: {
    client: clientOption,
    scope: scopeOption,
    audience: { value: "AUDIENCE", help: "what the service must name as its own (its address)" },
    profile: profileOption,
  },
  examples: ["platonic identity token --client pam | platonic host shorten"],
  async run({ options: { client = clientId, scope, audience: expected, profile }, env }) {
    const credentials = new Profile(env, profile).credentials();
    const endpoint = endpointOf(env);
    const minter = new TokenMinter({ credentials, clientId: client, ...(scope !== undefined && { scope }) });
    const onHeader = (headers: Headers) => minter.time.learn(headers);
    const authentication = new Client({ endpoint }).of(AuthenticationService);
    const terms = await authentication.createChallenge({ clientId: client }, { onHeader });
    const { audience, rotationWindow: windowSeconds } = terms;
    requireAudience(audience, expected, endpoint);
    const token = await minter.mint({ audience, windowSeconds });
    return { json: { token, audience }, text: lines([token]) };
  },
});

export const identityRequestToken = command({
  name: "identity request-token",
  summary: "Has the vault mint a rotating token, for an identity with a key there.",
  options: { client: clientOption, scope: scopeOption, profile: profileOption },
  async run({ options: { client = clientId, scope, profile }, env }) {
    // The session stays open after the command: the session opened by the token would end with it.
    const { transport, identityId } = sessionOf(env, profile);
    const request = { identityId, clientId: client, ...(scope !== undefined && { authScope: scope }) };
    return outcomeOf(requestToken.output, await callUnary(transport, requestToken, request));
  },
});

/** @throws Error for an audience other than the service's: another service could use the token there */
function requireAudience(audience: string, expected: string | undefined, endpoint: string): void {
  if (expected === undefined ? isLoopback(endpoint) || audience === new URL(endpoint).origin : audience === expected)
    return;
  throw new Error(`${endpoint} asks for tokens of the audience ${audience}: if that is its own, name it by --audience`);
}
