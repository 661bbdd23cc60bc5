import { readdirSync, readFileSync } from "node:fs";
import type { Secret } from "otpauth";
import { expect, test } from "vitest";
import { sharedServer } from "../interface/shared-server.ts";
import { enrolTotp, lastCode, newOwner, password } from "./owner.ts";
import { World } from "./world.ts";

const server = sharedServer();

test("codes, passwords and secrets are in no log, no answer and no file of the database", async () => {
  const world = new World(server());
  const ada = await newOwner(world);
  await ada.proveEmail();
  const code = lastCode(world).replace(" ", "");
  const chosen = await ada.prove("METHOD_PASSWORD", password);
  const { app, answer } = await enrolTotp(ada);
  const secret = app.totp.secret as Secret;
  const planted = [code, password, secret.base32, secret.hex, "ada@example.org", ...answer.result.recovery_codes];
  const seen = [server().log.join(""), JSON.stringify(chosen), databaseText(server().dataDirectory)];
  for (const text of planted) {
    for (const place of seen) expect(place.toLowerCase().includes(text.toLowerCase()), text).toBe(false);
  }
});

function databaseText(dataDirectory: string): string {
  return readdirSync(dataDirectory)
    .filter((name) => name.startsWith("platonic.sqlite"))
    .map((name) => readFileSync(`${dataDirectory}/${name}`, "latin1"))
    .join("");
}
