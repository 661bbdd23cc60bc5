import type { JsonObject } from "@bufbuild/protobuf";

/**
 * Makes the browser create or use a passkey with the service's options, which are the standard's JSON. Rejects with an
 * error that says what to do.
 */
export async function answerOf(parameters: JsonObject): Promise<JsonObject> {
  if (!("parseCreationOptionsFromJSON" in PublicKeyCredential)) {
    throw new Error("This browser is too old for the passkeys of this service. Use a version of 2025 or later.");
  }
  try {
    const credential = await (parameters["enrolled"] === true
      ? used(parameters["options"])
      : made(parameters["options"]));
    if (credential !== null) return JSON.parse(JSON.stringify(credential)) as JsonObject;
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    throw new Error(failures[cause.name] ?? cause.message, { cause });
  }
  throw new Error("No passkey was used. Try again.");
}

const made = (options: unknown) =>
  navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
  });

const used = (options: unknown) =>
  navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
  });

/** Failures of the browser by name, with what to do. */
const failures: Readonly<Record<string, string>> = {
  NotAllowedError: "It was cancelled, or took too long. Try again, with this passkey or another one.",
  SecurityError:
    "Passkeys belong to the domain of the service. Open this page there; the recovery file opens the account.",
  InvalidStateError: "This passkey is registered already. Use another one.",
};
